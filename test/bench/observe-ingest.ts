import { openTable, type TableWorld } from '../support/table-world.ts'
import { randomFrom } from '../unit/observe/observe-world.ts'
import { type Cost, inPairs, median, type Pairs, type Progress, type Row } from './measure.ts'
import { answeringTable, bareTable } from './observe/answering-table.ts'
import { type Collector, startCollector } from './observe/collector.ts'
import { requestOf } from './observe/requests.ts'
import { tracesRoute } from './observe/traces-route.ts'
import { serve } from './served.ts'

const NOW = Date.parse('2026-11-27T13:37:11.250Z')
/** Requests per round with a hundred spans each; pairs of rounds. */
const REQUESTS = 400
const ROUNDS = 9
/** Number of different bodies. Each is sent several times per round; ingestion caches no bodies. */
const DISTINCT_REQUESTS = 100
const CONNECTIONS = 4
/** Maximum bytes of a response without a rejected span: a partial success without a field, or an empty body. */
const ACCEPTED_BYTES_MAX = 2
/** Maximum ratios: bounds against regression, slightly above the measured values. */
const ROUTE_RATIO_MAX = 14
const CODE_RATIO_MAX = 9

const bodies = (() => {
  const random = randomFrom(7)
  return Array.from({ length: DISTINCT_REQUESTS }, () => requestOf(random, NOW))
})()

/** Sends requests, a few concurrently. @throws Error if a request or one of its spans was rejected. */
const send = async (url: string): Promise<void> => {
  let next = 0
  const connection = async () => {
    for (let at = next++; at < REQUESTS; at = next++) {
      const body = bodies[at % DISTINCT_REQUESTS] as Uint8Array<ArrayBuffer>
      const headers = { 'content-type': 'application/x-protobuf' }
      const response = await fetch(`${url}/v1/traces`, { method: 'POST', headers, body })
      const answer = await response.arrayBuffer()
      if (response.status !== 200 || answer.byteLength > ACCEPTED_BYTES_MAX)
        throw new Error(`Spans were rejected: ${response.status} ${Buffer.from(answer).toString()}`)
    }
  }
  await Promise.all(Array.from({ length: CONNECTIONS }, connection))
}

const costOf = async (url: string, cpuMs: () => Promise<number> | number): Promise<Cost> => {
  const before = await cpuMs()
  const began = performance.now()
  await send(url)
  const ms = performance.now() - began
  return { ms, cpuMs: (await cpuMs()) - before }
}

/** Lists the table calls of one request. */
const callsFor = async (db: TableWorld['db'], body: Uint8Array): Promise<string> => {
  const calls: string[] = []
  db.middlewareStack.add(
    (next, { commandName = '' }) =>
      (args) => {
        calls.push(commandName)
        return next(args)
      },
    { step: 'initialize', priority: 'high', name: 'calls' },
  )
  const { status, body: answer } = await tracesRoute(db, NOW)(body)
  if (status !== 200 || answer.length > 0) throw new Error(`Spans were rejected: ${status}`)
  return calls.toSorted().join(' ')
}

/**
 * Checks that the answering table receives the same calls as the embedded one for a registered worker. Returns their
 * number.
 */
const assertSameCalls = async (): Promise<number> => {
  const [first, second] = bodies as [Uint8Array, Uint8Array]
  const world = await openTable()
  try {
    await tracesRoute(world.db, NOW)(first)
    const embeddedCalls = await callsFor(world.db, second)
    for (const db of [answeringTable('edge'), bareTable('edge')]) {
      const calls = await callsFor(db, second)
      if (calls !== embeddedCalls) throw new Error(`The table received ${calls} instead of ${embeddedCalls}`)
    }
    return embeddedCalls.split(' ').length
  } finally {
    await world.close()
  }
}

/** CPU milliseconds per request of both sides, in pairs of rounds; the ratio is the median of the pairs. */
interface Comparison extends Pick<Pairs, 'cpuRatio'> {
  readonly ours: number
  readonly rival: number
  /** Bytes that the collector writes for a request. */
  readonly written: number
}

const compareWith = async (
  collector: Collector,
  tableClient: 'sdk' | 'bare',
  progress: Progress,
): Promise<Comparison> => {
  const server = await serve('observe/ingest-server.ts', String(NOW), tableClient)
  const ours: number[] = []
  const rival: number[] = []
  const writtenBytes: number[] = []
  try {
    const { cpuRatio } = await inPairs(
      ROUNDS,
      async () => {
        const cost = await costOf(server.url, server.cpuMs)
        ours.push(cost.cpuMs / REQUESTS)
        return cost
      },
      async () => {
        const cost = await costOf(collector.url, async () => collector.cpuMs())
        rival.push(cost.cpuMs / REQUESTS)
        writtenBytes.push((await collector.takeWrittenBytes()) / REQUESTS)
        return cost
      },
      (round) => progress(`observe-ingest, ${tableClient} ${round}`),
    )
    if (writtenBytes.includes(0)) throw new Error('The collector wrote no data')
    // The first pair warms up.
    return { cpuRatio, ours: median(ours.slice(1)), rival: median(rival.slice(1)), written: median(writtenBytes) }
  } finally {
    await server.stop()
  }
}

/**
 * Compares the CPU time for 100 spans of the OTLP route and of an OpenTelemetry collector that writes to a file. Both
 * are HTTP servers in separate processes and get the same bytes of the official exporter. The route runs without
 * authorization and with a table that answers immediately, because DynamoDB's work is not included.
 */
export const observeIngestBench = async (progress: Progress): Promise<Row[]> => {
  progress('observe-ingest, the calls of the table')
  const calls = await assertSameCalls()
  progress('observe-ingest, building the collector')
  const collector = await startCollector()
  if (collector === undefined) {
    console.error('observe-ingest is skipped: the collector needs Go, its module registry and Linux')
    return []
  }
  try {
    const wholeRoute = await compareWith(collector, 'sdk', progress)
    const codeOnly = await compareWith(collector, 'bare', progress)
    const bytes = Math.round(bodies.reduce((sum, body) => sum + body.length, 0) / bodies.length)
    const rowOf = (bench: string, { ours, rival, cpuRatio }: Comparison, atMost: number, note: string): Row => ({
      bench,
      ours,
      rival,
      unit: 'ms',
      ratio: cpuRatio,
      cpuRatio,
      budget: { atMost },
      note,
    })
    return [
      rowOf(
        '100 spans of OTLP, CPU; OpenTelemetry Collector 0.161.0 with file exporter',
        wholeRoute,
        ROUTE_RATIO_MAX,
        `${bytes} bytes of protobuf; ours with ${calls} signed SDK calls that return immediately; the rival's file: ${Math.round(wholeRoute.written / 1_000)} KB`,
      ),
      rowOf('the same without the AWS SDK', codeOnly, CODE_RATIO_MAX, 'decoding, checks, rows, gzip: our code alone'),
    ]
  } finally {
    await collector.stop()
  }
}
