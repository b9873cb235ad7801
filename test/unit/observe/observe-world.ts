import type { Route } from '@signet/kernel'
import { type EventBus, outbox, outboxTable } from '@signet/kernel/events'
import { observeDeps, observeRoutes } from '../../../lambdas/observe/api/observe-routes.ts'
import type { CrashPoint } from '../../support/crash-point.ts'
import { callRoute, silentLog } from '../../support/paid-world.ts'
import { TABLE, type TableWorld } from '../../support/table-world.ts'
import { uncut, under } from '../receipts/issuing/issuing-world.ts'

export const NOW = Date.parse('2026-11-27T13:37:11.250Z')
export const MINUTE = 60_000
export const HOUR = 60 * MINUTE

export type Tier = 'free' | 'pro' | 'team'

interface Options {
  readonly tier?: Tier
  /** Milliseconds since 1970. */
  readonly at?: number
  readonly cut?: CrashPoint
}

const cycle = { start: new Date('2026-11-05T00:00:00Z'), end: new Date('2026-12-05T00:00:00Z') }

type Call = ReturnType<typeof callRoute>
type Eight = [Call, Call, Call, Call, Call, Call, Call, Call, ...Call[]]

/** Publishes nothing, so that events stay where their change was written. */
const silentBus: EventBus = { send: async () => [] }

/** Serves the routes of observability over a table. */
export const observeOver = (world: TableWorld, { tier = 'pro', at = NOW, cut = uncut() }: Options = {}) => {
  const backoff = { sleep: async () => undefined, random: Math.random }
  const tables = { db: under(world, cut), table: TABLE, now: () => new Date(at), backoff }
  const others = { pepper: async () => 'pepper', allowsLoopback: false }
  const deps = observeDeps({ ...tables, ...others, standingOf: async () => ({ tier, cycle }) })
  const routes = observeRoutes(deps)
  const [send, summary, list, get, alerts, metrics, remove, logs] = routes.map(callRoute) as Eight
  const routeNamed = (name: string) => callRoute(routes.find(({ operation }) => operation === name) as Route)
  const box = outbox({ table: outboxTable(tables), bus: silentBus, log: silentLog })
  return {
    tables: { ...tables, outbox: box },
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
export const rootSpan = (traceId: string, start: number, members: object = {}) => ({
  traceId,
  spanId: `${traceId}-root`,
  operationName: 'GET /',
  startTime: start,
  endTime: start + 100,
  status: 'ok' as const,
  attributes: {},
  events: [],
  ...members,
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

/** Numbers from 0 up to, but not including, 1: the same for the same seed. */
export const randomFrom = (seed: number) => (): number => {
  seed = (Math.imul(seed, 1_664_525) + 1_013_904_223) >>> 0
  return seed / 2 ** 32
}
