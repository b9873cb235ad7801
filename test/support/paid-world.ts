import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb'
import { type Caller, newUuid, quotas, type Route } from '@signet/kernel'
import { outbox, outboxTable } from '@signet/kernel/events'
import { meters, quotaNotices } from '@signet/ledger'
import { createLog } from '../../layers/kernel/src/log.ts'
import type { CrashPoint } from './crash-point.ts'
import { testSiblings } from './siblings.ts'
import { TABLE } from './table-world.ts'

/** A request that the runtime received. */
export interface RuntimeRequest {
  readonly method: string
  readonly path: string
  readonly body: Readonly<Record<string, unknown>>
  readonly headers: Readonly<Record<string, string>>
}

/** Returns a response in place of the runtime's own, or undefined to keep it. */
export type RuntimeOverride = (request: RuntimeRequest, init: RequestInit) => Promise<Response> | Response | undefined

/** Responses of a runtime in memory, by the prefix of method and path; undefined means 404. */
export type Answers = Readonly<Record<string, (request: RuntimeRequest) => object | undefined>>

/** Creates a runtime in memory. */
export const runtimeAnswering = (answers: Answers, override: RuntimeOverride = () => undefined) => {
  const requests: RuntimeRequest[] = []
  const fetch = async (url: string, init: RequestInit): Promise<Response> => {
    const { pathname: path } = new URL(url)
    const request: RuntimeRequest = {
      method: String(init.method),
      path,
      headers: init.headers as Record<string, string>,
      body: init.body ? JSON.parse(String(init.body)) : {},
    }
    requests.push(request)
    const overridden = await override(request, init)
    if (overridden) return overridden
    const [, answer] = Object.entries(answers).find(([start]) => `${request.method} ${path}`.startsWith(start)) ?? []
    const answerBody = answer?.(request)
    if (answerBody instanceof Response) return answerBody
    return answerBody ? Response.json(answerBody) : Response.json({ error: 'None', code: 'not_found' }, { status: 404 })
  }
  return { fetch, requests }
}

/** Returns an override that refuses every request. */
export const refuseWith =
  (status: number, code: string, more: object = {}): RuntimeOverride =>
  () =>
    Response.json({ error: 'No', code, ...more }, { status })

/** A runtime that does not respond in time. */
export const neverResponds: RuntimeOverride = (_, { signal }) =>
  new Promise((_resolve, reject) => {
    signal?.addEventListener('abort', () => reject(signal.reason), { once: true })
  })

/** A runtime that is not reachable. */
export const unreachable: RuntimeOverride = () => Promise.reject(new TypeError('fetch failed'))

const cycle = { start: new Date('2026-11-05T00:00:00Z'), end: new Date('2026-12-05T00:00:00Z') }
export const silentLog = createLog({ write: () => undefined })

/** The response of a route, or its refusal. */
export interface RouteResult {
  readonly status: number
  readonly code: string | undefined
  readonly body: Readonly<Record<string, unknown>>
  readonly headers: Readonly<Record<string, string | undefined>>
  readonly extras: Readonly<Record<string, unknown>>
}

export interface PaidWorldOptions {
  readonly db: DynamoDBDocumentClient
  readonly runtime: Pick<ReturnType<typeof runtimeAnswering>, 'fetch'>
  readonly now: () => Date
  readonly tier?: 'free' | 'pro' | 'team'
  /** Crashes one call of the table or of the runtime. */
  readonly crash?: CrashPoint
}

export interface RouteRequest {
  readonly body?: object
  readonly query?: object
  readonly key?: string
  readonly params?: object
  readonly prefer?: string
  readonly signal?: AbortSignal
}

/** The time at which the gateway received every request. */
const RECEIVED_AT = new Date('2026-11-22T09:00:00Z')

const callerOf = (tenant: string): Caller => ({
  kind: 'session',
  tenantId: tenant,
  orgId: `${tenant}-org`,
  userId: tenant,
  scopes: [],
  rateKey: tenant,
})

/** Refusals have inherited members. */
const membersOf = ({ code, headers = {}, extras = {} }: Partial<RouteResult>) => ({ code, headers, extras })

/** Calls a route for a tenant. */
export const callRoute =
  ({ run }: Route) =>
  async (
    tenant: string,
    { body = {}, query = {}, key, prefer, params = {}, signal = new AbortController().signal }: RouteRequest,
  ): Promise<RouteResult> => {
    const headers = { ...(key !== undefined && { 'idempotency-key': key }), ...(prefer !== undefined && { prefer }) }
    const request = {
      body,
      query,
      headers,
      params,
      signal,
      receivedAt: RECEIVED_AT,
      traceId: '0'.repeat(32),
      caller: callerOf(tenant),
      baseUrl: 'https://platform.test',
    }
    const answer = await (run as unknown as (request: object) => Promise<Partial<RouteResult>>)(request)
    return { status: 0, body: {}, ...answer, ...membersOf(answer) } as RouteResult
  }

/** Creates the dependencies of routes that cost a credit, over a table and a runtime. */
export const paidWorld = ({ db, runtime, now, tier = 'free', crash }: PaidWorldOptions) => {
  const tables = { db, table: TABLE, now, backoff: { sleep: async () => undefined, random: Math.random } }
  const fetch = (url: string, init: RequestInit) =>
    crash ? (crash.around(() => runtime.fetch(url, init)) as Promise<Response>) : runtime.fetch(url, init)
  const tierStatusOf = async () => ({ tier, cycle })
  const platform = meters({ quotas: quotas(tables, '/pricing'), ceiling: 1, tierStatusOf })
  const sentEvents: unknown[] = []
  const send = async <Event>(events: readonly Event[]) => {
    sentEvents.push(...events)
    return events
  }
  const bus = outbox({ table: outboxTable(tables), bus: { send }, log: silentLog }) as never
  const scopes = (tenant: string) => ({ entitlementScope: `${tenant}-org`, resourceScope: tenant })
  return {
    deps: {
      ...tables,
      log: silentLog,
      newId: newUuid,
      meters: platform,
      tierStatusOf,
      notices: quotaNotices({ ...tables, outbox: bus }),
    },
    runtime: testSiblings(['runtime'], { fetch }).runtime,
    used: async (tenant: string) => (await platform.read(scopes(tenant))).readings.scaffolds.used,
    sentEvents,
  }
}
