import { formulaOf, rolloutDraw, splitDraw } from '../bucketing/bucketing.ts'
import { isInCanary } from '../canary/index.ts'
import type {
  EvaluationContext,
  FlagDefinition,
  FlagValue,
  Rollout,
  Rule,
  Stickiness,
  VariantSplit,
} from '../definition.ts'
import type { Counters, FlagCounters } from '../metrics/counters.ts'
import { ownCopy } from '../own-copy.ts'
import { type Runtime, type StickyReader, stickyReader } from './attribute.ts'
import { compileCondition, plainComparison, type SegmentTests } from './compile-condition.ts'
import { FlagProgram, type PhaseParts, type RuleHit, RuleProgram, Share, WeightedOutcomes } from './flag-program.ts'
import { type Outcome, type OutcomeMaker, type OutcomeParts, outcomeMaker } from './outcome.ts'
import { phasesOf } from './phases.ts'

export interface CompileParts {
  readonly runtime: Runtime
  readonly segmentTests: SegmentTests
  readonly counters: Counters
  readonly prerequisitesOf: (definition: FlagDefinition) => ((context: EvaluationContext) => boolean) | undefined
}

interface Work {
  readonly definition: FlagDefinition
  readonly parts: CompileParts
  readonly outcome: OutcomeMaker
}

/** Returns the salt for one use within a flag. Flags of one experiment share it, so they divide users alike. */
export const saltOf = ({ salt, experiment }: FlagDefinition, useSalt: string | undefined): string =>
  useSalt ?? experiment ?? salt

export const purposeOf = (
  use: 'rollout' | 'variant',
  { experiment }: FlagDefinition,
  rule: string | undefined,
): string => (rule === undefined || experiment !== undefined ? use : `${use}:${rule}`)

/** Returns undefined for the most common stickiness, the user. */
const readerOf = ({ parts }: Work, by: Stickiness): StickyReader | undefined =>
  by === 'user' ? undefined : stickyReader(by, parts.runtime.random)

/** Returns all, none or a share that depends on an id; undefined for an unknown formula. */
const shareOf = (work: Work, rollout: Rollout, rule?: string): Share | 'all' | 'none' | undefined => {
  const { definition } = work
  const { percentage, by = definition.by ?? 'user', bucketing = definition.bucketing } = rollout
  const formula = formulaOf(bucketing)
  if (!formula || !(percentage > 0)) return formula && 'none'
  if (percentage >= 100 && bucketing === 'v1') return 'all'
  const purpose = purposeOf('rollout', definition, rule)
  const parts = { salt: saltOf(definition, rollout.salt), purpose, percentage }
  const read = readerOf(work, by)
  return new Share(read, bucketing === 'v1' ? rolloutDraw(parts) : formula.rollout(parts))
}

const missingKey = (value: FlagValue): OutcomeParts => ({
  value,
  enabled: value === true,
  reason: 'ERROR',
  errorCode: 'TARGETING_KEY_MISSING',
  source: 'flag',
})

/** Returns the outcome of a flag whose formula is not registered. A guess would give users other variants. */
const unknownFormula = (value: FlagValue): OutcomeParts => ({ ...missingKey(value), errorCode: 'GENERAL' })

const weightedOf = (
  work: Work,
  split: VariantSplit,
  coverage: number,
  outcomeParts: Omit<OutcomeParts, 'value'>,
  rule?: string,
): WeightedOutcomes | undefined => {
  const { definition, outcome } = work
  const { by = definition.by ?? 'user', bucketing = definition.bucketing, variants, allocation } = split
  const formula = formulaOf(bucketing)
  if (!formula) return undefined
  const purpose = purposeOf('variant', definition, rule)
  const parts = { salt: saltOf(definition, split.salt), purpose, variants, allocation, coverage }
  const variantOutcomes = variants.map(({ key }) => outcome({ ...outcomeParts, value: key, variants, enabled: true }))
  // The user is in the share, but no variant has a weight.
  const unweighted = formula.leavesOut
    ? undefined
    : outcome({ ...outcomeParts, value: definition.default, enabled: true })
  const draw = bucketing === 'v1' ? splitDraw(parts) : undefined
  return new WeightedOutcomes(readerOf(work, by), draw ?? formula.split(parts), variantOutcomes, unweighted)
}

const onlyVariant = (
  { definition }: Work,
  { variants, bucketing = definition.bucketing }: VariantSplit,
): string | undefined => {
  const [first, ...more] = variants.filter(({ weight }) => weight > 0)
  const formula = formulaOf(bucketing)
  return more.length === 0 && formula && !formula.leavesOut ? first?.key : undefined
}

const ownSplit = ({ variants = [], allocation }: FlagDefinition): VariantSplit =>
  allocation ? { variants, allocation } : { variants }

const always = (outcome: Outcome): RuleHit => ({ outcome, weighted: undefined })

const hitOf = (work: Work, rule: Rule, name: string): RuleHit => {
  const { definition, outcome } = work
  const reason = rule.rollout === undefined ? 'TARGETING_MATCH' : 'SPLIT'
  const outcomeParts = { reason, source: 'rule', rule: name } as const
  const byWeight: VariantSplit | undefined =
    rule.split ?? (definition.type === 'variant' ? ownSplit(definition) : undefined)
  if (rule.result !== undefined || byWeight === undefined) {
    const value = rule.result ?? true
    return always(outcome({ ...outcomeParts, value, enabled: value !== false }))
  }
  const only = onlyVariant(work, byWeight)
  if (only !== undefined)
    return always(outcome({ ...outcomeParts, value: only, variants: byWeight.variants, enabled: true }))
  const coverage = rule.rollout?.percentage ?? 100
  const weighted = weightedOf(work, byWeight, coverage, { ...outcomeParts, reason: 'SPLIT' }, rule.split && name)
  return weighted
    ? { outcome: undefined, weighted }
    : always(outcome({ ...unknownFormula(definition.default), source: 'rule', rule: name }))
}

/** Returns undefined for a rule that can never match. */
const compileRule = (work: Work, rule: Rule, index: number): RuleProgram | undefined => {
  const { definition, parts } = work
  const name = rule.id ?? `${index}`
  const holds = compileCondition(rule, { now: parts.runtime.now, segmentTests: parts.segmentTests })
  if (!holds) return undefined
  const plain = plainComparison(rule)
  const hit = hitOf(work, rule, name)
  // A formula that ends ranges earlier includes the share in its ranges.
  const isCovered = rule.split && formulaOf(rule.split.bucketing ?? definition.bucketing)?.leavesOut
  if (!rule.rollout || isCovered) return new RuleProgram(holds, plain, undefined, hit)
  const share = shareOf(work, rule.rollout, name)
  if (share === 'none') return undefined
  if (share !== undefined) return new RuleProgram(holds, plain, share === 'all' ? undefined : share, hit)
  const failed = work.outcome({ ...unknownFormula(definition.default), source: 'rule', rule: name })
  return new RuleProgram(holds, plain, undefined, always(failed))
}

interface Body {
  readonly share?: Share | undefined
  readonly weighted?: WeightedOutcomes | undefined
  readonly outcome: Outcome
  readonly outside: Outcome
}

const insideOf = ({ definition, outcome, ...rest }: Work): RuleHit => {
  const work = { definition, outcome, ...rest }
  const { type, percentage, rules } = definition
  const inCanary = percentage !== undefined && isInCanary(definition)
  const outcomeParts = { source: 'flag', inCanary } as const
  if (type === 'variant') {
    const only = onlyVariant(work, ownSplit(definition))
    if (only !== undefined) return always(outcome({ ...outcomeParts, value: only, reason: 'STATIC', enabled: true }))
    const weighted = weightedOf(work, ownSplit(definition), percentage ?? 100, { ...outcomeParts, reason: 'SPLIT' })
    return weighted ? { outcome: undefined, weighted } : always(outcome(unknownFormula(definition.default)))
  }
  if (percentage !== undefined) return always(outcome({ ...outcomeParts, value: true, reason: 'SPLIT' }))
  // With rules, the flag is on only for matching users; without rules it is on.
  const isOn = rules?.length ? definition.default : true
  return always(
    outcome({ value: isOn, enabled: isOn === true, reason: rules?.length ? 'DEFAULT' : 'STATIC', source: 'flag' }),
  )
}

const bodyOf = (work: Work): Body => {
  const { definition, outcome } = work
  const { type, percentage } = definition
  const fallback = { value: definition.default, source: 'flag', enabled: definition.default === true } as const
  // For users outside the share the flag is off, regardless of its default.
  const without = type === 'variant' ? fallback : ({ ...fallback, value: false, enabled: false } as const)
  const outside = outcome({ ...without, reason: 'SPLIT' })
  const inside = insideOf(work)
  const body: Body = { weighted: inside.weighted, outcome: inside.outcome ?? outside, outside }
  const isCovered = type === 'variant' && formulaOf(definition.bucketing)?.leavesOut
  if (percentage === undefined || isCovered) return body
  const share = shareOf(work, { percentage })
  if (share === 'all') return body
  if (share === 'none') return { outcome: outcome({ ...without, reason: 'DEFAULT' }), outside }
  return share ? { ...body, share } : { outcome: outcome(unknownFormula(definition.default)), outside }
}

type Overridden = ReadonlyMap<unknown, Outcome> | undefined

const overridesOf = ({ definition, outcome }: Work): { readonly users: Overridden; readonly tenants: Overridden } => {
  const outcomesOf = (values: Readonly<Record<string, FlagValue>> = {}): Overridden => {
    const entries = Object.entries(values).map(
      ([id, value]) =>
        [id, outcome({ value, enabled: value !== false, reason: 'TARGETING_MATCH', source: 'override' })] as const,
    )
    return entries.length > 0 ? new Map(entries) : undefined
  }
  return { users: outcomesOf(definition.overrides?.users), tenants: outcomesOf(definition.overrides?.tenants) }
}

const compilePhase = (definition: FlagDefinition, parts: CompileParts, flag: FlagCounters): PhaseParts => {
  const outcome = outcomeMaker(definition, parts.counters, flag)
  const work: Work = { definition, parts, outcome }
  const { enabled, default: value, rules = [] } = definition
  const unmet = outcome({ value, enabled: value === true, reason: 'DEFAULT', source: 'prerequisite' })
  const missing = outcome(missingKey(value))
  if (!enabled) {
    const constant = outcome({
      value: definition.type === 'variant' ? value : false,
      enabled: false,
      reason: 'DISABLED',
      source: 'switch',
    })
    return { constant, unmet, missing, outcome: constant, outside: constant }
  }
  const body = bodyOf(work)
  const { users, tenants } = overridesOf(work)
  const arePrerequisitesMet = parts.prerequisitesOf(definition)
  const programs = rules.flatMap((rule, i) => compileRule(work, rule, i) ?? [])
  const asks = users ?? tenants ?? arePrerequisitesMet ?? body.share ?? body.weighted
  const constant = asks === undefined && programs.length === 0 ? body.outcome : undefined
  return { ...body, constant, users, tenants, arePrerequisitesMet, rules: programs, unmet, missing }
}

/**
 * Compiles a flag to data over prebuilt outcomes, so that its evaluation allocates nothing. Scheduled changes take
 * effect at their instants.
 */
export const compileFlag = (source: FlagDefinition, parts: CompileParts, flag: FlagCounters): FlagProgram => {
  // Returned payloads and metadata are frozen, so the caller's objects are copied first.
  const definition = source.type === 'variant' || source.metadata !== undefined ? ownCopy(source) : source
  const [first = definition, ...later] = phasesOf(definition)
  const compiled = (phase: FlagDefinition) => compilePhase(phase, parts, flag)
  const starts = (definition.schedule ?? []).map(({ at }) => Date.parse(at))
  const { now } = parts.runtime
  return new FlagProgram(compiled(first), later.map(compiled), { definition, counters: flag, starts, now })
}
