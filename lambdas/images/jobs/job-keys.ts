import { createHash } from 'node:crypto'
import type { Caller } from '@signet/kernel'
import { fillTemplate, indexEntryOf, literalStart, partitionOf, rowKey } from '@signet/kernel/row-kind'
import { dueJobRow, openJobRow } from '../contract/job-rows.ts'

/** The key of a job. It contains the tenant, so a lookup by another tenant finds nothing. */
export interface JobKey {
  readonly tenantId: string
  readonly jobId: string
}

export const keyOf = (row: { readonly tenant_id: string; readonly job_id: string }): JobKey => ({
  tenantId: row.tenant_id,
  jobId: row.job_id,
})

/**
 * Returns the key of a caller's job. An anonymous caller finds any anonymous job by its ID alone: the ID is the secret.
 * The partition is derived from the ID, so anonymous jobs cannot be listed. No account's tenant ID has that format.
 */
export const jobKeyFor = ({ kind, tenantId }: Pick<Caller, 'kind' | 'tenantId'>, jobId: string): JobKey => ({
  tenantId: kind === 'anonymous' ? `anon-${jobId}` : tenantId,
  jobId,
})

const SHARDS = Array.from({ length: 8 }, (_, shard) => String(shard))

const shardOf = (jobId: string): string => String((createHash('sha256').update(jobId).digest()[0] ?? 0) % SHARDS.length)

export const OPEN_PARTITIONS = SHARDS.map((shard) => fillTemplate(openJobRow.index.gsi1pk, { shard }))

export const DUE_PARTITIONS = SHARDS.map((shard) => fillTemplate(dueJobRow.index.gsi1pk, { shard }))

export const JOB_PREFIX = literalStart(openJobRow.keys.sk)

/** The partition of a tenant's rows; IAM roles are narrowed to its prefix. */
export const tenantPartition = (tenantId: string): string => partitionOf(openJobRow, { tenant: tenantId })

/** Primary key of a job's row. Ids sort by time, so the newest is last. */
export const jobItemKey = ({ tenantId, jobId }: JobKey) => rowKey(openJobRow, { tenant: tenantId, job: jobId })

export const openEntry = ({ jobId }: JobKey, since: string) =>
  indexEntryOf(openJobRow, { shard: shardOf(jobId), since, job: jobId })

export const dueEntry = ({ jobId }: JobKey, at: Date) =>
  indexEntryOf(dueJobRow, { shard: shardOf(jobId), due: at.toISOString(), job: jobId })

export const readJobKey = (item: Readonly<Record<string, unknown>>): JobKey => ({
  tenantId: String(item.pk).slice(openJobRow.prefix.length),
  jobId: String(item.sk).slice(JOB_PREFIX.length),
})

export const readOpenEntry = (item: Readonly<Record<string, unknown>>): { key: JobKey; since: Date } => ({
  key: readJobKey(item),
  since: new Date(String(item.gsi1sk).split('#')[0] ?? ''),
})
