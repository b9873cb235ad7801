import { literalStart, partitionOf } from '@signet/kernel/row-kind'
import { tenantRow } from '../contract/tenant-rows.ts'

/** The partition of a user's rows; roles are narrowed to its prefix. */
export const userPartition = (userId: string): string => partitionOf(tenantRow, { user: userId })

export const TENANT_PREFIX = literalStart(tenantRow.keys.sk)
