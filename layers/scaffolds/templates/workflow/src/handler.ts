import { createHash } from 'node:crypto'
import { type Effects, notImplemented, PermanentError } from './$kebab/$kebab-effects.ts'
import {
  type $EntityFlow,
  advance,
  begin,
  type Decision,
  decide,
  hasDecided,
  hasEnded,
  MAX_CENTS,
  withExpiry,
  withFailure,
} from './$kebab/$kebab-flow.ts'
import { parseObject } from './http/body.ts'
import { absent, invalid, Problem } from './http/problem.ts'
import { type Call, type Route, reply, serve } from './http/serve.ts'
import type { Deps } from './ports.ts'
import { type Message, Unusable } from './queue/queue.ts'
import type { Row } from './records/records.ts'
import { backoffMs } from './retry/backoff.ts'

const partitionOf = (tenant: string): string => `$kebab-flows#${tenant}`

/** Open flows. A flow is listed before it is stored, so that the sweep finds it after a crash. */
const OPEN_FLOWS = '$kebab-flows-open'
const PAGE = 100
const MAX_PAGES = 50
/** A running flow without a change for this time has lost its message. */
const STALLED_MS = 15 * 60_000

interface StepMessage {
  readonly tenant: string
  readonly id: string
  /** Version of the flow that the message is for. An older version was already processed. */
  readonly version: number
}

const sendStep = (step: StepMessage, deps: Deps, delayMs = 0): Promise<void> => deps.queue.send(step, delayMs)

const keyOf = ({ headers }: Call): string => {
  const key = headers.get('idempotency-key') ?? ''
  if (!/^[A-Za-z0-9._:-]{1,100}$/.test(key))
    throw invalid('idempotency-key', 'Send Idempotency-Key with 1 to 100 letters, digits or ._:-')
  return key
}

/** Starts a flow. A repeated request with the same key gets the same response, and sends a lost message again. */
const start = async (call: Call): Promise<Response> => {
  const { caller, deps } = call
  const { amount_cents: amount } = parseObject(call.body)
  if (typeof amount !== 'number' || !Number.isSafeInteger(amount) || amount < 1 || amount > MAX_CENTS)
    throw invalid('amount_cents', `amount_cents must be an integer from 1 to ${MAX_CENTS}`)
  const id = createHash('sha256')
    .update(`${caller.id}#${keyOf(call)}`)
    .digest('hex')
    .slice(0, 32)
  const { tenant } = caller
  await deps.records.insert(OPEN_FLOWS, `${tenant}#${id}`, { tenant, id })
  await deps.records.insert(partitionOf(tenant), id, begin(amount, caller.id, deps.now()))
  const row = await deps.records.get<$EntityFlow>(partitionOf(tenant), id)
  if (row === undefined || row.value.amountCents !== amount)
    throw new Problem(409, 'key_taken', 'The idempotency key belongs to another request')
  if (row.value.state === 'running') await sendStep({ tenant, id, version: row.version }, deps)
  return reply(202, { id, ...row.value }, { location: `/v1/$kebab-flows/${id}` })
}

const requireFlow = async ({ params, caller, deps }: Call): Promise<Row<$EntityFlow>> => {
  const row = await deps.records.get<$EntityFlow>(partitionOf(caller.tenant), params.id ?? '')
  if (row === undefined) throw absent()
  return row
}

const show = async (call: Call): Promise<Response> => {
  const { id, value } = await requireFlow(call)
  return reply(200, { id, ...withExpiry(value, call.deps.now()) })
}

const REFUSALS = {
  not_waiting: 'The flow does not wait for a decision',
  own_request: 'Requesters cannot decide on their own requests',
  too_late: 'The deadline of the decision has passed',
} as const

/** Stores a decision. A repeated decision gets the same response, and sends a lost message again. */
const decideOn = async (call: Call): Promise<Response> => {
  const { caller, deps } = call
  if (!caller.scopes.includes('approve'))
    throw new Problem(403, 'insufficient_scope', 'A decision needs the scope approve')
  const { decision: requested } = parseObject(call.body)
  if (requested !== 'approve' && requested !== 'reject') throw invalid('decision', 'decision must be approve or reject')
  const decision: Decision = requested
  const { id, version, value } = await requireFlow(call)
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

const runStep = async (id: string, flow: $EntityFlow, effects: Effects, deps: Deps): Promise<$EntityFlow> => {
  const { step } = flow
  try {
    if (step === 'pay' || step === 'notify') await effects[step](`${id}#${step}`, flow)
    return advance(flow, 'system', deps.now())
  } catch (error) {
    const fault = error instanceof Error ? error.message : 'unknown'
    deps.log({ event: 'step', id, step, fault })
    // Errors of effects may contain personal data, so the history only has fixed texts.
    const isPermanent = error instanceof PermanentError
    return withFailure(flow, isPermanent ? fault : step, isPermanent, deps.now())
  }
}

/** Runs one step, stores the result, and sends the next message. A crash in between only repeats this step. */
export const queueWith =
  (effects: Effects) =>
  async ({ body }: Message, deps: Deps): Promise<void> => {
    const { tenant, id, version } = (body ?? {}) as Partial<StepMessage>
    if (typeof tenant !== 'string' || typeof id !== 'string' || typeof version !== 'number')
      throw new Unusable('The message is not a step')
    const row = await deps.records.get<$EntityFlow>(partitionOf(tenant), id)
    if (row === undefined) throw new Unusable('The flow does not exist')
    const sendNext = (next: $EntityFlow, nextVersion: number): Promise<void> =>
      sendStep(
        { tenant, id, version: nextVersion },
        deps,
        next.attempts === 0 ? 0 : backoffMs(next.attempts, deps.random, 2_000),
      )
    if (row.value.state !== 'running') return
    // The step is done, but its worker crashed before it sent the next message.
    if (row.version !== version) return row.version === version + 1 ? sendNext(row.value, row.version) : undefined
    const next = await runStep(id, row.value, effects, deps)
    if (!(await deps.records.replace(partitionOf(tenant), id, next, version)))
      throw new Error('Another worker changed the flow first')
    if (next.state === 'running') await sendNext(next, version + 1)
  }

export const queue = queueWith(notImplemented)

/** Repairs an open flow: expires it, sends its message again, or removes its entry from the list of open flows. */
const sweep = async (
  { id: key, version: listedVersion, value: { tenant, id } }: Row<Pick<StepMessage, 'tenant' | 'id'>>,
  deps: Deps,
): Promise<void> => {
  const { records, now } = deps
  const row = await records.get<$EntityFlow>(partitionOf(tenant), id)
  if (row === undefined) return
  const { value, version } = row
  const next = withExpiry(value, now())
  // Refused if a person has just decided. The next sweep checks again.
  if (next !== value) await records.replace(partitionOf(tenant), id, next, version)
  else if (hasEnded(value)) await records.remove(OPEN_FLOWS, key, listedVersion)
  else if (value.state === 'running' && now() - value.changedAt >= STALLED_MS) {
    deps.log({ event: 'stalled', id, step: value.step })
    await sendStep({ tenant, id, version }, deps)
  }
}

/** Checks every open flow for lost messages and passed deadlines, every 15 minutes. */
export const schedule = async (deps: Deps): Promise<void> => {
  let after: string | undefined
  for (let page = 0; page < MAX_PAGES; page++) {
    const rows = await deps.records.list<Pick<StepMessage, 'tenant' | 'id'>>(OPEN_FLOWS, {
      ...(after === undefined ? {} : { after }),
      limit: PAGE,
    })
    for (const row of rows) await sweep(row, deps)
    after = rows.at(-1)?.id
    if (rows.length < PAGE) return
  }
  deps.log({ event: 'sweep', outcome: 'more open flows than one run can check' })
}
