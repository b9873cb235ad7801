import { reply } from '@signet/contracts'
import { notFound, type Route, route } from '@signet/kernel'
import { getInternalSummary, getInternalTrace, listInternalTraces } from '../contract/internal.ts'
import { INTERNAL_TENANT } from '../contract/internal-workers.ts'
import { type SummaryDeps, summaries } from '../queries/summary-route.ts'
import type { FoundTable } from '../traces/found-table.ts'
import { traceDetail } from '../traces/trace-detail.ts'
import { pageOf, type TraceRouteDeps } from '../traces/trace-routes.ts'
import { internalStanding } from '../workers/internal-standing.ts'
import type { Reader } from '../workers/windows.ts'

type InternalDeps = Omit<TraceRouteDeps & SummaryDeps, 'standingOf' | 'showsInternal'> & {
  readonly found: Pick<FoundTable, 'about'>
}

const READER: Reader = { tenant: INTERNAL_TENANT, org: INTERNAL_TENANT }

export const internalRoutes = ({ found: byThing, ...tables }: InternalDeps): Route[] => {
  const deps = { ...tables, standingOf: internalStanding, showsInternal: true } as const
  const summary = summaries(deps)
  const page = pageOf(deps)
  const detail = traceDetail(deps)
  /** Returns the traces of an object. A trace without a root span is described by its received spans. */
  const about = async (id: string) => {
    const detailView = await Promise.all((await byThing.about(id)).map((trace) => detail(READER, trace)))
    return detailView
      .flatMap((each) => each ?? [])
      .map(({ trace: { span_count, services, has_error, truncated, ...trace } }) => trace)
  }
  return [
    route(getInternalSummary, async ({ query }) => reply(200, await summary(READER, query))),
    route(listInternalTraces, async ({ query: { about: id, ...query } }) => {
      if (id === undefined) return reply(200, await page(READER, query))
      const all = (await about(id)).toSorted((one, other) => (one.started_at < other.started_at ? 1 : -1))
      const fits = all.filter(
        ({ status, worker_name: worker }) => (query.status ?? status) === status && (query.worker ?? worker) === worker,
      )
      const traces = fits.slice(query.offset, query.offset + query.limit)
      const until = query.until ?? deps.now().toISOString()
      return reply(200, { traces, total: fits.length, until })
    }),
    route(getInternalTrace, async ({ params: { id } }) => {
      const detailView = await detail(READER, id)
      return detailView ? reply(200, detailView) : notFound('The trace does not exist')
    }),
  ]
}
