import { createHash } from 'node:crypto'
import type { Caller } from '@signet/kernel'
import { filledIn, indexEntryOf, literalStart, partitionOf, rowKey } from '@signet/kernel/row-kind'
import { dueJobRow, openJobRow } from '../contract/job-rows.ts'

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

/** How many partitions of the index share the load of all jobs. */
const SHARDS = Array.from({ length: 8 }, (_, shard) => String(shard))

const shardOf = (jobId: string): string => String((createHash('sha256').update(jobId).digest()[0] ?? 0) % SHARDS.length)

/** Partitions of the sparse index that lists what still needs somebody's attention. */
export const OPEN_PARTITIONS = SHARDS.map((shard) => filledIn(openJobRow.index.gsi1pk, { shard }))

/** Partitions of the same index that list what nobody need look at before its time. */
export const DUE_PARTITIONS = SHARDS.map((shard) => filledIn(dueJobRow.index.gsi1pk, { shard }))

/** What the sort keys of a tenant's jobs begin with. */
export const JOB_PREFIX = literalStart(openJobRow.keys.sk)

/** The partition of everything that is a tenant's; roles are narrowed to its prefix. */
export const tenantPartition = (tenantId: string): string => partitionOf(openJobRow, { tenant: tenantId })

/** Primary key of a job's row; ids sort by time, so the newest is last. */
export const jobItemKey = ({ tenantId, jobId }: JobKey) => rowKey(openJobRow, { tenant: tenantId, job: jobId })

/** Index entry of a row that is not at rest; sorted by when it came in. */
export const openEntry = ({ jobId }: JobKey, since: string) =>
  indexEntryOf(openJobRow, { shard: shardOf(jobId), since, job: jobId })

/** Index entry of a row that is at rest, with something to remove at `at`; sorted by that time. */
export const dueEntry = ({ jobId }: JobKey, at: Date) =>
  indexEntryOf(dueJobRow, { shard: shardOf(jobId), due: at.toISOString(), job: jobId })

/** The job whose row or index entry this is. */
export const readJobKey = (item: Readonly<Record<string, unknown>>): JobKey => ({
  tenantId: String(item.pk).slice(openJobRow.prefix.length),
  jobId: String(item.sk).slice(JOB_PREFIX.length),
})

/** The job an index entry belongs to, and since when it is open or from when on it is due. */
export const readOpenEntry = (item: Readonly<Record<string, unknown>>): { key: JobKey; since: Date } => ({
  key: readJobKey(item),
  since: new Date(String(item.gsi1sk).split('#')[0] ?? ''),
})
