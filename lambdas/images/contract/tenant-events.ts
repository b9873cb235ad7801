import { defineContract } from '@signet/contracts'
import * as z from 'zod'

/** A tenant in events. Contains only the prefix of the tenant's API key. */
const Tenant = z
  .object({
    tenant_id: z.uuid(),
    user_id: z.string().describe('User who owns the tenant'),
    account_id: z.string().describe('Billing account that pays'),
    api_key_prefix: z.string().describe('Prefix of the valid key'),
    created_at: z.iso.datetime(),
    rotated_at: z.iso.datetime().nullable().describe('Time of the last key rotation; null if never rotated'),
  })
  .meta({ id: 'TenantEvent' })

/** Events of tenants. The routes are in the contract `tenants`; a tenant is never deleted. */
export const tenantContract = defineContract({
  name: 'tenant',
  version: '1.0.0',
  description: 'A tenant and its key, in events.',
  schema: Tenant,
  operations: {
    create: { kind: 'command', description: 'A tenant was created.', emits: ['tenant.created'] },
    rotateKey: { kind: 'command', description: 'The API key of a tenant was rotated.', emits: ['tenant.key_rotated'] },
  },
  surfaces: {},
  authority: { create: 'internal', rotateKey: 'internal' },
})
