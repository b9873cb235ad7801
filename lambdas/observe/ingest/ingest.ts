import { type Clock, type Refusal, refusal, secondsUntil } from '@signet/kernel'
import { OBSERVABILITY_TERMS, type PlatformTier, type StandingOf, UPGRADE_PATH } from '@signet/ledger'
import { isInternalName, type Telemetry } from '@signet/telemetry'
import type { AlertTable } from '../alerts/alert-table.ts'
import type { CapTable } from '../caps/cap-table.ts'
import { usOf } from '../counters/units.ts'
import type { MetricTable } from '../metrics/metric-table.ts'
import { entryOf } from '../traces/entry.ts'
import { listRowsOf } from '../traces/list-row.ts'
import type { PieceTable } from '../traces/piece-table.ts'
import type { TraceTable } from '../traces/trace-table.ts'
import type { WorkerTable } from '../workers/worker-table.ts'
import { eventsIn, piecesOf } from './pieces-of.ts'

export interface PieceDeps {
  readonly workers: WorkerTable
  readonly caps: CapTable
  readonly pieces: PieceTable
  readonly traces: TraceTable
  readonly standingOf: StandingOf
  readonly now: Clock
}

export interface IngestDeps extends PieceDeps {
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
  return refusal('worker_limit', `The worker limit of plan ${tier} is reached: ${limit}`, { extras })
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

const otherUnits = ({ spans, metrics, alerts }: Telemetry): number => {
  const roots = spans.filter(isRoot).length
  const listed = roots > 0 ? 2 + 2 * Math.ceil(roots / 10) : 0
  return 4 + listed + (metrics.length > 0 ? 2 : 0) + metrics.length * 8 + alerts.length * 4
}

/** Events per request below which the worker is advised to send larger batches. */
const SMALL_REQUEST_EVENTS = 10

/**
 * Accepts spans and logs of a worker: checks the worker limit, counts the events, and stores the records. Internal
 * names have no limits; the caller must refuse them to customers.
 */
export const ingestPieces =
  ({ workers, caps, pieces, traces, standingOf, now }: PieceDeps) =>
  async ({ tenant, org, request, bytes, telemetry }: IngestRequest): Promise<undefined | IngestRefusal> => {
    const { service: worker } = telemetry
    const isInternal = isInternalName(worker)
    const { tier } = await standingOf(org)
    const { workers: places, eventsPerDay } = OBSERVABILITY_TERMS[tier]
    if (isInternal) await workers.note(tenant, worker)
    else if (!(await workers.admit(tenant, worker, { org, places }))) return workerLimitReached(tier)

    const roots = telemetry.spans.filter(isRoot).map((root) => entryOf(worker, root))
    const rows = listRowsOf(tenant, request, roots)
    const from = { tenant, request, receivedAt: usOf(now().getTime()) }
    const requestPieces = { ...from, worker, rows, ...piecesOf(telemetry) }
    const { units, write } = pieces.prepare(requestPieces)
    const dailyUse = { request, events: eventsIn(telemetry), bytes, units: units + otherUnits(telemetry) }
    const usage = await caps.take({ tenant, worker }, isInternal ? dailyUse : { ...dailyUse, limit: eventsPerDay })
    if (!usage.isTaken) return dailyLimitReached(tier, usage.used, now())

    // The spans of a trace are stored before the trace is listed.
    await write()
    await traces.list({ ...from, rows })
    return undefined
  }

/** Accepts all telemetry of a request. Safe to interrupt: a repeated request completes the work and counts once. */
export const ingest = (deps: IngestDeps) => {
  const takePieces = ingestPieces(deps)
  const { caps, metricRows, alerts, standingOf } = deps
  return async (ingestRequest: IngestRequest): Promise<IngestResult | IngestRefusal> => {
    const refused = await takePieces(ingestRequest)
    if (refused) return refused
    const { tenant, org, request, telemetry } = ingestRequest
    const { service: worker } = telemetry
    const { seriesPerDay: seriesMax } = OBSERVABILITY_TERMS[(await standingOf(org)).tier]
    const pointsRejected = await metricRows.add({ tenant, worker }, { request, seriesMax }, telemetry.metrics)
    await alerts.put(tenant, worker, telemetry.alerts)
    if (eventsIn(telemetry) >= SMALL_REQUEST_EVENTS) return { pointsRejected }
    const day = await caps.today({ tenant, worker })
    return day && day.events / day.requests < SMALL_REQUEST_EVENTS
      ? { advice: 'batch', pointsRejected }
      : { pointsRejected }
  }
}
