import { defineContract } from '@signet/contracts'
import * as z from 'zod'

/** A key in events: only its prefix. */
const ApiKey = z
  .object({
    key_digest: z.string().describe('What the key is known by; the key itself is kept by nobody'),
    key_id: z.string().nullable().describe('Its id in the list of the organisation; null for a key of a tenant'),
    prefix: z.string().nullable().describe('How it begins'),
    org_id: z.string().nullable().describe('Whose key it is'),
    tenant_id: z.string(),
    user_id: z.string().nullable().describe('Who made it, and is to be told'),
    revoked_at: z.iso.datetime().describe('From then on it is refused'),
  })
  .meta({ id: 'LeakedApiKey' })

/** Events of keys. The routes are in the contract `platform-keys`. */
export const apiKeyContract = defineContract({
  name: 'api-key',
  version: '1.0.0',
  description: 'A key of an application, as events tell of it.',
  schema: ApiKey,
  operations: {
    revokeLeaked: {
      kind: 'command',
      description: 'reportLeakedKey has had it refused.',
      emits: ['api-key.leaked'],
    },
  },
  events: { 'api-key.leaked': ApiKey },
  surfaces: {},
  authority: { revokeLeaked: 'internal' },
})
