import { DeleteCommand, PutCommand, paginateQuery, UpdateCommand } from '@aws-sdk/lib-dynamodb'
import { conditionHeld, partitionOf, rowKey, type TableDeps } from '@signet/kernel'
import { tracePartRow } from '../contract/telemetry-rows.ts'
import { expiryOf } from '../counters/units.ts'
import { entryIn, stateOf, type TraceEntry } from './entry.ts'
import type { RowKey } from './list-row.ts'

/** Reference from a trace to a request that contains its records. Times are microseconds since 1970. */
export interface TracePart {
  readonly trace: string
  readonly worker: string
  readonly request: string
  readonly receivedAt: number
  /** Latest time in the request. Its spans and logs are stored under this time. */
  readonly latestSent: number
  readonly latest: number
  readonly root?: { readonly entry: TraceEntry; readonly row: RowKey }
}

type Item = Readonly<Record<string, unknown>>

const itemOf = (tenant: string, { trace, request, root, ...part }: TracePart, ttl: number): Item => ({
  ...rowKey(tracePartRow, { tenant, trace, request }),
  ...part,
  ttl,
  ...(root && { state: stateOf(root.entry), status: root.entry.status, row: root.row }),
})

const partIn = (
  trace: string,
  { sk, worker, receivedAt, latestSent, latest, state, status, row }: Item,
): TracePart => ({
  trace,
  worker: String(worker),
  request: String(sk).slice('R#'.length),
  receivedAt: Number(receivedAt),
  latestSent: Number(latestSent),
  latest: Number(latest),
  ...(state !== undefined && {
    root: {
      entry: entryIn({ trace, worker: String(worker), status: status === 'error' ? 'error' : 'ok' }, state),
      row: row as RowKey,
    },
  }),
})

/** Sorts later requests first. Requests of the same instant have a stable order. */
const latestFirst = (one: TracePart, other: TracePart): number =>
  other.receivedAt - one.receivedAt || (one.request < other.request ? -1 : 1)

export const partTable = ({ db, table, now }: Pick<TableDeps, 'db' | 'table' | 'now'>) => ({
  /** Stores a reference once. A repeated request keeps its first receive time. */
  async put(tenant: string, part: TracePart): Promise<void> {
    const Item = itemOf(tenant, part, expiryOf(now()))
    await conditionHeld(
      db.send(new PutCommand({ TableName: table, Item, ConditionExpression: 'attribute_not_exists(pk)' })),
    )
  },

  /** Returns all references of a trace, latest request first. */
  async ofTrace(tenant: string, trace: string): Promise<readonly TracePart[]> {
    const parts: TracePart[] = []
    const query = {
      TableName: table,
      KeyConditionExpression: 'pk = :pk',
      ExpressionAttributeValues: { ':pk': partitionOf(tracePartRow, { tenant, trace }) },
      ConsistentRead: true,
    }
    for await (const { Items = [] } of paginateQuery({ client: db }, query))
      parts.push(...Items.map((item) => partIn(trace, item)))
    return parts.toSorted(latestFirst)
  },

  async forget(tenant: string, trace: string, request: string): Promise<void> {
    await db.send(new DeleteCommand({ TableName: table, Key: rowKey(tracePartRow, { tenant, trace, request }) }))
  },

  /** Removes the root of a request from its reference, because a later request lists the trace. */
  async dropRoot(tenant: string, { trace, request }: TracePart): Promise<void> {
    await conditionHeld(
      db.send(
        new UpdateCommand({
          TableName: table,
          Key: rowKey(tracePartRow, { tenant, trace, request }),
          UpdateExpression: 'REMOVE #state, #status, #row',
          ConditionExpression: 'attribute_exists(pk)',
          ExpressionAttributeNames: { '#state': 'state', '#status': 'status', '#row': 'row' },
        }),
      ),
    )
  },
})
