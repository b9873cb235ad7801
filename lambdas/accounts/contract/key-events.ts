import { defineContract } from '@signet/contracts'
import * as z from 'zod'

/** An API key in events, identified by its prefix only. */
const ApiKey = z
  .object({
    key_digest: z.string().describe('SHA-256 digest of the key; the key itself is not stored'),
    key_id: z.string().nullable().describe("ID of the key in the organization's list; null for the key of a tenant"),
    prefix: z.string().nullable().describe('Prefix of the key'),
    org_id: z.string().nullable().describe('Organization that owns the key'),
    tenant_id: z.string(),
    user_id: z.string().nullable().describe('User who created the key and who is notified'),
    revoked_at: z.iso.datetime().describe('Time at which the key was revoked'),
  })
  .meta({ id: 'ApiKeyLeak' })

export const apiKeyContract = defineContract({
  name: 'api-key',
  version: '1.0.0',
  description: 'Events about API keys.',
  schema: ApiKey,
  operations: {
    revokeLeaked: {
      kind: 'command',
      description: 'A leaked key was reported and revoked.',
      emits: ['api-key.leaked'],
    },
  },
  events: { 'api-key.leaked': ApiKey },
  surfaces: {},
  authority: { revokeLeaked: 'internal' },
})
