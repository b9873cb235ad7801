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
import { eventsIn } from '../ingest/pieces-of.ts'
import { readerOf } from '../workers/windows.ts'
import { type Groups, groupsIn, storable } from './groups.ts'
import { type Form, formOf, inflated, OTLP_TYPES } from './read-body.ts'

interface RejectedPoints {
  readonly rejected: number
  readonly message: string
}

const groupsOf = (signal: Signal, bytes: Uint8Array, form: Form): Groups => {
  try {
    return groupsIn(signal, bytes, form)
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

const takeGroup = (deps: IngestDeps) => {
  const take = ingest(deps)
  return async ({ caller, telemetry, digest, bytes }: Group): Promise<RejectedPoints> => {
    const { service } = telemetry
    const fault = senderFault(service)
    if (fault !== undefined) return { rejected: eventsIn(telemetry), message: `service.name ${fault}` }
    const { tenant, org } = readerOf(caller)
    const { retentionHours: hours, seriesPerDay } = OBSERVABILITY_TERMS[(await deps.standingOf(org)).tier]
    const { accepted, dropped } = storable(telemetry, deps.now(), hours)
    const message = `Times must be within the plan's retention of ${hours} hours, spans at most ${SPAN_DAYS} days long, records below 200000 characters, metric names at most ${TEXT_MAX} characters, and values finite`
    if (eventsIn(accepted) === 0) return { rejected: dropped, message }
    const result = await take({ tenant, org, request: sha256Hex(`${digest} ${service}`), bytes, telemetry: accepted })
    if (result instanceof Refusal) return { rejected: eventsIn(telemetry), message: result.message }
    const seriesMessage = `The worker has reached its limit of ${seriesPerDay} series per day (combinations of metric name and attributes)`
    const reasons = [...(dropped > 0 ? [message] : []), ...(result.pointsRejected > 0 ? [seriesMessage] : [])]
    return { rejected: dropped + result.pointsRejected, message: reasons.join('; ') }
  }
}

const mergedRejections = (all: readonly RejectedPoints[]): RejectedPoints | undefined => {
  const some = all.filter(({ rejected }) => rejected > 0)
  const messages = new Set(some.map(({ message }) => message))
  const rejected = some.reduce((sum, rejection) => sum + rejection.rejected, 0)
  return some.length === 0 ? undefined : { rejected, message: [...messages].join('; ') }
}

const NO_IDS = 'Spans must have ids'

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
  const take = takeGroup(deps)
  return route(endpoint, async ({ body, headers, caller }) => {
    const form = formOf(headers)
    const bytes = inflated(body, headers)
    const { telemetry: groups, rejected } = groupsOf(signal, bytes, form)
    const digest = sha256Hex(bytes)
    const rejections: RejectedPoints[] = [{ rejected, message: NO_IDS }]
    const excess = groups.slice(SERVICES_MAX).reduce((sum, telemetry) => sum + eventsIn(telemetry), 0)
    rejections.push({ rejected: excess, message: `A request must contain at most ${SERVICES_MAX} services` })
    for (const telemetry of groups.slice(0, SERVICES_MAX)) {
      const share = Math.ceil(bytes.length / groups.length)
      rejections.push(await take({ caller, telemetry, digest: `${signal} ${digest}`, bytes: share }))
    }
    return reply(200, replyTo(signal, form, mergedRejections(rejections)), { 'content-type': OTLP_TYPES[form] })
  })
}

export const otlpRoutes = (deps: IngestDeps): Route[] => [
  otlpRoute(deps, 'traces', ingestOtlpTraces),
  otlpRoute(deps, 'logs', ingestOtlpLogs),
  otlpRoute(deps, 'metrics', ingestOtlpMetrics),
]
