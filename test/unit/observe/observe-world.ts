import type { Route } from '@signet/kernel'
import { type EventBus, outbox, outboxTable } from '@signet/kernel/events'
import { observeDeps, observeRoutes } from '../../../lambdas/observe/api/observe-routes.ts'
import type { CrashPoint } from '../../support/crash-point.ts'
import { callRoute, silentLog } from '../../support/paid-world.ts'
import { TABLE, type TableWorld } from '../../support/table-world.ts'
import { noCrash, under } from '../receipts/issuing/issuing-world.ts'

export const NOW = Date.parse('2026-11-27T13:37:11.250Z')
export const MINUTE = 60_000
export const HOUR = 60 * MINUTE

export type Tier = 'free' | 'pro' | 'team'

interface Options {
  readonly tier?: Tier
  /** Milliseconds since 1970. */
  readonly at?: number
  readonly crash?: CrashPoint
}

const cycle = { start: new Date('2026-11-05T00:00:00Z'), end: new Date('2026-12-05T00:00:00Z') }

type Call = ReturnType<typeof callRoute>
type CalledRoutes = [Call, Call, Call, Call, Call, Call, Call, Call, ...Call[]]

/** Publishes nothing, so that the outbox still contains every event. */
const silentBus: EventBus = { send: async () => [] }

/** Returns the routes of the observe API over a table as functions. */
export const observeOver = (world: TableWorld, { tier = 'pro', at = NOW, crash = noCrash() }: Options = {}) => {
  const backoff = { sleep: async () => undefined, random: Math.random }
  const tables = { db: under(world, crash), table: TABLE, now: () => new Date(at), backoff }
  const settings = { pepper: async () => 'pepper', allowsLoopback: false }
  const deps = observeDeps({ ...tables, ...settings, tierStatusOf: async () => ({ tier, cycle }) })
  const routes = observeRoutes(deps)
  const [send, summary, list, get, alerts, metrics, remove, logs] = routes.map(callRoute) as CalledRoutes
  const routeNamed = (name: string) => callRoute(routes.find(({ operation }) => operation === name) as Route)
  const eventOutbox = outbox({ table: outboxTable(tables), bus: silentBus, log: silentLog })
  return {
    tables: { ...tables, outbox: eventOutbox },
    deps,
    send,
    summary,
    list,
    get,
    alerts,
    metrics,
    remove,
    logs,
    routeNamed,
  }
}

export type Observe = ReturnType<typeof observeOver>

/** A root span, with optional other fields. */
export const rootSpan = (traceId: string, start: number, fields: object = {}) => ({
  traceId,
  spanId: `${traceId}-root`,
  operationName: 'GET /',
  startTime: start,
  endTime: start + 100,
  status: 'ok' as const,
  attributes: {},
  events: [],
  ...fields,
})

/** The request body of a worker. */
export const bodyOf = (service: string, records: object) => ({
  service,
  metrics: [],
  spans: [],
  logs: [],
  alerts: [],
  ...records,
})

/** Returns a generator of numbers in [0, 1). The same seed generates the same numbers. */
export const randomFrom = (state: number) => (): number => {
  state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
  return state / 2 ** 32
}
