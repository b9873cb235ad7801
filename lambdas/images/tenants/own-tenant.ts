import type { Caller } from '@signet/kernel'
import type { TenantTable } from './tenant-table.ts'

export type OwnsTenant = (caller: Pick<Caller, 'kind' | 'tenantId' | 'userId'>, id: string) => Promise<boolean>

/** Returns whether the tenant belongs to the caller. */
export const ownsTenant =
  (tenants: Pick<TenantTable, 'get'>): OwnsTenant =>
  async ({ kind, tenantId, userId }, id) => {
    if (id === tenantId) return true
    return kind === 'session' && userId !== undefined && (await tenants.get(userId, id)) !== undefined
  }
