import { reply } from '@signet/contracts'
import { notFound, type Route, route } from '@signet/kernel'
import { getTrace, listTraces } from '../contract/readings.ts'
import { readerOf, type WindowDeps, windows } from '../workers/windows.ts'
import { listPage } from './list-page.ts'
import type { PlaceDeps } from './places.ts'
import { type DetailDeps, traceDetail } from './trace-detail.ts'
import { traceView } from './trace-view.ts'

export type TraceRouteDeps = WindowDeps & PlaceDeps & DetailDeps

/** Traces and one trace (spec platform-api 4.9). */
export const traceRoutes = (deps: TraceRouteDeps): Route[] => {
  const shown = windows(deps)
  const detail = traceDetail(deps)
  return [
    route(listTraces, async ({ query: { range, worker, status, limit, offset, until }, caller }) => {
      const reader = readerOf(caller)
      const end = until === undefined ? deps.now() : new Date(until)
      const open = await shown(reader, { range, worker, until: end })
      const statuses = status === undefined ? (['ok', 'error'] as const) : [status]
      const { entries, total } = await listPage(deps, reader.tenant, open, { statuses, limit, offset })
      return reply(200, { traces: entries.map(traceView), total, until: end.toISOString() })
    }),
    route(getTrace, async ({ params: { id }, caller }) => {
      const shownTrace = await detail(readerOf(caller), id)
      return shownTrace ? reply(200, shownTrace) : notFound('There is no such trace')
    }),
  ]
}
