import { literalStart, partitionOf } from '@signet/kernel/row-kind'
import { tenantRow } from '../contract/tenant-rows.ts'

/** The partition of everything that is a user's; roles are narrowed to its prefix. */
export const userPartition = (userId: string): string => partitionOf(tenantRow, { user: userId })

/** What the sort keys of a user's tenants begin with. */
export const TENANT_PREFIX = literalStart(tenantRow.keys.sk)
