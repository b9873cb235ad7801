import { DeleteCommand, PutCommand, paginateQuery, UpdateCommand } from '@aws-sdk/lib-dynamodb'
import { conditionHeld, partitionOf, rowKey, type TableDeps } from '@signet/kernel'
import { traceReferenceRow } from '../contract/telemetry-rows.ts'
import { expiryOf } from '../counters/units.ts'
import { entryIn, stateOf, type TraceEntry } from './entry.ts'
import type { RowKey } from './list-row.ts'

/** Reference from a trace to a request that contains its records. Times are microseconds since 1970. */
export interface TraceReference {
  readonly trace: string
  readonly worker: string
  readonly request: string
  readonly receivedAt: number
  /** Latest time in the request. Its spans and logs are stored under this time. */
  readonly latestSent: number
  /** Latest time in the records of this trace. */
  readonly latest: number
  readonly root?: { readonly entry: TraceEntry; readonly row: RowKey }
}

type Item = Readonly<Record<string, unknown>>

const itemOf = (tenant: string, { trace, request, root, ...reference }: TraceReference, ttl: number): Item => ({
  ...rowKey(traceReferenceRow, { tenant, trace, request }),
  ...reference,
  ttl,
  ...(root && { state: stateOf(root.entry), status: root.entry.status, row: root.row }),
})

const referenceIn = (
  trace: string,
  { sk, worker, receivedAt, latestSent, latest, state, status, row }: Item,
): TraceReference => ({
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
const latestFirst = (one: TraceReference, other: TraceReference): number =>
  other.receivedAt - one.receivedAt || (one.request < other.request ? -1 : 1)

export const traceReferenceTable = ({ db, table, now }: Pick<TableDeps, 'db' | 'table' | 'now'>) => ({
  /** Stores a reference once. A repeated request keeps its first receive time. */
  async put(tenant: string, reference: TraceReference): Promise<void> {
    const Item = itemOf(tenant, reference, expiryOf(now()))
    await conditionHeld(
      db.send(new PutCommand({ TableName: table, Item, ConditionExpression: 'attribute_not_exists(pk)' })),
    )
  },

  /** Returns all references of a trace, latest request first. */
  async ofTrace(tenant: string, trace: string): Promise<readonly TraceReference[]> {
    const references: TraceReference[] = []
    const query = {
      TableName: table,
      KeyConditionExpression: 'pk = :pk',
      ExpressionAttributeValues: { ':pk': partitionOf(traceReferenceRow, { tenant, trace }) },
      ConsistentRead: true,
    }
    for await (const { Items = [] } of paginateQuery({ client: db }, query))
      references.push(...Items.map((item) => referenceIn(trace, item)))
    return references.toSorted(latestFirst)
  },

  async remove(tenant: string, trace: string, request: string): Promise<void> {
    await db.send(new DeleteCommand({ TableName: table, Key: rowKey(traceReferenceRow, { tenant, trace, request }) }))
  },

  /** Removes the root of a request from its reference, because a later request lists the trace. */
  async dropRoot(tenant: string, { trace, request }: TraceReference): Promise<void> {
    await conditionHeld(
      db.send(
        new UpdateCommand({
          TableName: table,
          Key: rowKey(traceReferenceRow, { tenant, trace, request }),
          UpdateExpression: 'REMOVE #state, #status, #row',
          ConditionExpression: 'attribute_exists(pk)',
          ExpressionAttributeNames: { '#state': 'state', '#status': 'status', '#row': 'row' },
        }),
      ),
    )
  },
})
