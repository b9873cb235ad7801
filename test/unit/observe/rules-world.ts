import { paginateScan } from '@aws-sdk/lib-dynamodb'
import type { CloudEvent } from '@signet/contracts/events'
import { evaluateTenant } from '../../../lambdas/observe/evaluate/evaluate-rules.ts'
import type { RouteResult } from '../../support/paid-world.ts'
import { TABLE, type TableWorld } from '../../support/table-world.ts'
import { bodyOf, MINUTE, type Observe, rootSpan, type Tier } from './observe-world.ts'

/** Members of an organization: two owners, one whose account deletion is pending, and a member. */
export const MEMBERS = [
  { user_id: 'ada', role: 'owner' as const },
  { user_id: 'bob', role: 'owner' as const, state: 'leaving' as const },
  { user_id: 'cy', role: 'member' as const },
].map((member) => ({ org_id: 'o', since: '2026-01-01T00:00:00.000Z', ...member }))

/** Returns a function that evaluates the rules of a tenant once. */
export const evaluateAs = ({ tables, deps }: Observe, tier: Tier = 'pro') =>
  evaluateTenant({
    ...tables,
    counters: deps.counters,
    caps: deps.caps,
    alerts: deps.alerts,
    tierOf: async () => tier,
    members: { all: async () => MEMBERS },
  })

/** Sends successful and failed traces of a worker that started one second before `at`. */
export const sendTraces = (
  observe: Observe,
  tenant: string,
  at: number,
  { ok = 0, bad = 0, ms = 100, worker = 'edge' },
) => {
  const span = (i: number, status: 'ok' | 'error') =>
    rootSpan(`${worker}-${at}-${status}-${i}`, at - 1_000, { status, endTime: at - 1_000 + ms })
  const spans = [
    ...Array.from({ length: ok }, (_, i) => span(i, 'ok')),
    ...Array.from({ length: bad }, (_, i) => span(i, 'error')),
  ]
  return observe.send(tenant, { body: bodyOf(worker, { spans }) })
}

export const ERROR_RATE_CONDITION = {
  kind: 'error_rate',
  worker: '*',
  threshold: 0.1,
  window_minutes: 5,
  min_count: 5,
} as const
const NO_NOTIFICATIONS = { webhook_url: null, mail: null }

/** The body of a rule. */
export const ruleOf = (name: string, fields: object = {}) => ({
  name,
  condition: ERROR_RATE_CONDITION,
  severity: 'high',
  for_minutes: 0,
  clear_minutes: 1,
  notify: NO_NOTIFICATIONS,
  enabled: true,
  ...fields,
})

/** Creates a rule or an SLO. */
export const createEntry = (
  observe: Observe,
  tenant: string,
  body: object,
  operation = 'createObserveRule',
): Promise<RouteResult> => observe.routeNamed(operation)(tenant, { body })

/** Returns every stored event of a tenant. */
export const eventsOf = async (
  world: TableWorld,
  tenant: string,
): Promise<readonly CloudEvent<Record<string, unknown>>[]> => {
  const events: CloudEvent<Record<string, unknown>>[] = []
  for await (const { Items = [] } of paginateScan({ client: world.db }, { TableName: TABLE }))
    for (const { pk, event } of Items) if (String(pk).startsWith('OUTBOX#')) events.push(JSON.parse(String(event)))
  return events
    .filter(({ tenantid }) => tenantid === tenant)
    .toSorted((one, other) => (`${one.time} ${one.id}` < `${other.time} ${other.id}` ? -1 : 1))
}

export const alertsOf = async (observe: Observe, tenant: string) => {
  const { body } = await observe.alerts(tenant, {})
  return body.alerts as readonly Readonly<Record<string, unknown>>[]
}

export const minutes = (count: number): number => count * MINUTE
