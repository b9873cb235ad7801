import { reply } from '@signet/contracts'
import { type Route, route } from '@signet/kernel'
import { type LooseLog, listLogs } from '../contract/queries.ts'
import { preciseIsoOf, usOf } from '../counters/units.ts'
import { unpackRecords } from '../traces/packed-records.ts'
import type { Blob, TraceRecordTable } from '../traces/trace-record-table.ts'
import { telemetryOwnerOf, type WindowDeps, windowReader } from '../workers/windows.ts'

interface TimedLog {
  readonly at: number
  readonly view: LooseLog
}

const logsIn = ({ gz, request, part }: Blob): readonly TimedLog[] =>
  unpackRecords(gz).logs.map(({ at, level, message, error, context, metadata }, i) => ({
    at: usOf(at),
    view: {
      id: `${request.slice(0, 16)}-${part}-${i}`,
      level,
      message,
      ts: preciseIsoOf(usOf(at)),
      error: error ?? null,
      context: { ...context },
      metadata: { ...metadata },
    },
  }))

export const logsRoute = (deps: WindowDeps & { readonly traceRecords: Pick<TraceRecordTable, 'looseLogs'> }): Route => {
  const readWindows = windowReader(deps)
  return route(listLogs, async ({ query: { worker, range, level, limit }, caller }) => {
    const owner = telemetryOwnerOf(caller)
    const [window] = await readWindows(owner, { range, worker })
    const logs: TimedLog[] = []
    if (!window) return reply(200, { logs: [] })
    for await (const blob of deps.traceRecords.looseLogs({ tenant: owner.tenant, worker }, window.from)) {
      const logsInWindow = logsIn(blob).filter(({ at }) => at >= window.from && at <= window.until)
      logs.push(...logsInWindow.filter(({ view }) => level === undefined || view.level === level))
      if (logs.length >= limit) break
    }
    const newest = logs.toSorted((one, other) => other.at - one.at).slice(0, limit)
    return reply(200, { logs: newest.map(({ view }) => view) })
  })
}
