import { GetCommand, QueryCommand, type QueryCommandOutput, UpdateCommand } from '@aws-sdk/lib-dynamodb'
import { allowedOperations, transitionCondition } from '@signet/contracts'
import { decodeCursor, encodeCursor, epochSeconds, ifConditionHeld, type TableDeps } from '@signet/kernel'
import { jobContract } from '../contract/job.ts'
import { JOB_PREFIX, type JobKey, jobItemKey, keyOf, readJobKey, tenantPartition } from './job-keys.ts'
import type { JobRow } from './job-row.ts'
import { readTexts, type TextBucket } from './job-texts.ts'

/** The operations that move an open job. The contract defines the states they connect. */
export type OpenMove = 'start' | 'paint'
/** The operations that end a job. */
export type EndingMove = 'finish' | 'fail'

/** Members that a move may set beside the state. */
export type JobChange = Partial<
  Pick<
    JobRow,
    | 'begun_at'
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
  /** The job (strongly consistent); undefined if it is absent, foreign, deleted or expired. */
  get(key: JobKey): Promise<JobRow | undefined>
  /** Newest first. */
  list(tenantId: string, limit: number, cursor: string | undefined): Promise<JobPage>
  /**
   * Moves the job from the state in which it was read; `start` also notes the time. Undefined if the contract does not
   * allow the move, or if the job has moved or gone since: the caller reads it again and decides.
   */
  move(row: JobRow, move: OpenMove, change?: JobChange): Promise<JobRow | undefined>
}

/** The table and the bucket for long texts. Without the bucket rows are read with empty texts. */
export interface JobTableDeps extends TableDeps {
  readonly texts?: TextBucket
}

/** A row as it is used: its keys alone hold whose job it is, and which. */
export const jobRowOf = (item: Record<string, unknown>): JobRow => {
  const { pk: _pk, sk: _sk, gsi1pk: _gsi1pk, gsi1sk: _gsi1sk, ttl: _ttl, ...row } = item
  const { tenantId: tenant_id, jobId: job_id } = readJobKey(item)
  return { tenant_id, job_id, ...row } as unknown as JobRow
}

/** Whether callers still see the job. */
export const isLive = (item: Record<string, unknown> | undefined, now: Date): item is Record<string, unknown> =>
  item !== undefined && item.deleted_at === undefined && Number(item.expires_at) > epochSeconds(now)

/** The update that moves a row and sets `sets` beside its state. */
export const moveUpdate = (row: JobRow, move: OpenMove | EndingMove, sets: Readonly<Record<string, unknown>>) => {
  const { expression, names, values, assignment } = transitionCondition(jobContract, move, { state: row.state })
  const given = Object.entries(sets).filter(([, value]) => value !== undefined)
  const assignments = given.map((_, i) => `#c${i} = :c${i}`)
  return {
    Key: jobItemKey(keyOf(row)),
    UpdateExpression: `SET ${[assignment, ...assignments].join(', ')}`,
    ConditionExpression: expression,
    ExpressionAttributeNames: { ...names, ...Object.fromEntries(given.map(([name], i) => [`#c${i}`, name])) },
    ExpressionAttributeValues: {
      ...values,
      ...Object.fromEntries(given.map(([, value], i) => [`:c${i}`, value])),
    },
  }
}

/** The row after such an update. */
export const movedRow = (
  row: JobRow,
  { ExpressionAttributeValues: { ':to': to } }: { ExpressionAttributeValues: Record<string, unknown> },
  change: JobChange,
): JobRow => ({ ...row, ...change, state: to as JobRow['state'] })

/** Pages of a tenant's readable rows, newest first. Deleted rows take no place on a page. */
const liveItems = async (
  { db, table, now }: JobTableDeps,
  tenantId: string,
  wanted: number,
  cursor: string | undefined,
): Promise<Record<string, unknown>[]> => {
  const pk = tenantPartition(tenantId)
  let start: Record<string, unknown> | undefined = cursor
    ? { pk, ...decodeCursor(cursor, { sk: JOB_PREFIX }) }
    : undefined
  const rows: Record<string, unknown>[] = []
  do {
    const page: QueryCommandOutput = await db.send(
      new QueryCommand({
        TableName: table,
        KeyConditionExpression: 'pk = :pk AND begins_with(sk, :job)',
        FilterExpression: 'attribute_not_exists(deleted_at) AND expires_at > :now',
        ExpressionAttributeValues: { ':pk': pk, ':job': JOB_PREFIX, ':now': epochSeconds(now()) },
        ScanIndexForward: false,
        Limit: wanted - rows.length,
        ...(start ? { ExclusiveStartKey: start } : {}),
      }),
    )
    rows.push(...(page.Items ?? []))
    start = page.LastEvaluatedKey
  } while (start && rows.length < wanted)
  return rows
}

/** Open jobs. Every change is conditional on the state in which the job was read. */
export const jobWorkerTable = (deps: JobTableDeps): JobWorkerTable => {
  const { db, table, now, texts } = deps
  const whole = async (row: JobRow): Promise<JobRow | undefined> =>
    texts && row.texts === 'apart' ? readTexts(texts, row) : row
  return {
    async get(key) {
      const { Item } = await db.send(new GetCommand({ TableName: table, Key: jobItemKey(key), ConsistentRead: true }))
      return isLive(Item, now()) ? whole(jobRowOf(Item)) : undefined
    },

    async list(tenantId, limit, cursor) {
      // One more than asked for shows whether there is another page.
      const liveRows = await liveItems(deps, tenantId, limit + 1, cursor)
      const items = liveRows.slice(0, limit)
      const last = items.at(-1)
      const rows = await Promise.all(items.map((item) => whole(jobRowOf(item))))
      return {
        rows: rows.filter((row) => row !== undefined),
        nextCursor: liveRows.length > limit && last ? encodeCursor({ sk: String(last.sk) }) : null,
      }
    },

    async move(row, move, change = {}) {
      if (!allowedOperations(jobContract, row.state).includes(move)) return undefined
      const changes = move === 'start' ? { ...change, begun_at: now().toISOString() } : change
      const update = moveUpdate(row, move, changes)
      const written = await ifConditionHeld(db.send(new UpdateCommand({ TableName: table, ...update })))
      return written && movedRow(row, update, changes)
    },
  }
}
