import { defineContract } from '@signet/contracts'
import * as z from 'zod'

/** A key as subscribers are told of it: nothing of it but how it begins. */
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

/** What happens to keys, for subscribers. Routes are those of the contract `platform-keys`. */
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
