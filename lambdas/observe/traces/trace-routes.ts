import { reply } from '@signet/contracts'
import { notFound, type Route, route } from '@signet/kernel'
import { getTrace, listTraces, type Range } from '../contract/queries.ts'
import { type TelemetryOwner, telemetryOwnerOf, type WindowDeps, windowReader } from '../workers/windows.ts'
import type { CountBucketDeps } from './count-buckets.ts'
import { listPage } from './list-page.ts'
import { type DetailDeps, traceReader } from './trace-detail.ts'
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

export const tracePageReader = (deps: TraceRouteDeps) => {
  const readWindows = windowReader(deps)
  return async (owner: TelemetryOwner, { range, worker, status, limit, offset, until }: PageQuery) => {
    const latestStart = until === undefined ? deps.now() : new Date(until)
    const windows = await readWindows(owner, { range, worker, until: latestStart })
    const statuses = status === undefined ? (['ok', 'error'] as const) : [status]
    const { entries, total } = await listPage(deps, owner.tenant, windows, { statuses, limit, offset })
    return { traces: entries.map(traceView), total, until: latestStart.toISOString() }
  }
}

const UPPER_CASE_OTLP_ID = /^(?=.*[A-F])[0-9A-Fa-f]{32}$/

/** Creates the routes for traces (spec platform-api 4.9). */
export const traceRoutes = (deps: TraceRouteDeps): Route[] => {
  const readPage = tracePageReader(deps)
  const readTrace = traceReader(deps)
  return [
    route(listTraces, async ({ query, caller }) => reply(200, await readPage(telemetryOwnerOf(caller), query))),
    route(getTrace, async ({ params: { id }, caller }) => {
      const owner = telemetryOwnerOf(caller)
      // Ids from OTLP are stored in lower case.
      const detail =
        (await readTrace(owner, id)) ?? (UPPER_CASE_OTLP_ID.test(id) && (await readTrace(owner, id.toLowerCase())))
      return detail ? reply(200, detail) : notFound('The trace does not exist')
    }),
  ]
}
