import { type Clock, type Refusal, refusal, secondsUntil } from '@signet/kernel'
import { OBSERVABILITY_TERMS, type PlatformTier, type TierStatusOf, UPGRADE_PATH } from '@signet/ledger'
import { isInternalName, type Telemetry } from '@signet/telemetry'
import type { AlertTable } from '../alerts/alert-table.ts'
import type { CapTable } from '../caps/cap-table.ts'
import { usOf } from '../counters/units.ts'
import type { MetricTable } from '../metrics/metric-table.ts'
import { entryOf } from '../traces/entry.ts'
import { listRowsOf } from '../traces/list-row.ts'
import type { TraceRecordTable } from '../traces/trace-record-table.ts'
import type { TraceTable } from '../traces/trace-table.ts'
import type { WorkerTable } from '../workers/worker-table.ts'
import { eventsIn, recordsByTrace } from './records-by-trace.ts'

export interface TraceIngestDeps {
  readonly workers: WorkerTable
  readonly caps: CapTable
  readonly traceRecords: TraceRecordTable
  readonly traces: TraceTable
  readonly tierStatusOf: TierStatusOf
  readonly now: Clock
}

export interface IngestDeps extends TraceIngestDeps {
  readonly metricRows: MetricTable
  readonly alerts: Pick<AlertTable, 'put'>
}

export interface IngestRequest {
  readonly tenant: string
  readonly org: string
  /** Digest of the request. A repeated digest within ten minutes counts once. */
  readonly request: string
  readonly bytes: number
  readonly telemetry: Telemetry
}

export interface IngestResult {
  readonly advice?: 'batch'
  readonly pointsRejected: number
}

export type IngestRefusal = Refusal<'worker_limit'> | Refusal<'daily_limit'>

const workerLimitReached = (tier: PlatformTier): Refusal<'worker_limit'> => {
  const { workers: limit } = OBSERVABILITY_TERMS[tier]
  const extras = { tier, limit, upgrade: UPGRADE_PATH }
  return refusal('worker_limit', `The organization has reached the worker limit of the ${tier} plan (${limit})`, {
    extras,
  })
}

const dailyLimitReached = (tier: PlatformTier, used: number, now: Date): Refusal<'daily_limit'> => {
  const { eventsPerDay: dailyLimit } = OBSERVABILITY_TERMS[tier]
  const midnight = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), now.getUTCDate() + 1))
  return refusal('daily_limit', `The worker has sent ${used} of its ${dailyLimit} daily events`, {
    extras: { tier, dailyLimit, used, upgrade: UPGRADE_PATH, retryable: false },
    headers: { 'retry-after': String(secondsUntil(midnight, now)) },
  })
}

const isRoot = ({ parentSpanId }: Telemetry['spans'][number]): boolean => parentSpanId === undefined

/**
 * Approximate write units of all rows except spans and logs. All are written in transactions, at two units per row: the
 * daily count and its request mark, a count and a list row per ten roots, a mark for metrics, four rows per point and
 * two per alert.
 */
const writeUnitsBesidesRecords = ({ spans, metrics, alerts }: Telemetry): number => {
  const roots = spans.filter(isRoot).length
  const listed = roots > 0 ? 2 + 2 * Math.ceil(roots / 10) : 0
  return 4 + listed + (metrics.length > 0 ? 2 : 0) + metrics.length * 8 + alerts.length * 4
}

/** Events per request below which the worker is advised to send larger batches. */
const SMALL_REQUEST_EVENTS = 10

/**
 * Accepts spans and logs of a worker: checks the worker limit, counts the events, and stores the records. Internal
 * names have no limits. The caller must reject them in requests of customers.
 */
export const ingestTraceRecords =
  ({ workers, caps, traceRecords, traces, tierStatusOf, now }: TraceIngestDeps) =>
  async ({ tenant, org, request, bytes, telemetry }: IngestRequest): Promise<undefined | IngestRefusal> => {
    const { service: worker } = telemetry
    const isInternal = isInternalName(worker)
    const { tier } = await tierStatusOf(org)
    const { workers: maxWorkers, eventsPerDay } = OBSERVABILITY_TERMS[tier]
    if (isInternal) await workers.register(tenant, worker)
    else if (!(await workers.admit(tenant, worker, { org, maxWorkers }))) return workerLimitReached(tier)

    const roots = telemetry.spans.filter(isRoot).map((root) => entryOf(worker, root))
    const rows = listRowsOf(tenant, request, roots)
    const requestKey = { tenant, request, receivedAt: usOf(now().getTime()) }
    const requestRecords = { ...requestKey, worker, rows, ...recordsByTrace(telemetry) }
    const { writeUnits, write } = traceRecords.prepare(requestRecords)
    const dailyUse = {
      request,
      events: eventsIn(telemetry),
      bytes,
      writeUnits: writeUnits + writeUnitsBesidesRecords(telemetry),
    }
    const capResult = await caps.countEvents(
      { tenant, worker },
      isInternal ? dailyUse : { ...dailyUse, limit: eventsPerDay },
    )
    if (!capResult.isCounted) return dailyLimitReached(tier, capResult.used, now())

    // The spans of a trace are stored before the trace is listed.
    await write()
    await traces.list({ ...requestKey, rows })
    return undefined
  }

/** Accepts all telemetry of a request. Safe to interrupt: a repeated request completes the work and counts once. */
export const ingest = (deps: IngestDeps) => {
  const ingestRecords = ingestTraceRecords(deps)
  const { caps, metricRows, alerts, tierStatusOf } = deps
  return async (ingestRequest: IngestRequest): Promise<IngestResult | IngestRefusal> => {
    const refusal = await ingestRecords(ingestRequest)
    if (refusal) return refusal
    const { tenant, org, request, telemetry } = ingestRequest
    const { service: worker } = telemetry
    const { seriesPerDay: seriesMax } = OBSERVABILITY_TERMS[(await tierStatusOf(org)).tier]
    const pointsRejected = await metricRows.add({ tenant, worker }, { request, seriesMax }, telemetry.metrics)
    await alerts.put(tenant, worker, telemetry.alerts)
    if (eventsIn(telemetry) >= SMALL_REQUEST_EVENTS) return { pointsRejected }
    const day = await caps.today({ tenant, worker })
    return day && day.events / day.requests < SMALL_REQUEST_EVENTS
      ? { advice: 'batch', pointsRejected }
      : { pointsRejected }
  }
}
