import { Refusal } from '@signet/kernel'
import { evaluate, type FactValue, parseCondition } from '@signet/readings'
import type { HarnessBody } from '../contract/harness.ts'
import { compares, type Operator } from './compare.ts'
import { filledIn, NoSuchPart, valueAt } from './pointer.ts'

type Step = HarnessBody['steps'][number]

/** Does what a step of a kind does: its reply, or why there is none. */
export type Perform = (use: Exclude<Step['use'], 'assert'>, body: unknown) => Promise<unknown>

export interface StepResult {
  readonly id: string
  readonly ok: boolean
  readonly skipped?: boolean
  readonly hash?: string
  readonly output?: unknown
  readonly error?: Readonly<Record<string, unknown>> & { readonly code: string; readonly error: string }
}

const failure = (code: string, error: string) => ({ error: { code, error } })

const refused = ({ code, message, extras }: Refusal) => ({ error: { ...extras, code, error: message } })

const lookupIn =
  (results: ReadonlyMap<string, StepResult>, facts: Readonly<Record<string, unknown>>) => (name: string) => {
    const [first = '', ...rest] = name.split('.')
    if (rest.length === 1 && rest[0] === 'ok' && results.has(first)) return results.get(first)?.ok
    const value = valueAt(facts[first], rest.map((each) => `/${each}`).join(''))
    return (typeof value === 'object' && !Array.isArray(value) ? undefined : value) as FactValue | undefined
  }

const OPERATORS = new Set<unknown>(['=', '!=', '<', '<=', '>', '>=', 'has', 'in'])

const asserted = (wanted: unknown) => {
  const { left, op, right } = wanted as { readonly left?: unknown; readonly op?: unknown; readonly right?: unknown }
  if (!OPERATORS.has(op)) return failure('invalid_input', 'assert has with {left, op, right}, op as in scripts')
  const holds = compares(left, op as Operator, right)
  const output = { left, op, right, holds }
  return holds ? { output } : { ...failure('assertion_failed', 'The assertion does not hold'), output }
}

const SEEDED = new Set<Step['use']>(['run', 'codegen', 'agent'])

const carriedOut = async (
  step: Step,
  { seed }: HarnessBody,
  outputs: ReadonlyMap<string, unknown>,
  perform: Perform,
) => {
  try {
    const wanted = filledIn(step.with, outputs)
    if (step.use === 'assert') return asserted(wanted)
    const isSeeded = SEEDED.has(step.use) && seed !== undefined
    const seeded = isSeeded ? { seed, ...(wanted as object) } : wanted
    return { output: await perform(step.use, seeded) }
  } catch (error) {
    if (error instanceof Refusal) return refused(error)
    if (error instanceof NoSuchPart) return failure('invalid_input', error.message)
    throw error
  }
}

const hashOf = (output: unknown): { readonly hash?: string } => {
  const hash = valueAt(output, '/hash')
  return typeof hash === 'string' ? { hash } : {}
}

const unexpected = ({ expect }: Step, output: unknown) => {
  if (expect === undefined || compares(valueAt(output, expect.path), expect.op, expect.value)) return undefined
  return failure('unexpected', `${expect.path} ${expect.op} ${JSON.stringify(expect.value)} does not hold`)
}

const applies = (step: Step, results: ReadonlyMap<string, StepResult>, facts: Readonly<Record<string, unknown>>) => {
  if (step.when === undefined) return true
  const parsed = parseCondition(step.when)
  return parsed.ok && evaluate(parsed.condition, lookupIn(results, facts)) === true
}

/** Milliseconds that a pipeline may take. */
const DEADLINE_MS = 25_000

/** Runs the steps of a pipeline in their order (runtime.md 10, ruling 21). */
export const pipeline = async (body: HarnessBody, perform: Perform, now: () => Date) => {
  const ends = now().getTime() + DEADLINE_MS
  const outputs = new Map<string, unknown>([['inputs', body.inputs]])
  const results = new Map<string, StepResult>()
  const facts: Record<string, unknown> = {}
  let hasFailed = false
  for (const step of body.steps) {
    const { id, save_as } = step
    const isStopped = hasFailed && body.stop_on === 'failure'
    if (isStopped || !applies(step, results, facts)) {
      results.set(id, { id, ok: false, skipped: true })
      continue
    }
    const done =
      now().getTime() > ends
        ? failure('deadline', 'The pipeline has taken its 25 seconds')
        : await carriedOut(step, body, outputs, perform)
    const output = 'output' in done ? done.output : undefined
    const wrong = 'error' in done ? { error: done.error } : unexpected(step, output)
    const ok = wrong === undefined
    results.set(id, { id, ok, ...hashOf(output), ...(output !== undefined && { output }), ...wrong })
    if (output !== undefined) outputs.set(id, output)
    if (ok && save_as !== undefined) facts[save_as] = output
    hasFailed ||= !ok
  }
  const steps = [...results.values()]
  const hash = steps.findLast((step) => step.hash !== undefined)?.hash
  return { ok: !hasFailed, steps, facts, ...(hash !== undefined && { hash }) }
}
