import { Refusal } from '@signet/kernel'
import { evaluate, type FactValue, parseCondition } from '@signet/readings'
import { canonicalJson } from '@signet/receipts/digest'
import { type HarnessBody, OPERATORS } from '../contract/harness.ts'

/**
 * Returns the value at a JSON pointer (RFC 6901), or undefined if it does not exist. Inherited properties are ignored.
 */
export const valueAt = (value: unknown, pointer: string): unknown => {
  if (pointer === '') return value
  const names = pointer.replace(/^\//, '').split('/')
  return names.reduce<unknown>((parent, name) => {
    const member = name.replaceAll('~1', '/').replaceAll('~0', '~')
    return typeof parent === 'object' && parent !== null && Object.hasOwn(parent, member)
      ? (parent as Readonly<Record<string, unknown>>)[member]
      : undefined
  }, value)
}

type Outputs = ReadonlyMap<string, unknown>

const PLACEHOLDER = /\$\{([a-z][a-z0-9_]*)((?:\/[^}]*)?)\}/g
const ONLY_PLACEHOLDER = /^\$\{([a-z][a-z0-9_]*)((?:\/[^}]*)?)\}$/

class MissingPartError extends Error {
  override readonly name = 'MissingPart'
}

const partOf = (outputs: Outputs, step: string, pointer: string): unknown => {
  const value = valueAt(outputs.get(step), pointer)
  if (value === undefined) throw new MissingPartError(`\${${step}${pointer}} does not exist`)
  return value
}

const textOf = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value))

/**
 * Replaces each `${step/pointer}` by that part of an earlier output. A string that consists of one placeholder becomes
 * the value itself; in other strings, the value is inserted as text.
 * @throws MissingPartError
 */
export const fillPlaceholders = (value: unknown, outputs: Outputs): unknown => {
  if (typeof value === 'string') {
    const [, step, pointer = ''] = ONLY_PLACEHOLDER.exec(value) ?? []
    if (step !== undefined) return partOf(outputs, step, pointer)
    return value.replaceAll(PLACEHOLDER, (_, stepId: string, path: string) => textOf(partOf(outputs, stepId, path)))
  }
  if (Array.isArray(value)) return value.map((each) => fillPlaceholders(each, outputs))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, fillPlaceholders(each, outputs)]))
}

type Operator = (typeof OPERATORS)[number]

const isSame = (one: unknown, other: unknown): boolean =>
  one === undefined || other === undefined ? one === other : canonicalJson(one) === canonicalJson(other)

const isAmong = (value: unknown, list: unknown): boolean =>
  Array.isArray(list) && list.some((each) => isSame(each, value))

/**
 * Evaluates a comparison. `<`, `<=`, `>` and `>=` compare two numbers or two strings; for other types they are false.
 */
export const isTrueComparison = (left: unknown, operator: Operator, right: unknown): boolean => {
  switch (operator) {
    case '=':
      return isSame(left, right)
    case '!=':
      return !isSame(left, right)
    case 'has':
      return isAmong(right, left)
    case 'in':
      return isAmong(left, right)
    default: {
      const isOrdered = typeof left === typeof right && ['number', 'string'].includes(typeof left)
      if (!isOrdered) return false
      const one = left as number
      const other = right as number
      if (operator === '<') return one < other
      if (operator === '<=') return one <= other
      return operator === '>' ? one > other : one >= other
    }
  }
}

type Step = HarnessBody['steps'][number]

export type PerformStep = (use: Exclude<Step['use'], 'assert'>, body: unknown) => Promise<unknown>

export interface StepResult {
  readonly id: string
  readonly ok: boolean
  readonly skipped?: boolean
  readonly hash?: string
  readonly output?: unknown
  readonly error?: Readonly<Record<string, unknown>> & { readonly code: string; readonly error: string }
}

const failure = (code: string, error: string) => ({ error: { code, error } })

const refusalError = ({ code, message, extras }: Refusal) => ({ error: { ...extras, code, error: message } })

/** Returns the lookup of a step's `when`: `<step>.ok`, and saved facts with the path of a field. */
const lookupIn =
  (results: ReadonlyMap<string, StepResult>, facts: Readonly<Record<string, unknown>>) => (name: string) => {
    const [firstSegment = '', ...path] = name.split('.')
    if (path.length === 1 && path[0] === 'ok' && results.has(firstSegment)) return results.get(firstSegment)?.ok
    const value = valueAt(facts[firstSegment], path.map((each) => `/${each}`).join(''))
    return (typeof value === 'object' && !Array.isArray(value) ? undefined : value) as FactValue | undefined
  }

const KNOWN_OPERATORS = new Set<unknown>(OPERATORS)

const runAssert = (input: unknown) => {
  const { left, op, right } = input as { readonly left?: unknown; readonly op?: unknown; readonly right?: unknown }
  if (!KNOWN_OPERATORS.has(op))
    return failure('invalid_input', `with must be {left, op, right}, and op one of ${OPERATORS.join(' ')}`)
  const holds = isTrueComparison(left, op as Operator, right)
  const output = { left, op, right, holds }
  return holds ? { output } : { ...failure('assertion_failed', 'The assertion is false'), output }
}

/** Kinds of steps that use the seed of the pipeline, unless `with` has its own. */
const SEEDED_KINDS = new Set<Step['use']>(['run', 'codegen', 'agent'])

const runStep = async (
  step: Step,
  { seed }: HarnessBody,
  outputs: ReadonlyMap<string, unknown>,
  perform: PerformStep,
) => {
  try {
    const input = fillPlaceholders(step.with, outputs)
    if (step.use === 'assert') return runAssert(input)
    const isSeeded = SEEDED_KINDS.has(step.use) && seed !== undefined
    const seededInput = isSeeded ? { seed, ...(input as object) } : input
    return { output: await perform(step.use, seededInput) }
  } catch (error) {
    if (error instanceof Refusal) return refusalError(error)
    if (error instanceof MissingPartError) return failure('invalid_input', error.message)
    throw error
  }
}

const hashOf = (output: unknown): { readonly hash?: string } => {
  const hash = valueAt(output, '/hash')
  return typeof hash === 'string' ? { hash } : {}
}

const expectationFailure = ({ expect }: Step, output: unknown) => {
  if (expect === undefined || isTrueComparison(valueAt(output, expect.path), expect.op, expect.value)) return undefined
  return failure('unexpected', `${expect.path} ${expect.op} ${JSON.stringify(expect.value)} is false`)
}

const shouldRun = (step: Step, results: ReadonlyMap<string, StepResult>, facts: Readonly<Record<string, unknown>>) => {
  if (step.when === undefined) return true
  const parsed = parseCondition(step.when)
  return parsed.ok && evaluate(parsed.condition, lookupIn(results, facts)) === true
}

/** No step starts after this time. */
const DEADLINE_MS = 25_000

export const runPipeline = async (body: HarnessBody, perform: PerformStep, now: () => Date) => {
  const deadline = now().getTime() + DEADLINE_MS
  const outputs = new Map<string, unknown>([['inputs', body.inputs]])
  const results = new Map<string, StepResult>()
  const facts: Record<string, unknown> = {}
  let hasFailed = false
  for (const step of body.steps) {
    const { id, save_as } = step
    const isSkipped = hasFailed && body.stop_on === 'failure'
    if (isSkipped || !shouldRun(step, results, facts)) {
      results.set(id, { id, ok: false, skipped: true })
      continue
    }
    const stepResult =
      now().getTime() > deadline
        ? failure('deadline', 'The pipeline exceeded the limit of 25 seconds')
        : await runStep(step, body, outputs, perform)
    const output = 'output' in stepResult ? stepResult.output : undefined
    const failureOfStep = 'error' in stepResult ? { error: stepResult.error } : expectationFailure(step, output)
    const ok = failureOfStep === undefined
    results.set(id, { id, ok, ...hashOf(output), ...(output !== undefined && { output }), ...failureOfStep })
    if (output !== undefined) outputs.set(id, output)
    if (ok && save_as !== undefined) facts[save_as] = output
    hasFailed ||= !ok
  }
  const steps = [...results.values()]
  const hash = steps.findLast((step) => step.hash !== undefined)?.hash
  return { ok: !hasFailed, steps, facts, ...(hash !== undefined && { hash }) }
}
