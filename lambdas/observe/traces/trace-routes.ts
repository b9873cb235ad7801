import { reply } from '@signet/contracts'
import { notFound, type Route, route } from '@signet/kernel'
import { getTrace, listTraces, type Range } from '../contract/queries.ts'
import { type Reader, readerOf, type WindowDeps, windows } from '../workers/windows.ts'
import type { CountBucketDeps } from './count-buckets.ts'
import { listPage } from './list-page.ts'
import { type DetailDeps, traceDetail } from './trace-detail.ts'
import { traceView } from './trace-view.ts'

export type TraceRouteDeps = WindowDeps & CountBucketDeps & DetailDeps

interface PageQuery {
  readonly range: Range
  readonly worker?: string | undefined
  readonly status?: 'ok' | 'error' | undefined
  readonly limit: number
  readonly offset: number
  readonly until?: string | undefined
}

export const pageOf = (deps: TraceRouteDeps) => {
  const visibleWindows = windows(deps)
  return async (reader: Reader, { range, worker, status, limit, offset, until }: PageQuery) => {
    const end = until === undefined ? deps.now() : new Date(until)
    const open = await visibleWindows(reader, { range, worker, until: end })
    const statuses = status === undefined ? (['ok', 'error'] as const) : [status]
    const { entries, total } = await listPage(deps, reader.tenant, open, { statuses, limit, offset })
    return { traces: entries.map(traceView), total, until: end.toISOString() }
  }
}

const OTLP_ID = /^(?=.*[A-F])[0-9A-Fa-f]{32}$/

/** Creates the routes for traces (spec platform-api 4.9). */
export const traceRoutes = (deps: TraceRouteDeps): Route[] => {
  const page = pageOf(deps)
  const detail = traceDetail(deps)
  return [
    route(listTraces, async ({ query, caller }) => reply(200, await page(readerOf(caller), query))),
    route(getTrace, async ({ params: { id }, caller }) => {
      const reader = readerOf(caller)
      // OTLP ids are stored in lower case.
      const traceView = (await detail(reader, id)) ?? (OTLP_ID.test(id) && (await detail(reader, id.toLowerCase())))
      return traceView ? reply(200, traceView) : notFound('The trace does not exist')
    }),
  ]
}
