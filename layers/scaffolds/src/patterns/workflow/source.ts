import { code } from '../../code.ts'
import type { Context } from '../../design.ts'

/** Amount above which somebody approves, in hundredths, and how people say it. */
export const thresholdOf = ({ figures }: Pick<Context, 'figures'>) => {
  const { cents, currency } = figures.approvalAbove?.value ?? { cents: 0, currency: 'the currency' }
  return { cents, currency: currency === 'the currency' ? code`the currency` : code`${currency as never}` }
}

const SHAPE = (context: Context) => code`
/** Steps in their order. \`approve\` waits for a person other than who asked, where the amount needs one. */
export const STEPS = ['check', 'approve', 'pay', 'notify'] as const

export type StepName = (typeof STEPS)[number]
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
  /** When anything last changed: milliseconds since 1970. */
  readonly changedAt: number
  readonly history: readonly { readonly step: StepName; readonly outcome: string; readonly by: string; readonly at: number }[]
}

export const APPROVAL_MS = 7 * 86_400_000
export const MAX_ATTEMPTS = 5
/** Amounts above it need approval: hundredths of ${thresholdOf(context).currency}. */
export const APPROVE_ABOVE_CENTS = ${thresholdOf(context).cents}
/** Largest amount that is taken at all: 1,000,000. */
export const MAX_CENTS = 100_000_000
`

const TRANSITIONS = code`
export const begin = (amountCents: number, requestedBy: string, at: number): $EntityFlow => ({
  state: 'running',
  step: 'check',
  amountCents,
  requestedBy,
  attempts: 0,
  changedAt: at,
  history: [],
})

const noted = (flow: $EntityFlow, outcome: string, by: string, at: number): Pick<$EntityFlow, 'history' | 'changedAt'> => ({
  history: [...flow.history, { step: flow.step, outcome, by, at }],
  changedAt: at,
})

const isNeeded = (step: StepName, { amountCents }: $EntityFlow): boolean => step !== 'approve' || amountCents > APPROVE_ABOVE_CENTS

/** The flow behind a step that went well. */
export const advance = (flow: $EntityFlow, by: string, at: number, outcome = 'done'): $EntityFlow => {
  const next = STEPS.slice(STEPS.indexOf(flow.step) + 1).find((step) => isNeeded(step, flow))
  const { decideBy: _decided, ...rest } = flow
  const done = { ...rest, ...noted(flow, outcome, by, at), attempts: 0 }
  if (next === undefined) return { ...done, state: 'done' }
  if (next === 'approve') return { ...done, state: 'waiting', decideBy: at + APPROVAL_MS, step: next }
  return { ...done, state: 'running', step: next }
}

/** The flow behind a step that failed: it is tried again, five times in all, unless no repetition makes it good. */
export const failed = (flow: $EntityFlow, why: string, isFinal: boolean, at: number): $EntityFlow => {
  const attempts = flow.attempts + 1
  if (!isFinal && attempts < MAX_ATTEMPTS) return { ...flow, attempts, changedAt: at }
  return { ...flow, attempts, state: 'failed', ...noted(flow, 'failed: ' + why, 'system', at) }
}

export type Decision = 'approve' | 'reject'
export type Refusal = 'not_waiting' | 'own_request' | 'too_late'

const OUTCOMES: Readonly<Record<Decision, string>> = { approve: 'approved', reject: 'rejected' }

/** A person's decision. Nobody decides what they asked for. */
export const decide = (flow: $EntityFlow, decision: Decision, by: string, at: number): $EntityFlow | Refusal => {
  if (flow.state !== 'waiting') return 'not_waiting'
  if (flow.requestedBy === by) return 'own_request'
  if (flow.decideBy !== undefined && at > flow.decideBy) return 'too_late'
  if (decision === 'approve') return advance(flow, by, at, OUTCOMES.approve)
  return { ...flow, state: 'rejected', ...noted(flow, OUTCOMES.reject, by, at) }
}

/** Whether this person has decided just so before: a repetition of it changes nothing. */
export const hasDecided = ({ history }: $EntityFlow, decision: Decision, by: string): boolean =>
  history.some((each) => each.step === 'approve' && each.by === by && each.outcome === OUTCOMES[decision])

/** A wait that nobody ended. */
export const expired = (flow: $EntityFlow, at: number): $EntityFlow =>
  flow.state === 'waiting' && flow.decideBy !== undefined && at > flow.decideBy
    ? { ...flow, state: 'expired', ...noted(flow, 'expired', 'system', at) }
    : flow

export const hasEnded = ({ state }: $EntityFlow): boolean => state !== 'running' && state !== 'waiting'
`

export const rules = (context: Context) => code`
${SHAPE(context)}

${TRANSITIONS}
`

export const effects = code`
import type { $EntityFlow } from './$kebab-flow.ts'

/** A step that no repetition makes good. */
export class Final extends Error {}

/** An effect that nobody has written. A flow that comes to it ends as failed: nothing is pretended. */
export class NotBuilt extends Final {
  constructor(effect: string) {
    super(effect + ' is not built')
    this.name = 'NotBuilt'
  }
}

/**
 * What a flow does outside. A step can run twice after a crash, with the same key: hand it on as the idempotency key, so that
 * the other side does it once.
 */
export interface Effects {
  pay(key: string, flow: $EntityFlow): Promise<void>
  notify(key: string, flow: $EntityFlow): Promise<void>
}

/** Write these two, and hand them to \`queueWith\` in src/handler.ts. */
export const notBuilt: Effects = {
  pay: async () => {
    throw new NotBuilt('pay')
  },
  notify: async () => {
    throw new NotBuilt('notify')
  },
}
`

export const handler = code`
import { createHash } from 'node:crypto'
import { type Effects, Final, notBuilt } from './$kebab/$kebab-effects.ts'
import { advance, begin, type Decision, decide, expired, type $EntityFlow, failed, hasDecided, hasEnded, MAX_CENTS } from './$kebab/$kebab-flow.ts'
import { parseObject } from './http/body.ts'
import { absent, invalid, Problem } from './http/problem.ts'
import { type Call, reply, type Route, serve } from './http/serve.ts'
import type { Deps } from './ports.ts'
import { type Message, Unusable } from './queue/queue.ts'
import type { Row } from './records/records.ts'
import { backoffMs } from './retry/backoff.ts'

const partitionOf = (tenant: string): string => '$kebab-flows#' + tenant

/** Flows that have not ended. A flow is listed before it is written, so that a crash leaves none that nobody finds. */
const OPEN = '$kebab-flows-open'
const PAGE = 100
const MAX_PAGES = 50
/** A running flow that did not change for so long has lost its message. */
const STUCK_MS = 15 * 60_000

interface Step {
  readonly tenant: string
  readonly id: string
  /** Version that the message is about: one that is not there any more has been worked on. */
  readonly version: number
}

const sendStep = (step: Step, deps: Deps, delayMs = 0): Promise<void> => deps.queue.send(step, delayMs)

const keyOf = ({ headers }: Call): string => {
  const key = headers.get('idempotency-key') ?? ''
  if (!/^[A-Za-z0-9._:-]{1,100}$/.test(key)) throw invalid('idempotency-key', 'Send Idempotency-Key with 1 to 100 characters of a key')
  return key
}

/** Starts a flow. The same key is the same flow: who had no answer asks again, and a lost message is sent again. */
const start = async (call: Call): Promise<Response> => {
  const { caller, deps } = call
  const { amount_cents: amount } = parseObject(call.body)
  if (typeof amount !== 'number' || !Number.isSafeInteger(amount) || amount < 1 || amount > MAX_CENTS)
    throw invalid('amount_cents', 'amount_cents must be an integer from 1 to ' + MAX_CENTS)
  const id = createHash('sha256').update(caller.id + '#' + keyOf(call)).digest('hex').slice(0, 32)
  const { tenant } = caller
  await deps.records.insert(OPEN, tenant + '#' + id, { tenant, id })
  await deps.records.insert(partitionOf(tenant), id, begin(amount, caller.id, deps.now()))
  const row = await deps.records.get<$EntityFlow>(partitionOf(tenant), id)
  if (row === undefined || row.value.amountCents !== amount) throw new Problem(409, 'key_taken', 'The key belongs to another request')
  if (row.value.state === 'running') await sendStep({ tenant, id, version: row.version }, deps)
  return reply(202, { id, ...row.value }, { location: '/v1/$kebab-flows/' + id })
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

/** Takes a decision. The same one again is answered alike, and sends again what a fault kept from the queue. */
const decideOn = async (call: Call): Promise<Response> => {
  const { caller, deps } = call
  if (!caller.scopes.includes('approve')) throw new Problem(403, 'insufficient_scope', 'Deciding needs the scope approve')
  const { decision: said } = parseObject(call.body)
  if (said !== 'approve' && said !== 'reject') throw invalid('decision', 'decision must be approve or reject')
  const decision: Decision = said
  const { id, version, value } = await found(call)
  const { tenant } = caller
  const isRepeated = hasDecided(value, decision, caller.id)
  const next = isRepeated ? value : decide(value, decision, caller.id, deps.now())
  if (typeof next === 'string') throw new Problem(409, next, REFUSALS[next])
  if (!isRepeated && !(await deps.records.replace(partitionOf(tenant), id, next, version)))
    throw new Problem(409, 'not_waiting', REFUSALS.not_waiting)
  if (next.state === 'running') await sendStep({ tenant, id, version: isRepeated ? version : version + 1 }, deps)
  return reply(200, { id, ...next })
}

const routes: readonly Route[] = [
  { method: 'POST', path: '/v1/$kebab-flows', run: start },
  { method: 'GET', path: '/v1/$kebab-flows/:id', run: show },
  { method: 'POST', path: '/v1/$kebab-flows/:id/decision', run: decideOn },
  { method: 'GET', path: '/health', isOpen: true, run: () => reply(200, { ok: true }) },
]

export const http = (request: Request, deps: Deps): Promise<Response> => serve(routes, request, deps)

const worked = async (id: string, flow: $EntityFlow, effects: Effects, deps: Deps): Promise<$EntityFlow> => {
  const { step } = flow
  try {
    if (step === 'pay' || step === 'notify') await effects[step](id + '#' + step, flow)
    return advance(flow, 'system', deps.now())
  } catch (error) {
    const fault = error instanceof Error ? error.message : 'unknown'
    deps.log({ event: 'step', id, step, fault })
    // What an effect says may hold data of people: the history keeps our own words alone.
    const isFinal = error instanceof Final
    return failed(flow, isFinal ? fault : step, isFinal, deps.now())
  }
}

/** Works on one step, writes what came of it, and sends the next. A crash in between repeats this step alone. */
export const queueWith =
  (effects: Effects) =>
  async ({ body }: Message, deps: Deps): Promise<void> => {
    const { tenant, id, version } = (body ?? {}) as Partial<Step>
    if (typeof tenant !== 'string' || typeof id !== 'string' || typeof version !== 'number') throw new Unusable('The message is no step')
    const row = await deps.records.get<$EntityFlow>(partitionOf(tenant), id)
    if (row === undefined) throw new Unusable('There is no such flow')
    const send = (next: $EntityFlow, at: number): Promise<void> =>
      sendStep({ tenant, id, version: at }, deps, next.attempts === 0 ? 0 : backoffMs(next.attempts, deps.random, 2_000))
    if (row.value.state !== 'running') return
    // The step was done, but its worker died before it sent the next.
    if (row.version !== version) return row.version === version + 1 ? send(row.value, row.version) : undefined
    const next = await worked(id, row.value, effects, deps)
    if (!(await deps.records.replace(partitionOf(tenant), id, next, version))) throw new Error('Another worker was quicker')
    if (next.state === 'running') await send(next, version + 1)
  }

export const queue = queueWith(notBuilt)

/** What an open flow needs: an end to its wait, its message again, or its entry among the open ones removed. */
const sweep = async ({ id: key, version: listed, value: { tenant, id } }: Row<Pick<Step, 'tenant' | 'id'>>, deps: Deps): Promise<void> => {
  const { records, now } = deps
  const row = await records.get<$EntityFlow>(partitionOf(tenant), id)
  if (row === undefined) return
  const { value, version } = row
  const next = expired(value, now())
  // Refused where somebody has just decided: the next sweep looks again.
  if (next !== value) await records.replace(partitionOf(tenant), id, next, version)
  else if (hasEnded(value)) await records.remove(OPEN, key, listed)
  else if (value.state === 'running' && now() - value.changedAt >= STUCK_MS) {
    deps.log({ event: 'stuck', id, step: value.step })
    await sendStep({ tenant, id, version }, deps)
  }
}

/** Looks at every open flow: each quarter of an hour no lost message and no forgotten wait stays unseen. */
export const schedule = async (deps: Deps): Promise<void> => {
  let after: string | undefined
  for (let page = 0; page < MAX_PAGES; page++) {
    const rows = await deps.records.list<Pick<Step, 'tenant' | 'id'>>(OPEN, { ...(after === undefined ? {} : { after }), limit: PAGE })
    for (const row of rows) await sweep(row, deps)
    after = rows.at(-1)?.id
    if (rows.length < PAGE) return
  }
  deps.log({ event: 'sweep', outcome: 'more open flows than one run looks at' })
}
`
