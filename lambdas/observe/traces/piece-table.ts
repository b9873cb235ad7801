import { PutCommand, paginateQuery } from '@aws-sdk/lib-dynamodb'
import { epochSeconds, partitionOf, rowKey, type TableDeps } from '@signet/kernel'
import { KEPT_DAYS } from '../contract/rows.ts'
import { sentRow, traceBlobRow } from '../contract/telemetry-rows.ts'
import { type Pieces, packed } from './packed.ts'

/** A request of a worker, and what it tells of each trace. */
export interface SentPieces {
  readonly tenant: string
  readonly worker: string
  readonly request: string
  /** Microseconds since 1970. */
  readonly receivedAt: number
  readonly byTrace: ReadonlyMap<string, Pieces>
  /** Of logs that name no trace. */
  readonly others: Pieces['logs']
}

/** A row of a trace, still compressed. */
export interface Blob {
  readonly worker: string
  readonly request: string
  readonly part: string
  /** The latest start or time in it, in microseconds. */
  readonly latest: number
  readonly bytes: Uint8Array
}

/** Rows that are written at the same time. */
const AT_ONCE = 16
/** Ids of traces in a row. */
const IDS_PART = 1_000

const latestOf = ({ spans, logs }: Pieces): number =>
  Math.round(Math.max(0, ...spans.map(({ start }) => start), ...logs.map(({ at }) => at)) * 1_000)

const chunksOf = <T>(list: readonly T[], size: number): readonly (readonly T[])[] =>
  Array.from({ length: Math.ceil(list.length / size) }, (_, at) => list.slice(at * size, (at + 1) * size))

const timeOf = (us: number): string => String(us).padStart(17, '0')

type Item = Readonly<Record<string, unknown>>

/** The rows that say which traces a request is about: whoever erases finds them by it. */
const noteItems = ({ byTrace, others, receivedAt, ...parts }: SentPieces, ttl: number): readonly Item[] => {
  const key = (part: string) => rowKey(sentRow, { ...parts, at: timeOf(receivedAt), part })
  const notes = chunksOf([...byTrace.keys()], IDS_PART).map((traces, i) => ({ ...key(`T${i}`), traces, ttl }))
  const logs = others.length === 0 ? [] : packed({ spans: [], logs: others })
  return [...notes, ...logs.map((gz, i) => ({ ...key(`L${i}`), gz, ttl }))]
}

const blobItems = ({ byTrace, tenant, worker, request }: SentPieces, ttl: number): readonly Item[] =>
  [...byTrace].flatMap(([trace, pieces]) =>
    packed(pieces).map((gz, part) => ({
      ...rowKey(traceBlobRow, { tenant, trace, request, part: String(part).padStart(3, '0') }),
      ...{ gz, worker, request, latest: latestOf(pieces), ttl },
    })),
  )

const itemsOf = (sent: SentPieces, ttl: number) => [noteItems(sent, ttl), blobItems(sent, ttl)] as const

/** Write units of rows of these many bytes. */
const unitsOf = (items: readonly Item[]): number =>
  items.reduce((sum, { gz, traces }) => {
    const size =
      gz instanceof Uint8Array ? gz.length : ((traces as readonly string[] | undefined)?.join('').length ?? 0)
    return sum + Math.ceil((size + 200) / 1_024)
  }, 0)

const putAll = async ({ db, table }: Pick<TableDeps, 'db' | 'table'>, items: readonly Item[]): Promise<void> => {
  for (const chunk of chunksOf(items, AT_ONCE))
    await Promise.all(chunk.map((item) => db.send(new PutCommand({ TableName: table, Item: item }))))
}

export type PieceTable = ReturnType<typeof pieceTable>

/** Spans and logs as they came: one row of a trace and a request. */
export const pieceTable = ({ db, table, now }: TableDeps) => {
  return {
    /** The rows of a request, and what they cost. Those of its traces are the same whenever they are made. */
    prepare(sent: SentPieces): { readonly units: number; readonly write: () => Promise<void> } {
      const [notes, blobs] = itemsOf(sent, epochSeconds(now()) + KEPT_DAYS * 86_400)
      return {
        units: unitsOf(notes) + unitsOf(blobs),
        write: async () => {
          await putAll({ db, table }, notes)
          await putAll({ db, table }, blobs)
        },
      }
    },

    /** Logs that name no trace, as they came from one time on: the newest request first. */
    async *loose(
      who: Pick<SentPieces, 'tenant' | 'worker'>,
      from: number,
    ): AsyncGenerator<Omit<Blob, 'worker' | 'latest'>> {
      const asked = {
        TableName: table,
        KeyConditionExpression: 'pk = :pk AND sk >= :from',
        ExpressionAttributeValues: { ':pk': partitionOf(sentRow, who), ':from': timeOf(Math.max(0, from)) },
        ScanIndexForward: false,
        ConsistentRead: true,
      }
      for await (const { Items = [] } of paginateQuery({ client: db }, asked))
        for (const { gz, sk } of Items) {
          const [, request = '', part = ''] = String(sk).split('#')
          if (gz) yield { bytes: gz as Uint8Array, request, part }
        }
    },

    /** What is kept of a trace, request by request. */
    async *ofTrace(tenant: string, trace: string): AsyncGenerator<Blob> {
      const asked = {
        TableName: table,
        KeyConditionExpression: 'pk = :pk AND begins_with(sk, :start)',
        ExpressionAttributeValues: { ':pk': partitionOf(traceBlobRow, { tenant, trace }), ':start': 'B#' },
        ConsistentRead: true,
      }
      for await (const { Items = [] } of paginateQuery({ client: db }, asked))
        for (const { gz, worker, request, latest, sk } of Items)
          yield {
            ...{ bytes: gz as Uint8Array, worker: String(worker), request: String(request), latest: Number(latest) },
            part: String(sk).slice(String(sk).lastIndexOf('#') + 1),
          }
    },
  }
}
