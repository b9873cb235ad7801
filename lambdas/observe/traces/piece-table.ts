import { PutCommand, paginateQuery, type QueryCommandInput } from '@aws-sdk/lib-dynamodb'
import { partitionOf, rowKey, type TableDeps } from '@signet/kernel'
import pMap from 'p-map'
import { looseRow, sentRow } from '../contract/telemetry-rows.ts'
import { expiryOf } from '../counters/units.ts'
import type { TraceEntry } from './entry.ts'
import type { ListRow, RowKey } from './list-row.ts'
import { type PackedRecords, type Pieces, packRecords } from './packed-records.ts'
import { partTable, type TracePart } from './part-table.ts'

export interface RequestPieces {
  readonly tenant: string
  readonly worker: string
  readonly request: string
  /** Microseconds since 1970. */
  readonly receivedAt: number
  readonly byTrace: ReadonlyMap<string, Pieces>
  readonly others: Pieces['logs']
  readonly rows: readonly ListRow[]
}

export interface Blob {
  readonly request: string
  readonly part: string
  readonly gz: Uint8Array
}

const AT_ONCE = { concurrency: 16 }

const latestOf = (all: readonly Pieces[]): number =>
  all
    .flatMap(({ spans, logs }) => [...spans.map(({ start }) => start), ...logs.map(({ at }) => at)])
    .reduce((latest, at) => Math.max(latest, Math.round(at * 1_000)), 0)

const timeOf = (us: number): string => String(us).padStart(17, '0')

type Item = Readonly<Record<string, unknown>>

const itemsOf = (
  kind: typeof sentRow | typeof looseRow,
  sent: RequestPieces,
  all: readonly Pieces[],
  ttl: number,
): Item[] => {
  const { tenant, worker, request } = sent
  const latest = timeOf(latestOf(all))
  const records = { spans: all.flatMap(({ spans }) => spans), logs: all.flatMap(({ logs }) => logs) }
  const rows: readonly PackedRecords[] = records.spans.length + records.logs.length > 0 ? packRecords(records) : []
  return rows.map(({ gz, traces }, i) => ({
    ...rowKey(kind, { tenant, worker, latest, request, part: String(i).padStart(3, '0') }),
    gz,
    ttl,
    ...(kind === sentRow && { traces }),
  }))
}

const partsOf = ({ worker, request, receivedAt, byTrace, rows }: RequestPieces): readonly TracePart[] => {
  const latestSent = latestOf([...byTrace.values()])
  const rowOf = new Map<string, { entry: TraceEntry; row: RowKey }>(
    rows.flatMap(({ key, entries }) => entries.map((entry) => [entry.trace, { entry, row: key }] as const)),
  )
  return [...byTrace].map(([trace, pieces]) => {
    const root = rowOf.get(trace)
    return { trace, worker, request, receivedAt, latestSent, latest: latestOf([pieces]), ...(root && { root }) }
  })
}

const unitsOf = (items: readonly Item[], parts: readonly TracePart[]): number =>
  items.reduce((sum, { gz, traces = [] }) => {
    const size = (gz as Uint8Array).length + (traces as readonly string[]).join('').length + 200
    return sum + Math.ceil(size / 1_024)
  }, parts.length)

const blobIn = ({ gz, sk }: Item): Blob => {
  const [, request = '', part = ''] = String(sk).split('#')
  return { gz: gz as Uint8Array, request, part }
}

async function* blobsIn(client: TableDeps['db'], query: QueryCommandInput): AsyncGenerator<Blob> {
  for await (const { Items = [] } of paginateQuery({ client }, { ...query, ConsistentRead: true }))
    yield* Items.map(blobIn)
}

export type PieceTable = ReturnType<typeof pieceTable>

export const pieceTable = ({ db, table, now }: TableDeps) => {
  const parts = partTable({ db, table, now })
  const put = (Item: Item) => db.send(new PutCommand({ TableName: table, Item }))
  return {
    /** Returns the rows of a request and their write units. A repeated request creates the same rows. */
    prepare(request: RequestPieces): { readonly units: number; readonly write: () => Promise<void> } {
      const ttl = expiryOf(now())
      const loose = [{ spans: [], logs: request.others }]
      const items = [
        ...itemsOf(sentRow, request, [...request.byTrace.values()], ttl),
        ...itemsOf(looseRow, request, loose, ttl),
      ]
      const sentParts = partsOf(request)
      return {
        units: unitsOf(items, sentParts),
        // The records of a trace are stored before the references to them.
        write: async () => {
          await pMap(items, put, AT_ONCE)
          await pMap(sentParts, (part) => parts.put(request.tenant, part), AT_ONCE)
        },
      }
    },

    /** Returns logs without a trace from a given time, latest request first. */
    loose: (who: Pick<RequestPieces, 'tenant' | 'worker'>, from: number): AsyncGenerator<Blob> =>
      blobsIn(db, {
        TableName: table,
        ScanIndexForward: false,
        KeyConditionExpression: 'pk = :pk AND sk >= :from',
        ExpressionAttributeValues: { ':pk': partitionOf(looseRow, who), ':from': timeOf(Math.max(0, from)) },
      }),

    parts: parts.ofTrace,

    async ofPart(tenant: string, { worker, request, latestSent }: TracePart): Promise<readonly Blob[]> {
      const query = {
        TableName: table,
        KeyConditionExpression: 'pk = :pk AND begins_with(sk, :start)',
        ExpressionAttributeValues: {
          ':pk': partitionOf(sentRow, { tenant, worker }),
          ':start': `${timeOf(latestSent)}#${request}#`,
        },
      }
      const blobs: Blob[] = []
      for await (const blob of blobsIn(db, query)) blobs.push(blob)
      return blobs
    },
  }
}
