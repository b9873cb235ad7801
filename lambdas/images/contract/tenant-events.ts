import { defineContract } from '@signet/contracts'
import * as z from 'zod'

/** A tenant in events. Of its key it contains only the prefix. */
const Tenant = z
  .object({
    tenant_id: z.uuid(),
    user_id: z.string().describe('Owner of the tenant'),
    account_id: z.string().describe('Billing account that pays'),
    api_key_prefix: z.string().describe('Prefix of the valid key'),
    created_at: z.iso.datetime(),
    rotated_at: z.iso.datetime().nullable().describe('When the key was last replaced'),
  })
  .meta({ id: 'TenantEvent' })

/** Events of tenants. The routes are in the contract `tenants`; a tenant is never deleted. */
export const tenantContract = defineContract({
  name: 'tenant',
  version: '1.0.0',
  description: 'A tenant and its key, in events.',
  schema: Tenant,
  operations: {
    create: { kind: 'command', description: 'createTenant created the tenant.', emits: ['tenant.created'] },
    rotateKey: { kind: 'command', description: 'rotateTenantKey replaced its key.', emits: ['tenant.key_rotated'] },
  },
  surfaces: {},
  authority: { create: 'internal', rotateKey: 'internal' },
})
