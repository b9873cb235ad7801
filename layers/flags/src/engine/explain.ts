import { formulaOf } from '../bucketing/bucketing.ts'
import { murmur3 } from '../bucketing/murmur3.ts'
import type { Condition, EvaluationContext, FlagDefinition, FlagSnapshot, Rollout } from '../definition.ts'
import { groundedFlags, PREREQUISITE_DEPTH_MAX } from '../prerequisite-depth.ts'
import { attributeReader, momentOf, type Runtime, stickyReader } from './attribute.ts'
import { compileCondition, type SegmentTests, segmentTests } from './compile-condition.ts'
import { purposeOf, saltOf } from './compile-flag.ts'
import type { Evaluation, Outcome } from './outcome.ts'
import { phasesOf } from './phases.ts'

export interface ExplainStep {
  readonly step: string
  readonly outcome: string
  /** The user's position from 0 to 100 percent, for a rollout with bucketing v1. */
  readonly point?: number
}

export interface Explanation extends Evaluation {
  readonly key: string
  readonly steps: readonly ExplainStep[]
}

export interface ExplainDeps extends Runtime {
  readonly snapshot: FlagSnapshot
  readonly peek: (key: string, context: EvaluationContext) => Outcome | undefined
}

interface ExplainInput {
  readonly definition: FlagDefinition
  readonly context: EvaluationContext
  readonly deps: ExplainDeps
  readonly segments: SegmentTests
}

/** Returns JSON, or the type of a value that has none: a BigInt, or a value nested too deeply for the stack. */
const jsonOf = (value: unknown): string => {
  try {
    return JSON.stringify(value) ?? typeof value
  } catch {
    return typeof value
  }
}

const displayValue = (value: unknown): string => {
  const text = value === undefined ? 'missing' : jsonOf(value)
  return text.length > 100 ? `${text.slice(0, 99)}…` : text
}

const conditionText = (condition: Condition, context: EvaluationContext): string => {
  if ('all' in condition) {
    return condition.all.length === 0
      ? 'all users'
      : condition.all.map((each) => conditionText(each, context)).join(' and ')
  }
  if ('any' in condition) return `(${condition.any.map((each) => conditionText(each, context)).join(' or ')})`
  if ('not' in condition) return `not (${conditionText(condition.not, context)})`
  if ('segment' in condition) return `segment ${condition.segment}`
  const { attribute, operator, value } = condition
  const actual = attribute === 'currentTime' ? '' : `, which is ${displayValue(attributeReader(attribute)(context))}`
  return `${attribute}${actual}, ${operator}${value === undefined ? '' : ` ${displayValue(value)}`}`
}

const rolloutStep = (input: ExplainInput, rollout: Rollout, rule: string | undefined): ExplainStep => {
  const { definition, context, deps } = input
  const { percentage, by = definition.by ?? 'user', bucketing = definition.bucketing } = rollout
  const step = rule === undefined ? 'percentage' : `rule ${rule}: rollout`
  const id = stickyReader(by, deps.random)(context)
  if (id === undefined) return { step, outcome: `the context has no ${[by].flat().join(', ')}` }
  const salt = saltOf(definition, rollout.salt)
  const purpose = purposeOf('rollout', definition, rule)
  const isInRollout = formulaOf(bucketing)?.rollout({ salt, purpose, percentage })(id) === true
  const outcome = `${[by].flat().join(', ')} ${displayValue(id)} is ${isInRollout ? 'among' : 'not among'} ${percentage} percent`
  if (bucketing !== 'v1') return { step, outcome }
  const point = Math.floor((murmur3(`${salt}\0${purpose}\0${id}`) * 100_000) / 4_294_967_296) / 1000
  return { step, outcome, point }
}

const ruleSteps = (input: ExplainInput, evaluation: Evaluation): ExplainStep[] => {
  const { definition, context, deps, segments } = input
  const steps: ExplainStep[] = []
  for (const [i, rule] of (definition.rules ?? []).entries()) {
    const name = rule.id ?? `${i}`
    const test = compileCondition(rule, { now: deps.now, segmentTests: segments })
    const verdict = test === undefined ? 'is invalid and matches no user' : test(context) ? 'matches' : 'does not match'
    steps.push({ step: `rule ${name}`, outcome: `${conditionText(rule, context)}: ${verdict}` })
    if (verdict === 'matches' && rule.rollout) steps.push(rolloutStep(input, rule.rollout, name))
    if (evaluation.source === 'rule' && evaluation.rule === name) break
  }
  return steps
}

const prerequisiteSteps = ({ definition, context, deps }: ExplainInput): ExplainStep[] => {
  const { key, prerequisites = [] } = definition
  const activeFlags = deps.snapshot.flags.filter(({ archived }) => archived !== true)
  if (prerequisites.length > 0 && !groundedFlags(activeFlags).has(key)) {
    const outcome = `not met: the chain is circular or longer than ${PREREQUISITE_DEPTH_MAX} flags`
    return [{ step: 'prerequisites', outcome }]
  }
  return prerequisites.map(({ flag, variants, enabled = true }) => {
    const result = deps.peek(flag, context)
    const required = `${enabled ? 'on' : 'off'}${variants?.length ? `, ${variants.join(' or ')}` : ''}`
    const actual = result ? `${result.enabled ? 'on' : 'off'}, ${result.evaluation.variant}` : 'missing'
    return { step: `prerequisite ${flag}`, outcome: `must be ${required}; is ${actual}` }
  })
}

const valueStep = ({ value, reason, source, rule }: Evaluation): ExplainStep => {
  const decidedBy = source === 'rule' ? `rule ${rule}` : source
  return { step: 'answer', outcome: `${displayValue(value)} by ${decidedBy}, ${reason}` }
}

const stepsOf = (input: ExplainInput, evaluation: Evaluation): ExplainStep[] => {
  const { definition } = input
  const { source } = evaluation
  const switchStep: ExplainStep = { step: 'switch', outcome: definition.enabled ? 'the flag is on' : 'the flag is off' }
  if (source === 'switch') return [switchStep, valueStep(evaluation)]
  const override: ExplainStep[] = definition.overrides
    ? [
        {
          step: 'overrides',
          outcome: source === 'override' ? 'an override applies' : 'no override for this user or tenant',
        },
      ]
    : []
  if (source === 'override') return [switchStep, ...override, valueStep(evaluation)]
  const stepsBefore = [switchStep, ...override, ...prerequisiteSteps(input)]
  if (source === 'prerequisite') return [...stepsBefore, valueStep(evaluation)]
  const rules = ruleSteps(input, evaluation)
  const { percentage } = definition
  const body = source === 'flag' && percentage !== undefined ? [rolloutStep(input, { percentage }, undefined)] : []
  return [...stepsBefore, ...rules, ...body, valueStep(evaluation)]
}

/**
 * Explains step by step how a flag gets its value. The evaluation is not counted. Returns undefined if the flag does
 * not exist.
 */
export const explainFlag = (key: string, context: EvaluationContext, deps: ExplainDeps): Explanation | undefined => {
  const stored = deps.snapshot.flags.find((flag) => flag.key === key && flag.archived !== true)
  const result = stored && deps.peek(key, context)
  if (!stored || !result) return undefined
  const moment = momentOf(context, deps.now)
  const due = (stored.schedule ?? []).filter(({ at }) => moment >= Date.parse(at)).length
  const definition = phasesOf(stored)[due] ?? stored
  const segments = segmentTests(deps.snapshot.segments ?? [], deps.now)
  const scheduled = due > 0 ? [{ step: 'schedule', outcome: `changes in effect: ${due}` }] : []
  const steps = [...scheduled, ...stepsOf({ definition, context, deps, segments }, result.evaluation)]
  return { key, ...result.evaluation, steps }
}
