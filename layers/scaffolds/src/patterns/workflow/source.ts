import { code } from '../../code.ts'

export const rules = code`
/** Steps in their order. A step that needs approval waits for a person other than who asked. */
export const STEPS = [
  { name: 'check', needsApproval: false },
  { name: 'approve', needsApproval: true },
  { name: 'carry_out', needsApproval: false },
  { name: 'tell', needsApproval: false },
] as const

export type StepName = (typeof STEPS)[number]['name']
export type State = 'running' | 'waiting' | 'done' | 'rejected' | 'failed' | 'expired'

/** One $noun on its way. */
export interface $EntityFlow {
  readonly state: State
  readonly step: StepName
  readonly amountCents: number
  readonly requestedBy: string
  /** When a person must have decided: milliseconds since 1970. */
  readonly decideBy?: number
  readonly attempts: number
  readonly history: readonly { readonly step: StepName; readonly outcome: string; readonly by: string; readonly at: number }[]
}

export const APPROVAL_MS = 7 * 86_400_000
export const MAX_ATTEMPTS = 5

export const begin = (amountCents: number, requestedBy: string): $EntityFlow => ({
  state: 'running',
  step: 'check',
  amountCents,
  requestedBy,
  attempts: 0,
  history: [],
})

const noted = (flow: $EntityFlow, outcome: string, by: string, at: number): $EntityFlow['history'] => [
  ...flow.history,
  { step: flow.step, outcome, by, at },
]

/** The flow behind a step that went well. */
export const advance = (flow: $EntityFlow, by: string, at: number, outcome = 'done'): $EntityFlow => {
  const next = STEPS[STEPS.findIndex(({ name }) => name === flow.step) + 1]
  const { decideBy: _decided, ...rest } = flow
  const history = noted(flow, outcome, by, at)
  if (next === undefined) return { ...rest, state: 'done', attempts: 0, history }
  const waits = next.needsApproval ? { state: 'waiting' as const, decideBy: at + APPROVAL_MS } : { state: 'running' as const }
  return { ...rest, ...waits, step: next.name, attempts: 0, history }
}

/** The flow behind a step that failed: it is tried again, five times in all. */
export const failed = (flow: $EntityFlow, at: number): $EntityFlow => {
  const attempts = flow.attempts + 1
  if (attempts < MAX_ATTEMPTS) return { ...flow, attempts }
  return { ...flow, attempts, state: 'failed', history: noted(flow, 'failed', 'system', at) }
}

export type Decision = 'approve' | 'reject'
export type Refusal = 'not_waiting' | 'own_request' | 'too_late'

/** A person's decision. Nobody decides what they asked for. */
export const decide = (flow: $EntityFlow, decision: Decision, by: string, at: number): $EntityFlow | Refusal => {
  if (flow.state !== 'waiting') return 'not_waiting'
  if (flow.requestedBy === by) return 'own_request'
  if (flow.decideBy !== undefined && at > flow.decideBy) return 'too_late'
  if (decision === 'approve') return advance(flow, by, at, 'approved')
  return { ...flow, state: 'rejected', history: noted(flow, 'rejected', by, at) }
}

/** A wait that nobody ended. */
export const expired = (flow: $EntityFlow, at: number): $EntityFlow =>
  flow.state === 'waiting' && flow.decideBy !== undefined && at > flow.decideBy
    ? { ...flow, state: 'expired', history: noted(flow, 'expired', 'system', at) }
    : flow
`

export const steps = code`
import type { Deps } from '../ports.ts'
import type { $EntityFlow, StepName } from './$kebab-flow.ts'

/** Highest amount that the check lets through: 1,000,000 in cents. */
const MAX_CENTS = 100_000_000

/** What each step does. A step can run twice after a crash: what it does outside has the key of flow and step. */
export const WORK: Readonly<Record<Exclude<StepName, 'approve'>, (id: string, flow: $EntityFlow, deps: Deps) => Promise<void>>> = {
  check: async (_id, { amountCents }) => {
    if (amountCents > MAX_CENTS) throw new Error('The amount is above what the check lets through')
  },
  carry_out: async (id, { amountCents }, { records }) => {
    await records.insert('$kebab-results', id + '#carry_out', { amountCents })
  },
  tell: async (id, { requestedBy }, { records, now }) => {
    await records.insert('$kebab-notices', id + '#tell', { to: requestedBy, at: now() })
  },
}
`

export const handler = code`
import { type Decision, type $EntityFlow, advance, begin, decide, expired, failed } from './$kebab/$kebab-flow.ts'
import { WORK } from './$kebab/$kebab-steps.ts'
import { parseObject } from './http/body.ts'
import { absent, invalid, Problem } from './http/problem.ts'
import { type Call, reply, type Route, serve } from './http/serve.ts'
import type { Deps } from './ports.ts'
import { type Message, Unusable } from './queue/queue.ts'
import type { Row } from './records/records.ts'
import { backoffMs } from './retry/backoff.ts'

const partitionOf = (tenant: string): string => '$kebab-flows#' + tenant

interface Step {
  readonly tenant: string
  readonly id: string
  /** Version that the message is about: one that is not there any more has been worked on. */
  readonly version: number
}

const start = async ({ body, caller, deps }: Call): Promise<Response> => {
  const { amount_cents: amount } = parseObject(body)
  if (typeof amount !== 'number' || !Number.isSafeInteger(amount) || amount < 1)
    throw invalid('amount_cents', 'amount_cents must be an integer of at least 1')
  const id = deps.newId()
  const flow = begin(amount, caller.id)
  await deps.records.insert(partitionOf(caller.tenant), id, flow)
  await deps.queue.send({ tenant: caller.tenant, id, version: 1 } satisfies Step)
  return reply(202, { id, ...flow }, { location: '/v1/$kebab-flows/' + id })
}

const found = async ({ params, caller, deps }: Call): Promise<Row<$EntityFlow>> => {
  const row = await deps.records.get<$EntityFlow>(partitionOf(caller.tenant), params.id ?? '')
  if (row === undefined) throw absent()
  return row
}

const show = async (call: Call): Promise<Response> => {
  const { id, value } = await found(call)
  return reply(200, { id, ...expired(value, call.deps.now()) })
}

const REFUSALS = {
  not_waiting: 'It does not wait for a decision',
  own_request: 'Somebody else must decide what you asked for',
  too_late: 'The time to decide is over',
} as const

const decideOn = async (call: Call): Promise<Response> => {
  const { decision } = parseObject(call.body)
  if (decision !== 'approve' && decision !== 'reject') throw invalid('decision', 'decision must be approve or reject')
  const { caller, deps } = call
  const { id, version, value } = await found(call)
  const next = decide(value, decision satisfies Decision, caller.id, deps.now())
  if (typeof next === 'string') throw new Problem(409, next, REFUSALS[next])
  if (!(await deps.records.replace(partitionOf(caller.tenant), id, next, version)))
    throw new Problem(409, 'not_waiting', REFUSALS.not_waiting)
  if (next.state === 'running') await deps.queue.send({ tenant: caller.tenant, id, version: version + 1 } satisfies Step)
  return reply(200, { id, ...next })
}

const routes: readonly Route[] = [
  { method: 'POST', path: '/v1/$kebab-flows', run: start },
  { method: 'GET', path: '/v1/$kebab-flows/:id', run: show },
  { method: 'POST', path: '/v1/$kebab-flows/:id/decision', run: decideOn },
  { method: 'GET', path: '/health', isOpen: true, run: () => reply(200, { ok: true }) },
]

export const http = (request: Request, deps: Deps): Promise<Response> => serve(routes, request, deps)

const worked = async (id: string, flow: $EntityFlow, deps: Deps): Promise<$EntityFlow> => {
  if (flow.step === 'approve') return flow
  try {
    await WORK[flow.step](id, flow, deps)
    return advance(flow, 'system', deps.now())
  } catch (error) {
    deps.log({ event: 'step', id, step: flow.step, fault: error instanceof Error ? error.message : 'unknown' })
    return failed(flow, deps.now())
  }
}

/** Works on one step, writes what came of it, and sends the next. A crash in between repeats this step alone. */
export const queue = async ({ body }: Message, deps: Deps): Promise<void> => {
  const { tenant, id, version } = (body ?? {}) as Partial<Step>
  if (typeof tenant !== 'string' || typeof id !== 'string' || typeof version !== 'number') throw new Unusable('The message is no step')
  const row = await deps.records.get<$EntityFlow>(partitionOf(tenant), id)
  if (row === undefined) throw new Unusable('There is no such flow')
  const send = (next: $EntityFlow, at: number): Promise<void> =>
    deps.queue.send({ tenant, id, version: at } satisfies Step, next.attempts === 0 ? 0 : backoffMs(next.attempts, deps.random, 2_000))
  if (row.value.state !== 'running') return
  // The step was done, but its worker died before it sent the next.
  if (row.version !== version) return row.version === version + 1 ? send(row.value, row.version) : undefined
  const next = await worked(id, row.value, deps)
  if (!(await deps.records.replace(partitionOf(tenant), id, next, version))) throw new Error('Another worker was quicker')
  if (next.state === 'running') await send(next, version + 1)
}
`

export const testHead = code`
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { advance, APPROVAL_MS, begin, decide, expired, MAX_ATTEMPTS } from '../src/$kebab/$kebab-flow.ts'
import { http, queue } from '../src/handler.ts'
import { authorized } from './support/credentials.ts'
import { goodRequest, PATH } from './support/requests.ts'
import { START, world } from './support/world.ts'

type World = ReturnType<typeof world>
/** Works on all messages there are, those that come meanwhile among them. */
const settleAll = async ({ deps, sent }: World): Promise<void> => {
  for (let at = 0; at < sent.length; at++) await queue({ id: 'm' + at, attempt: 1, body: sent[at] }, deps)
}
const started = async ({ deps }: World, body?: string): Promise<string> => {
  const response = await http(await goodRequest(body), deps)
  assert.equal(response.status, 202)
  return ((await response.json()) as { id: string }).id
}
const stateOf = async ({ deps }: World, id: string): Promise<{ state: string; step: string; history: { outcome: string; by: string }[] }> =>
  (await (await http(authorized('GET', PATH + '/' + id), deps)).json()) as never
`
