import { type CloudEvent, cloudEvent } from '@signet/contracts/events'
import { tenantContract } from '../contract/tenant-events.ts'
import type { TenantRow } from './tenant-row.ts'

/** The event about the write that left the row in this state. */
export const tenantEvent = (name: 'tenant.created' | 'tenant.key_rotated', row: TenantRow): CloudEvent => {
  const { tenant_id, user_id, account_id, api_key_prefix, created_at, rotated_at = null, rotations = 0 } = row
  return cloudEvent(tenantContract, name, {
    entity: tenant_id,
    version: 1 + rotations,
    time: new Date(rotated_at ?? created_at),
    tenant: tenant_id,
    data: { tenant_id, user_id, account_id, api_key_prefix, created_at, rotated_at },
  })
}
