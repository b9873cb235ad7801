import { telemetryOf } from '@signet/telemetry'
import { IngestBody } from '@signet/telemetry/schemas'
import { observeDeps } from '../../lambdas/observe/api/observe-routes.ts'
import { ingest } from '../../lambdas/observe/ingest/ingest.ts'
import { sumUpWorker } from '../../lambdas/observe/sweep/sum-up.ts'
import type { TraceEntry } from '../../lambdas/observe/traces/entry.ts'
import { listPage } from '../../lambdas/observe/traces/list-page.ts'
import { listRowsOf } from '../../lambdas/observe/traces/list-row.ts'
import { listRows } from '../../lambdas/observe/traces/list-writes.ts'
import { tableMeter } from '../support/table-meter.ts'
import { openTable, TABLE } from '../support/table-world.ts'
import { randomFrom } from '../unit/observe/observe-world.ts'
import type { Progress, Row } from './measure.ts'
import { hex, spansOf } from './observe/spans.ts'

const NOW = Date.parse('2026-11-27T13:37:11.250Z')
const DAY_MS = 86_400_000

/** List prices of on-demand DynamoDB in us-east-1 in USD per million units. */
const WRITE_USD = 0.625
const READ_USD = 0.125
/** USD per million spans in requests of a hundred. */
const USD_MAX = 0.14
const LIST_MS = 150
const LIST_READS = 250

const cycle = { start: new Date(NOW - DAY_MS), end: new Date(NOW + DAY_MS) }

const openObserve = async () => {
  const world = await openTable()
  const tables = { db: world.db, table: TABLE, now: () => new Date(NOW) }
  const deps = observeDeps({
    ...tables,
    tierStatusOf: async () => ({ tier: 'team', cycle }),
    pepper: async () => 'pepper',
    allowsLoopback: false,
  })
  return { world, tables, deps }
}

/** Measures the table's price of a million spans, and the CPU time per request. */
const costOfSpans = async (say: Progress): Promise<Row[]> => {
  say('ingesting 10,000 spans, a hundred per request')
  const { world, deps } = await openObserve()
  const random = randomFrom(7)
  const ingestRequest = ingest(deps)
  const sendRequest = () => {
    const spans = Array.from({ length: 5 }, () => spansOf(random, 20, NOW)).flat()
    const body = { service: 'edge', spans, metrics: [], logs: [], alerts: [] }
    const telemetry = telemetryOf(IngestBody.parse(body))
    const bytes = JSON.stringify(body).length
    return {
      bytes,
      done: ingestRequest({ tenant: 'bench', org: 'bench', request: hex(random, 64), bytes, telemetry }),
    }
  }
  await sendRequest().done
  const meter = tableMeter(world.db)
  meter.begin()
  let bytes = 0
  for (let n = 1; n <= 100; n++) {
    const request = sendRequest()
    bytes += request.bytes
    await request.done
  }
  const { writes, indexWrites, reads } = meter.costs()
  await world.close()
  const usd = ((writes + indexWrites) * WRITE_USD + reads * READ_USD) / 10_000
  const note = `${writes + indexWrites} write and ${reads} read units for 10,000 spans of ${Math.round(bytes / 10_000)} bytes`
  return [
    {
      bench: 'a million spans, a hundred per request',
      ours: usd,
      rival: USD_MAX,
      unit: 'USD',
      ratio: usd / USD_MAX,
      budget: { atMost: 1 },
      note,
    },
  ]
}

const TRACES = 100_000
const WARM_UP_PAGES = 10
const MEASURED_PAGES = 100
const WORKERS = Array.from({ length: 20 }, (_, i) => `worker-${i}`)

/** Traces per request, which began within a few seconds at any time of 30 days. */
const BURST = 10

const burstOf = (random: () => number, worker: string): readonly TraceEntry[] => {
  const at = NOW - Math.floor(random() * 30 * DAY_MS)
  return Array.from({ length: BURST }, () => {
    const start = (at - Math.floor(random() * 4_000)) * 1_000
    return {
      trace: hex(random, 32),
      worker,
      status: random() < 0.05 ? 'error' : 'ok',
      start,
      end: start + 5_000,
      duration: 5,
      error: null,
      sampleRate: 1,
    }
  })
}

/**
 * Measures pages of 100,000 traces of 20 workers in 30 days: milliseconds and units at the 95th percentile of a
 * hundred.
 */
const costOfPages = async (say: Progress): Promise<Row[]> => {
  const { world, tables, deps } = await openObserve()
  const random = randomFrom(11)
  for (const [i, worker] of WORKERS.entries()) {
    say(`storing traces of worker ${i + 1} of ${WORKERS.length}`)
    for (let n = 0; n < TRACES / WORKERS.length / BURST; n++)
      await listRows(tables, 'bench', listRowsOf('bench', hex(random, 16), burstOf(random, worker)))
    await sumUpWorker(tables, { tenant: 'bench', worker }, Math.floor((NOW - 31 * DAY_MS) / 300_000))
  }
  const windows = WORKERS.map((worker) => ({ worker, from: (NOW - 30 * DAY_MS) * 1_000, until: NOW * 1_000 }))
  const meter = tableMeter(world.db)
  const samples: { ms: number; reads: number; calls: number }[] = []
  for (let n = 0; n < WARM_UP_PAGES + MEASURED_PAGES; n++) {
    say(`page ${n + 1} of ${WARM_UP_PAGES + MEASURED_PAGES}`)
    const offset = n % 2 === 0 ? 0 : Math.floor(random() * (TRACES - 50))
    meter.begin()
    const began = performance.now()
    const { entries, total } = await listPage(deps, 'bench', windows, { statuses: ['ok', 'error'], limit: 50, offset })
    if (entries.length !== 50 || total !== TRACES) throw new Error(`A page has ${entries.length} of ${total} traces`)
    const ms = performance.now() - began
    const { reads, calls } = meter.costs()
    if (n >= WARM_UP_PAGES) samples.push({ ms, reads, calls: calls.split(' ').length })
  }
  await world.close()
  const p95 = (values: readonly number[]) => values.toSorted((a, b) => a - b)[MEASURED_PAGES * 0.95 - 1] ?? Number.NaN
  const ms = p95(samples.map((each) => each.ms))
  const reads = p95(samples.map((each) => each.reads))
  const note = `${p95(samples.map(({ calls }) => calls))} calls`
  return [
    {
      bench: '50 of 100,000 traces, 20 workers, 30 days',
      ours: ms,
      rival: LIST_MS,
      unit: 'ms p95',
      ratio: ms / LIST_MS,
      budget: { atMost: 1 },
      note,
    },
    {
      bench: 'the same in read units',
      ours: reads,
      rival: LIST_READS,
      unit: 'units p95',
      ratio: reads / LIST_READS,
      budget: { atMost: 1 },
    },
  ]
}

/** Compares the costs of storing and listing telemetry with their bounds. */
export const observeBench = async (say: Progress): Promise<Row[]> => [
  ...(await costOfSpans(say)),
  ...(await costOfPages(say)),
]
