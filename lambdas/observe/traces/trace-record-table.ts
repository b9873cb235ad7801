import { PutCommand, paginateQuery, type QueryCommandInput } from '@aws-sdk/lib-dynamodb'
import { partitionOf, rowKey, type TableDeps } from '@signet/kernel'
import pMap from 'p-map'
import { looseLogRow, traceRecordRow } from '../contract/telemetry-rows.ts'
import { expiryOf } from '../counters/units.ts'
import type { TraceEntry } from './entry.ts'
import type { ListRow, RowKey } from './list-row.ts'
import { type PackedRecords, packRecords, type TraceRecords } from './packed-records.ts'
import { type TraceReference, traceReferenceTable } from './trace-reference-table.ts'

export interface RequestRecords {
  readonly tenant: string
  readonly worker: string
  readonly request: string
  /** Microseconds since 1970. */
  readonly receivedAt: number
  readonly byTrace: ReadonlyMap<string, TraceRecords>
  readonly looseLogs: TraceRecords['logs']
  readonly rows: readonly ListRow[]
}

/** A row with compressed records. */
export interface Blob {
  readonly request: string
  readonly part: string
  readonly gz: Uint8Array
}

const AT_ONCE = { concurrency: 16 }

const latestOf = (records: readonly TraceRecords[]): number =>
  records
    .flatMap(({ spans, logs }) => [...spans.map(({ start }) => start), ...logs.map(({ at }) => at)])
    .reduce((latest, at) => Math.max(latest, Math.round(at * 1_000)), 0)

const timeKeyOf = (us: number): string => String(us).padStart(17, '0')

type Item = Readonly<Record<string, unknown>>

const itemsOf = (
  kind: typeof traceRecordRow | typeof looseLogRow,
  requestRecords: RequestRecords,
  recordGroups: readonly TraceRecords[],
  ttl: number,
): Item[] => {
  const { tenant, worker, request } = requestRecords
  const latest = timeKeyOf(latestOf(recordGroups))
  const records = { spans: recordGroups.flatMap(({ spans }) => spans), logs: recordGroups.flatMap(({ logs }) => logs) }
  const rows: readonly PackedRecords[] = records.spans.length + records.logs.length > 0 ? packRecords(records) : []
  return rows.map(({ gz, traces }, i) => ({
    ...rowKey(kind, { tenant, worker, latest, request, part: String(i).padStart(3, '0') }),
    gz,
    ttl,
    ...(kind === traceRecordRow && { traces }),
  }))
}

const referencesOf = ({ worker, request, receivedAt, byTrace, rows }: RequestRecords): readonly TraceReference[] => {
  const latestSent = latestOf([...byTrace.values()])
  const rootByTrace = new Map<string, { entry: TraceEntry; row: RowKey }>(
    rows.flatMap(({ key, entries }) => entries.map((entry) => [entry.trace, { entry, row: key }] as const)),
  )
  return [...byTrace].map(([trace, records]) => {
    const root = rootByTrace.get(trace)
    return { trace, worker, request, receivedAt, latestSent, latest: latestOf([records]), ...(root && { root }) }
  })
}

/** Approximates the write units: one per reference and per started KiB of a row, with 200 bytes for its keys. */
const writeUnitsOf = (items: readonly Item[], references: readonly TraceReference[]): number =>
  items.reduce((sum, { gz, traces = [] }) => {
    const size = (gz as Uint8Array).length + (traces as readonly string[]).join('').length + 200
    return sum + Math.ceil(size / 1_024)
  }, references.length)

const blobIn = ({ gz, sk }: Item): Blob => {
  const [, request = '', part = ''] = String(sk).split('#')
  return { gz: gz as Uint8Array, request, part }
}

async function* blobsIn(client: TableDeps['db'], query: QueryCommandInput): AsyncGenerator<Blob> {
  for await (const { Items = [] } of paginateQuery({ client }, { ...query, ConsistentRead: true }))
    yield* Items.map(blobIn)
}

export type TraceRecordTable = ReturnType<typeof traceRecordTable>

export const traceRecordTable = ({ db, table, now }: TableDeps) => {
  const references = traceReferenceTable({ db, table, now })
  const put = (Item: Item) => db.send(new PutCommand({ TableName: table, Item }))
  return {
    /**
     * Returns the write units of a request and a function that stores its rows. A repeated request stores the same rows.
     */
    prepare(request: RequestRecords): { readonly writeUnits: number; readonly write: () => Promise<void> } {
      const ttl = expiryOf(now())
      const logsWithoutTrace = [{ spans: [], logs: request.looseLogs }]
      const items = [
        ...itemsOf(traceRecordRow, request, [...request.byTrace.values()], ttl),
        ...itemsOf(looseLogRow, request, logsWithoutTrace, ttl),
      ]
      const requestReferences = referencesOf(request)
      return {
        writeUnits: writeUnitsOf(items, requestReferences),
        // The records of a trace are stored before the references to them.
        write: async () => {
          await pMap(items, put, AT_ONCE)
          await pMap(requestReferences, (reference) => references.put(request.tenant, reference), AT_ONCE)
        },
      }
    },

    /** Returns logs without a trace from a given time, latest request first. */
    looseLogs: (workerKey: Pick<RequestRecords, 'tenant' | 'worker'>, from: number): AsyncGenerator<Blob> =>
      blobsIn(db, {
        TableName: table,
        ScanIndexForward: false,
        KeyConditionExpression: 'pk = :pk AND sk >= :from',
        ExpressionAttributeValues: {
          ':pk': partitionOf(looseLogRow, workerKey),
          ':from': timeKeyOf(Math.max(0, from)),
        },
      }),

    referencesOf: references.ofTrace,

    async blobsOf(tenant: string, { worker, request, latestSent }: TraceReference): Promise<readonly Blob[]> {
      const query = {
        TableName: table,
        KeyConditionExpression: 'pk = :pk AND begins_with(sk, :start)',
        ExpressionAttributeValues: {
          ':pk': partitionOf(traceRecordRow, { tenant, worker }),
          ':start': `${timeKeyOf(latestSent)}#${request}#`,
        },
      }
      const blobs: Blob[] = []
      for await (const blob of blobsIn(db, query)) blobs.push(blob)
      return blobs
    },
  }
}
