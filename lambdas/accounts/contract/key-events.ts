import { defineContract } from '@signet/contracts'
import * as z from 'zod'

/** A key in events: only its prefix. */
const ApiKey = z
  .object({
    key_digest: z.string().describe('SHA-256 digest of the key; the key itself is not stored'),
    key_id: z.string().nullable().describe('Its id in the list of the organization; null for a key of a tenant'),
    prefix: z.string().nullable().describe('Prefix of the key'),
    org_id: z.string().nullable().describe('Owner of the key'),
    tenant_id: z.string(),
    user_id: z.string().nullable().describe('Its maker, who is notified'),
    revoked_at: z.iso.datetime().describe('Time from which it is refused'),
  })
  .meta({ id: 'ApiKeyLeak' })

export const apiKeyContract = defineContract({
  name: 'api-key',
  version: '1.0.0',
  description: 'A key of an application, in events.',
  schema: ApiKey,
  operations: {
    revokeLeaked: {
      kind: 'command',
      description: 'reportLeakedKey has revoked it.',
      emits: ['api-key.leaked'],
    },
  },
  events: { 'api-key.leaked': ApiKey },
  surfaces: {},
  authority: { revokeLeaked: 'internal' },
})
