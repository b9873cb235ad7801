import {
  type DynamoDBDocumentClient,
  GetCommand,
  PutCommand,
  QueryCommand,
  type QueryCommandOutput,
  UpdateCommand,
} from '@aws-sdk/lib-dynamodb'
import { allowedOperations, transitionCondition } from '@signet/contracts'
import { type Clock, decodeCursor, encodeCursor, epochSeconds, isConditionFailed } from '@signet/kernel'
import { jobContract } from '../contract/job.ts'
import { JOB_PREFIX, type JobKey, jobItemKey, keyOf, openEntry, tenantPartition } from './job-keys.ts'
import type { JobRow } from './job-row.ts'

/** The operations that move a job from state to state; the contract knows from where to where. */
export type JobMove = 'start' | 'paint' | 'finish' | 'fail'

/** Members that a move may set beside the state. */
export type JobChange = Partial<Pick<JobRow, 'completed_at' | 'bg_removal_method' | 'error' | 'error_code'>>

export interface JobPage {
  readonly rows: readonly JobRow[]
  readonly nextCursor: string | null
}

export interface JobTable {
  /** The job as it stands (strongly consistent); undefined when absent, foreign, deleted or past its lifetime. */
  get(key: JobKey): Promise<JobRow | undefined>
  /** Newest first. */
  list(tenantId: string, limit: number, cursor: string | undefined): Promise<JobPage>
  /**
   * Moves the job on from the state it was read in. Undefined when the contract does not allow the move from there, or
   * when the job has moved or gone since: the caller looks again and decides.
   */
  move(row: JobRow, move: JobMove, change?: JobChange): Promise<JobRow | undefined>
  /** Replaces the row by an empty tombstone; the row as it was, or undefined when there was none. */
  bury(key: JobKey): Promise<JobRow | undefined>
}

export interface TableDeps {
  readonly db: DynamoDBDocumentClient
  readonly table: string
  readonly now: Clock
}

/** How long a tombstone stands at most, should no sweeper come by. */
const TOMBSTONE_SECONDS = 7 * 86_400

/** Moves after which nobody has anything left to do: the row leaves the open index. */
const ENDINGS: readonly JobMove[] = ['finish', 'fail']

const stripKeys = (item: Record<string, unknown>): JobRow => {
  const { pk: _pk, sk: _sk, gsi1pk: _gsi1pk, gsi1sk: _gsi1sk, ...row } = item
  return row as unknown as JobRow
}

const isLive = (item: Record<string, unknown> | undefined, now: Date): item is Record<string, unknown> =>
  item !== undefined && item.deleted_at === undefined && Number(item.ttl) > epochSeconds(now)

const updateOf = (move: JobMove, change: JobChange, state: JobRow['state']) => {
  const { expression, names, values, assignment } = transitionCondition(jobContract, move, { state })
  const sets = Object.entries(change).filter(([, value]) => value !== undefined)
  const assignments = sets.map((_, i) => `#c${i} = :c${i}`)
  const removal = ENDINGS.includes(move) ? ' REMOVE gsi1pk, gsi1sk' : ''
  return {
    UpdateExpression: `SET ${[assignment, ...assignments].join(', ')}${removal}`,
    ConditionExpression: expression,
    ExpressionAttributeNames: { ...names, ...Object.fromEntries(sets.map(([name], i) => [`#c${i}`, name])) },
    ExpressionAttributeValues: {
      ...values,
      ...Object.fromEntries(sets.map(([, value], i) => [`:c${i}`, value])),
    },
  }
}

type Written = { readonly Attributes?: Record<string, unknown> | undefined }

/** The row that a conditional write returned; undefined when its condition did not hold. */
const rowUnlessRefused = async (write: Promise<Written>): Promise<JobRow | undefined> => {
  try {
    const { Attributes } = await write
    return Attributes ? stripKeys(Attributes) : undefined
  } catch (error) {
    if (isConditionFailed(error)) return undefined
    throw error
  }
}

/** The table as jobs see it: every change is conditional on the state that it was decided from. */
export const jobTable = ({ db, table, now }: TableDeps): JobTable => {
  const read = async (key: JobKey): Promise<JobRow | undefined> => {
    const { Item } = await db.send(new GetCommand({ TableName: table, Key: jobItemKey(key), ConsistentRead: true }))
    return isLive(Item, now()) ? stripKeys(Item) : undefined
  }
  return {
    get: read,

    async list(tenantId, limit, cursor) {
      const pk = tenantPartition(tenantId)
      let start: Record<string, unknown> | undefined = cursor ? { pk, ...decodeCursor(cursor, ['sk']) } : undefined
      const found: Record<string, unknown>[] = []
      do {
        const page: QueryCommandOutput = await db.send(
          new QueryCommand({
            TableName: table,
            KeyConditionExpression: 'pk = :pk AND begins_with(sk, :job)',
            FilterExpression: 'attribute_not_exists(deleted_at) AND #ttl > :now',
            ExpressionAttributeNames: { '#ttl': 'ttl' },
            ExpressionAttributeValues: { ':pk': pk, ':job': JOB_PREFIX, ':now': epochSeconds(now()) },
            ScanIndexForward: false,
            // One more than asked for tells whether there is another page.
            Limit: limit + 1 - found.length,
            ...(start ? { ExclusiveStartKey: start } : {}),
          }),
        )
        found.push(...(page.Items ?? []))
        start = page.LastEvaluatedKey
      } while (start && found.length <= limit)
      const rows = found.slice(0, limit)
      const last = rows.at(-1)
      return {
        rows: rows.map(stripKeys),
        nextCursor: found.length > limit && last ? encodeCursor({ sk: String(last.sk) }) : null,
      }
    },

    async move(row, move, change = {}) {
      if (!allowedOperations(jobContract, row.state).includes(move)) return undefined
      const update = updateOf(move, change, row.state)
      const Key = jobItemKey(keyOf(row))
      return rowUnlessRefused(db.send(new UpdateCommand({ TableName: table, Key, ...update, ReturnValues: 'ALL_NEW' })))
    },

    async bury(key) {
      const at = now()
      const tombstone = {
        ...jobItemKey(key),
        ...openEntry(key, at.toISOString()),
        deleted_at: at.toISOString(),
        ttl: epochSeconds(at) + TOMBSTONE_SECONDS,
      }
      return rowUnlessRefused(
        db.send(
          new PutCommand({
            TableName: table,
            Item: tombstone,
            ConditionExpression: 'attribute_exists(pk) AND attribute_not_exists(deleted_at) AND #ttl > :now',
            ExpressionAttributeNames: { '#ttl': 'ttl' },
            ExpressionAttributeValues: { ':now': epochSeconds(at) },
            ReturnValues: 'ALL_OLD',
          }),
        ),
      )
    },
  }
}
