import { createHash } from 'node:crypto'
import type { Caller } from '@signet/kernel'

/** A job's address: nothing can be read or changed without its tenant, so a foreign job is the same as none. */
export interface JobKey {
  readonly tenantId: string
  readonly jobId: string
}

/** The address of a job whose row is at hand. */
export const keyOf = (row: { readonly tenant_id: string; readonly job_id: string }): JobKey => ({
  tenantId: row.tenant_id,
  jobId: row.job_id,
})

/**
 * A caller's job of this id. Whoever has no account finds any job of the kind by its id alone: the id is the capability,
 * and the partition follows from it, so that no address leads to a list. No tenant of an account has a name like that.
 */
export const jobKeyFor = ({ kind, tenantId }: Pick<Caller, 'kind' | 'tenantId'>, jobId: string): JobKey => ({
  tenantId: kind === 'anonymous' ? `anon-${jobId}` : tenantId,
  jobId,
})

/** How many partitions of the open index share the load of all jobs in flight. */
const OPEN_SHARDS = 8

/** How many partitions share the load of what falls due. */
const DUE_SHARDS = OPEN_SHARDS

const shardOf = (jobId: string): number => (createHash('sha256').update(jobId).digest()[0] ?? 0) % OPEN_SHARDS

/** Partitions of the sparse index that lists what still needs somebody's attention. */
export const OPEN_PARTITIONS = Array.from({ length: OPEN_SHARDS }, (_, shard) => `OPEN#${shard}`)

/** Partitions of the same index that list what nobody need look at before its time. */
export const DUE_PARTITIONS = Array.from({ length: DUE_SHARDS }, (_, shard) => `DUE#${shard}`)

export const JOB_PREFIX = 'JOB#'
const TENANT_PREFIX = 'TENANT#'

/** The partition of everything that is a tenant's; roles are narrowed to this prefix. */
export const tenantPartition = (tenantId: string): string => `${TENANT_PREFIX}${tenantId}`

/** Primary key of a job's row; ids sort by time, so the newest is last. */
export const jobItemKey = ({ tenantId, jobId }: JobKey) => ({
  pk: tenantPartition(tenantId),
  sk: `${JOB_PREFIX}${jobId}`,
})

/** Index entry of a row that is not at rest; sorted by when it came in. */
export const openEntry = ({ jobId }: JobKey, since: string) => ({
  gsi1pk: `OPEN#${shardOf(jobId)}`,
  gsi1sk: `${since}#${jobId}`,
})

/** Index entry of a row that is at rest, with something to remove at `at`; sorted by that time. */
export const dueEntry = ({ jobId }: JobKey, at: Date) => ({
  gsi1pk: `DUE#${shardOf(jobId)}`,
  gsi1sk: `${at.toISOString()}#${jobId}`,
})

/** The job whose row or index entry this is. */
export const readJobKey = (item: Readonly<Record<string, unknown>>): JobKey => ({
  tenantId: String(item.pk).slice(TENANT_PREFIX.length),
  jobId: String(item.sk).slice(JOB_PREFIX.length),
})

/** The job an index entry belongs to, and since when it is open or from when on it is due. */
export const readOpenEntry = (item: Readonly<Record<string, unknown>>): { key: JobKey; since: Date } => ({
  key: readJobKey(item),
  since: new Date(String(item.gsi1sk).split('#')[0] ?? ''),
})
