import { GetCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb'
import { allowedOperations, transitionCondition } from '@signet/contracts'
import { epochSeconds, ifConditionHeld, type TableDeps } from '@signet/kernel'
import { jobContract } from '../contract/job.ts'
import { type JobKey, jobItemKey, keyOf, readJobKey } from './job-keys.ts'
import { type JobFilter, readJobPage } from './job-page-table.ts'
import type { JobRow } from './job-row.ts'
import { readTexts, type TextBucket } from './job-texts.ts'

export type OpenMove = 'start' | 'paint'
export type EndingMove = 'finish' | 'fail'

export type JobChange = Partial<
  Pick<
    JobRow,
    | 'begun_at'
    | 'paint_ms'
    | 'completed_at'
    | 'rendering'
    | 'bg_removal_method'
    | 'error'
    | 'error_code'
    | 'webhook'
    | 'event_pending'
  >
>

export interface JobPage {
  readonly rows: readonly JobRow[]
  readonly nextCursor: string | null
}

/** The table for workers that never end a job. */
export interface JobWorkerTable {
  /**
   * Reads the job (strongly consistent); undefined if it is absent, deleted or expired, or belongs to another tenant.
   */
  get(key: JobKey): Promise<JobRow | undefined>
  /**
   * Lists jobs, newest first. A page with a filter ends early after a bounded number of reads; its cursor continues
   * from there.
   */
  list(tenantId: string, limit: number, cursor: string | undefined, filter?: JobFilter): Promise<JobPage>
  /**
   * Moves the job from the state in which it was read; `start` and `paint` also store the time. Returns undefined if
   * the contract does not allow the move, or if the job has changed or was deleted since: the caller reads it again and
   * decides.
   */
  move(row: JobRow, move: OpenMove, change?: JobChange): Promise<JobRow | undefined>
}

/** The table and the bucket for long texts. Without the bucket, rows are read with empty texts. */
export interface JobTableDeps extends TableDeps {
  readonly texts?: TextBucket
}

/** Converts an item to a row. Only the keys contain the tenant and the id. */
export const jobRowOf = (item: Record<string, unknown>): JobRow => {
  const { pk: _pk, sk: _sk, gsi1pk: _gsi1pk, gsi1sk: _gsi1sk, ttl: _ttl, ...row } = item
  const { tenantId: tenant_id, jobId: job_id } = readJobKey(item)
  return { tenant_id, job_id, ...row } as unknown as JobRow
}

export const isLive = (item: Record<string, unknown> | undefined, now: Date): item is Record<string, unknown> =>
  item !== undefined && item.deleted_at === undefined && Number(item.expires_at) > epochSeconds(now)

export const moveUpdate = (row: JobRow, move: OpenMove | EndingMove, sets: Readonly<Record<string, unknown>>) => {
  const { expression, names, values, assignment } = transitionCondition(jobContract, move, { state: row.state })
  const changedFields = Object.entries(sets).filter(([, value]) => value !== undefined)
  const assignments = changedFields.map((_, i) => `#c${i} = :c${i}`)
  return {
    Key: jobItemKey(keyOf(row)),
    UpdateExpression: `SET ${[assignment, ...assignments].join(', ')}`,
    ConditionExpression: expression,
    ExpressionAttributeNames: { ...names, ...Object.fromEntries(changedFields.map(([name], i) => [`#c${i}`, name])) },
    ExpressionAttributeValues: {
      ...values,
      ...Object.fromEntries(changedFields.map(([, value], i) => [`:c${i}`, value])),
    },
  }
}

export const movedRow = (
  row: JobRow,
  { ExpressionAttributeValues: { ':to': to } }: { ExpressionAttributeValues: Record<string, unknown> },
  change: JobChange,
): JobRow => ({ ...row, ...change, state: to as JobRow['state'] })

const timeOf = (move: OpenMove, { begun_at }: JobRow, at: Date): JobChange => {
  if (move === 'start') return { begun_at: at.toISOString() }
  return begun_at === undefined ? {} : { paint_ms: Math.max(0, at.getTime() - new Date(begun_at).getTime()) }
}

/** Every change is conditional on the state in which the job was read. */
export const jobWorkerTable = (deps: JobTableDeps): JobWorkerTable => {
  const { db, table, now, texts } = deps
  const withTexts = async (row: JobRow): Promise<JobRow | undefined> =>
    texts && row.texts === 'separate' ? readTexts(texts, row) : row
  return {
    async get(key) {
      const { Item } = await db.send(new GetCommand({ TableName: table, Key: jobItemKey(key), ConsistentRead: true }))
      return isLive(Item, now()) ? withTexts(jobRowOf(Item)) : undefined
    },

    async list(tenantId, limit, cursor, filter = {}) {
      const { items, nextCursor } = await readJobPage(deps, tenantId, { limit, cursor, filter })
      const rows = await Promise.all(items.map((item) => withTexts(jobRowOf(item))))
      return { rows: rows.filter((row) => row !== undefined), nextCursor }
    },

    async move(row, move, change = {}) {
      if (!allowedOperations(jobContract, row.state).includes(move)) return undefined
      const changes = { ...change, ...timeOf(move, row, now()) }
      const update = moveUpdate(row, move, changes)
      const written = await ifConditionHeld(db.send(new UpdateCommand({ TableName: table, ...update })))
      return written && movedRow(row, update, changes)
    },
  }
}
