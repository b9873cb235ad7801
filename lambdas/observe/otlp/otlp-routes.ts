import { reply } from '@signet/contracts'
import { type Caller, invalidInput, Refusal, type Route, route } from '@signet/kernel'
import { OBSERVABILITY_TERMS } from '@signet/ledger'
import { sha256Hex } from '@signet/receipts/digest'
import { senderFault, type Telemetry } from '@signet/telemetry'
import { OtlpFault, replyTo } from '@signet/telemetry/otlp'
import { SPAN_DAYS, TEXT_MAX } from '@signet/telemetry/schemas'
import type { Signal } from '@signet/telemetry/signals'
import { ingestOtlpLogs, ingestOtlpMetrics, ingestOtlpTraces } from '../contract/otlp.ts'
import { type IngestDeps, ingest } from '../ingest/ingest.ts'
import { eventsIn } from '../ingest/records-by-trace.ts'
import { telemetryOwnerOf } from '../workers/windows.ts'
import { type GroupedTelemetry, groupedTelemetryOf, RECORD_CHARACTERS_MAX, storableRecords } from './groups.ts'
import { decompressBody, type Format, formatOf, OTLP_TYPES } from './read-body.ts'

interface Rejection {
  readonly rejected: number
  readonly message: string
}

const parseGroups = (signal: Signal, bytes: Uint8Array, format: Format): GroupedTelemetry => {
  try {
    return groupedTelemetryOf(signal, bytes, format)
  } catch (error) {
    if (error instanceof OtlpFault) throw invalidInput([{ field: 'body', message: error.message }])
    throw error
  }
}

interface Group {
  readonly caller: Caller
  readonly telemetry: Telemetry
  readonly digest: string
  readonly bytes: number
}

const groupIngester = (deps: IngestDeps) => {
  const ingestTelemetry = ingest(deps)
  return async ({ caller, telemetry, digest, bytes }: Group): Promise<Rejection> => {
    const { service } = telemetry
    const fault = senderFault(service)
    if (fault !== undefined) return { rejected: eventsIn(telemetry), message: `service.name ${fault}` }
    const { tenant, org } = telemetryOwnerOf(caller)
    const { retentionHours: hours, seriesPerDay } = OBSERVABILITY_TERMS[(await deps.tierStatusOf(org)).tier]
    const { accepted, dropped } = storableRecords(telemetry, deps.now(), hours)
    const message = `Times must be within the plan's retention of ${hours} hours and at most five minutes in the future, spans at most ${SPAN_DAYS} days long, records at most ${RECORD_CHARACTERS_MAX} characters, metric names at most ${TEXT_MAX} characters, and values finite`
    if (eventsIn(accepted) === 0) return { rejected: dropped, message }
    const result = await ingestTelemetry({
      tenant,
      org,
      request: sha256Hex(`${digest} ${service}`),
      bytes,
      telemetry: accepted,
    })
    if (result instanceof Refusal) return { rejected: eventsIn(telemetry), message: result.message }
    const seriesMessage = `The worker has reached its limit of ${seriesPerDay} series per day (combinations of metric name and attributes)`
    const reasons = [...(dropped > 0 ? [message] : []), ...(result.pointsRejected > 0 ? [seriesMessage] : [])]
    return { rejected: dropped + result.pointsRejected, message: reasons.join('; ') }
  }
}

const mergedRejections = (all: readonly Rejection[]): Rejection | undefined => {
  const nonEmpty = all.filter(({ rejected }) => rejected > 0)
  const messages = new Set(nonEmpty.map(({ message }) => message))
  const rejected = nonEmpty.reduce((sum, rejection) => sum + rejection.rejected, 0)
  return nonEmpty.length === 0 ? undefined : { rejected, message: [...messages].join('; ') }
}

const NO_IDS = 'Spans must have a trace ID and a span ID'

/**
 * Maximum services per request: five times the largest worker limit of a plan. Each service costs database calls, even
 * if it is rejected.
 */
const SERVICES_MAX = 100

/**
 * Creates a route of OTLP/HTTP. Records rejected by a plan limit or a rule are a partial success, because a client
 * would retry after 429 (OTLP specification, partial success).
 */
const otlpRoute = (deps: IngestDeps, signal: Signal, endpoint: typeof ingestOtlpTraces): Route => {
  const ingestGroup = groupIngester(deps)
  return route(endpoint, async ({ body, headers, caller }) => {
    const format = formatOf(headers)
    const bytes = decompressBody(body, headers)
    const { telemetry: groups, rejected } = parseGroups(signal, bytes, format)
    const digest = sha256Hex(bytes)
    const rejections: Rejection[] = [{ rejected, message: NO_IDS }]
    const excess = groups.slice(SERVICES_MAX).reduce((sum, telemetry) => sum + eventsIn(telemetry), 0)
    rejections.push({ rejected: excess, message: `A request must contain at most ${SERVICES_MAX} services` })
    for (const telemetry of groups.slice(0, SERVICES_MAX)) {
      const bytesPerGroup = Math.ceil(bytes.length / groups.length)
      rejections.push(await ingestGroup({ caller, telemetry, digest: `${signal} ${digest}`, bytes: bytesPerGroup }))
    }
    return reply(200, replyTo(signal, format, mergedRejections(rejections)), { 'content-type': OTLP_TYPES[format] })
  })
}

export const otlpRoutes = (deps: IngestDeps): Route[] => [
  otlpRoute(deps, 'traces', ingestOtlpTraces),
  otlpRoute(deps, 'logs', ingestOtlpLogs),
  otlpRoute(deps, 'metrics', ingestOtlpMetrics),
]
