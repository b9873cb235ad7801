import { reply } from '@signet/contracts'
import { notFound, type Route, route } from '@signet/kernel'
import { getInternalSummary, getInternalTrace, listInternalTraces } from '../contract/internal.ts'
import { INTERNAL_TENANT } from '../contract/internal-workers.ts'
import { type SummaryDeps, summaryReader } from '../queries/summary-route.ts'
import type { ObjectTraceTable } from '../traces/object-trace-table.ts'
import { traceReader } from '../traces/trace-detail.ts'
import { type TraceRouteDeps, tracePageReader } from '../traces/trace-routes.ts'
import { internalStanding } from '../workers/internal-standing.ts'
import type { TelemetryOwner } from '../workers/windows.ts'

type InternalDeps = Omit<TraceRouteDeps & SummaryDeps, 'tierStatusOf' | 'showsInternal'> & {
  readonly objectTraces: Pick<ObjectTraceTable, 'tracesOf'>
}

const INTERNAL_OWNER: TelemetryOwner = { tenant: INTERNAL_TENANT, org: INTERNAL_TENANT }

export const internalRoutes = ({ objectTraces, ...tables }: InternalDeps): Route[] => {
  const deps = { ...tables, tierStatusOf: internalStanding, showsInternal: true } as const
  const readSummary = summaryReader(deps)
  const readPage = tracePageReader(deps)
  const readTrace = traceReader(deps)
  /** Returns the traces of an object. The values of a trace without a root span come from its received spans. */
  const readTracesOfObject = async (id: string) => {
    const details = await Promise.all(
      (await objectTraces.tracesOf(id)).map((trace) => readTrace(INTERNAL_OWNER, trace)),
    )
    return details
      .flatMap((each) => each ?? [])
      .map(({ trace: { span_count, services, has_error, truncated, ...trace } }) => trace)
  }
  return [
    route(getInternalSummary, async ({ query }) => reply(200, await readSummary(INTERNAL_OWNER, query))),
    route(listInternalTraces, async ({ query: { about: id, ...query } }) => {
      if (id === undefined) return reply(200, await readPage(INTERNAL_OWNER, query))
      const newestTraces = (await readTracesOfObject(id)).toSorted((one, other) =>
        one.started_at < other.started_at ? 1 : -1,
      )
      const matching = newestTraces.filter(
        ({ status, worker_name: worker }) => (query.status ?? status) === status && (query.worker ?? worker) === worker,
      )
      const traces = matching.slice(query.offset, query.offset + query.limit)
      const until = query.until ?? deps.now().toISOString()
      return reply(200, { traces, total: matching.length, until })
    }),
    route(getInternalTrace, async ({ params: { id } }) => {
      const detail = await readTrace(INTERNAL_OWNER, id)
      return detail ? reply(200, detail) : notFound('The trace does not exist')
    }),
  ]
}
