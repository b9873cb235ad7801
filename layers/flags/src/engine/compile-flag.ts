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
import { copyJson } from '../own-copy.ts'
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

/** The flag that is compiled, and what its parts need. */
interface FlagCompilation {
  readonly definition: FlagDefinition
  readonly parts: CompileParts
  readonly outcome: OutcomeMaker
}

/** Returns the salt for one use in a flag. Flags of one experiment share a salt, so they select the same users. */
export const saltOf = ({ salt, experiment }: FlagDefinition, useSalt: string | undefined): string =>
  useSalt ?? experiment ?? salt

export const purposeOf = (
  use: 'rollout' | 'variant',
  { experiment }: FlagDefinition,
  rule: string | undefined,
): string => (rule === undefined || experiment !== undefined ? use : `${use}:${rule}`)

/** Returns undefined for the most common stickiness, the user. */
const readerOf = ({ parts }: FlagCompilation, by: Stickiness): StickyReader | undefined =>
  by === 'user' ? undefined : stickyReader(by, parts.runtime.random)

/** Returns `all`, `none`, or a share that depends on an ID; undefined for an unknown formula. */
const shareOf = (work: FlagCompilation, rollout: Rollout, rule?: string): Share | 'all' | 'none' | undefined => {
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

const missingKeyOutcome = (value: FlagValue): OutcomeParts => ({
  value,
  enabled: value === true,
  reason: 'ERROR',
  errorCode: 'TARGETING_KEY_MISSING',
  source: 'flag',
})

/** Returns the outcome of a flag whose formula is not registered: its default, because other formulas would be wrong. */
const unknownFormulaOutcome = (value: FlagValue): OutcomeParts => ({
  ...missingKeyOutcome(value),
  errorCode: 'GENERAL',
})

const weightedOutcomes = (
  work: FlagCompilation,
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
  // Applies if the user is in the share, but no variant has a weight.
  const unweighted = formula.splitIncludesRollout
    ? undefined
    : outcome({ ...outcomeParts, value: definition.default, enabled: true })
  const draw = bucketing === 'v1' ? splitDraw(parts) : undefined
  return new WeightedOutcomes(readerOf(work, by), draw ?? formula.split(parts), variantOutcomes, unweighted)
}

const onlyVariant = (
  { definition }: FlagCompilation,
  { variants, bucketing = definition.bucketing }: VariantSplit,
): string | undefined => {
  const [first, ...others] = variants.filter(({ weight }) => weight > 0)
  const formula = formulaOf(bucketing)
  return others.length === 0 && formula && !formula.splitIncludesRollout ? first?.key : undefined
}

const splitOfFlag = ({ variants = [], allocation }: FlagDefinition): VariantSplit =>
  allocation ? { variants, allocation } : { variants }

const fixedHit = (outcome: Outcome): RuleHit => ({ outcome, weighted: undefined })

const compileHit = (work: FlagCompilation, rule: Rule, name: string): RuleHit => {
  const { definition, outcome } = work
  const reason = rule.rollout === undefined ? 'TARGETING_MATCH' : 'SPLIT'
  const outcomeParts = { reason, source: 'rule', rule: name } as const
  const weightedSplit: VariantSplit | undefined =
    rule.split ?? (definition.type === 'variant' ? splitOfFlag(definition) : undefined)
  if (rule.result !== undefined || weightedSplit === undefined) {
    const value = rule.result ?? true
    return fixedHit(outcome({ ...outcomeParts, value, enabled: value !== false }))
  }
  const onlyKey = onlyVariant(work, weightedSplit)
  if (onlyKey !== undefined)
    return fixedHit(outcome({ ...outcomeParts, value: onlyKey, variants: weightedSplit.variants, enabled: true }))
  const coverage = rule.rollout?.percentage ?? 100
  const weighted = weightedOutcomes(
    work,
    weightedSplit,
    coverage,
    { ...outcomeParts, reason: 'SPLIT' },
    rule.split && name,
  )
  return weighted
    ? { outcome: undefined, weighted }
    : fixedHit(outcome({ ...unknownFormulaOutcome(definition.default), source: 'rule', rule: name }))
}

/** Returns undefined for a rule that can never match. */
const compileRule = (work: FlagCompilation, rule: Rule, index: number): RuleProgram | undefined => {
  const { definition, parts } = work
  const ruleName = rule.id ?? `${index}`
  const test = compileCondition(rule, { now: parts.runtime.now, segmentTests: parts.segmentTests })
  if (!test) return undefined
  const plain = plainComparison(rule)
  const hit = compileHit(work, rule, ruleName)
  // With such a formula, the ranges of the split already include the rollout.
  const isCovered = rule.split && formulaOf(rule.split.bucketing ?? definition.bucketing)?.splitIncludesRollout
  if (!rule.rollout || isCovered) return new RuleProgram(test, plain, undefined, hit)
  const share = shareOf(work, rule.rollout, ruleName)
  if (share === 'none') return undefined
  if (share !== undefined) return new RuleProgram(test, plain, share === 'all' ? undefined : share, hit)
  const failedOutcome = work.outcome({ ...unknownFormulaOutcome(definition.default), source: 'rule', rule: ruleName })
  return new RuleProgram(test, plain, undefined, fixedHit(failedOutcome))
}

/** The part of a flag that applies if no override, prerequisite or rule determines the value. */
interface FlagBody {
  readonly share?: Share | undefined
  readonly weighted?: WeightedOutcomes | undefined
  readonly outcome: Outcome
  readonly outside: Outcome
}

const hitInShare = ({ definition, outcome, ...rest }: FlagCompilation): RuleHit => {
  const work = { definition, outcome, ...rest }
  const { type, percentage, rules } = definition
  const inCanary = percentage !== undefined && isInCanary(definition)
  const outcomeParts = { source: 'flag', inCanary } as const
  if (type === 'variant') {
    const onlyKey = onlyVariant(work, splitOfFlag(definition))
    if (onlyKey !== undefined)
      return fixedHit(outcome({ ...outcomeParts, value: onlyKey, reason: 'STATIC', enabled: true }))
    const weighted = weightedOutcomes(work, splitOfFlag(definition), percentage ?? 100, {
      ...outcomeParts,
      reason: 'SPLIT',
    })
    return weighted ? { outcome: undefined, weighted } : fixedHit(outcome(unknownFormulaOutcome(definition.default)))
  }
  if (percentage !== undefined) return fixedHit(outcome({ ...outcomeParts, value: true, reason: 'SPLIT' }))
  // With rules, the flag is on only for matching users; without rules it is on.
  const isOn = rules?.length ? definition.default : true
  return fixedHit(
    outcome({ value: isOn, enabled: isOn === true, reason: rules?.length ? 'DEFAULT' : 'STATIC', source: 'flag' }),
  )
}

const compileBody = (work: FlagCompilation): FlagBody => {
  const { definition, outcome } = work
  const { type, percentage } = definition
  const fallback = { value: definition.default, source: 'flag', enabled: definition.default === true } as const
  // For users outside the percentage, the flag is off regardless of its default.
  const outsideParts = type === 'variant' ? fallback : ({ ...fallback, value: false, enabled: false } as const)
  const outside = outcome({ ...outsideParts, reason: 'SPLIT' })
  const inside = hitInShare(work)
  const body: FlagBody = { weighted: inside.weighted, outcome: inside.outcome ?? outside, outside }
  const isCovered = type === 'variant' && formulaOf(definition.bucketing)?.splitIncludesRollout
  if (percentage === undefined || isCovered) return body
  const share = shareOf(work, { percentage })
  if (share === 'all') return body
  if (share === 'none') return { outcome: outcome({ ...outsideParts, reason: 'DEFAULT' }), outside }
  return share ? { ...body, share } : { outcome: outcome(unknownFormulaOutcome(definition.default)), outside }
}

type OverrideOutcomes = ReadonlyMap<unknown, Outcome> | undefined

const compileOverrides = ({
  definition,
  outcome,
}: FlagCompilation): { readonly users: OverrideOutcomes; readonly tenants: OverrideOutcomes } => {
  const outcomesOf = (values: Readonly<Record<string, FlagValue>> = {}): OverrideOutcomes => {
    const entries = Object.entries(values).map(
      ([id, value]) =>
        [id, outcome({ value, enabled: value !== false, reason: 'TARGETING_MATCH', source: 'override' })] as const,
    )
    return entries.length > 0 ? new Map(entries) : undefined
  }
  return { users: outcomesOf(definition.overrides?.users), tenants: outcomesOf(definition.overrides?.tenants) }
}

const compilePhase = (definition: FlagDefinition, parts: CompileParts, flagCounters: FlagCounters): PhaseParts => {
  const outcome = outcomeMaker(definition, parts.counters, flagCounters)
  const work: FlagCompilation = { definition, parts, outcome }
  const { enabled, default: value, rules = [] } = definition
  const unmet = outcome({ value, enabled: value === true, reason: 'DEFAULT', source: 'prerequisite' })
  const missing = outcome(missingKeyOutcome(value))
  if (!enabled) {
    const constant = outcome({
      value: definition.type === 'variant' ? value : false,
      enabled: false,
      reason: 'DISABLED',
      source: 'switch',
    })
    return { constant, unmet, missing, outcome: constant, outside: constant }
  }
  const body = compileBody(work)
  const { users, tenants } = compileOverrides(work)
  const arePrerequisitesMet = parts.prerequisitesOf(definition)
  const programs = rules.flatMap((rule, i) => compileRule(work, rule, i) ?? [])
  const contextDependent = users ?? tenants ?? arePrerequisitesMet ?? body.share ?? body.weighted
  const constant = contextDependent === undefined && programs.length === 0 ? body.outcome : undefined
  return { ...body, constant, users, tenants, arePrerequisitesMet, rules: programs, unmet, missing }
}

/**
 * Compiles a flag to data over prebuilt outcomes, so that its evaluation allocates nothing. Scheduled changes take
 * effect at their instants.
 */
export const compileFlag = (source: FlagDefinition, parts: CompileParts, counters: FlagCounters): FlagProgram => {
  // Returned payloads and metadata are frozen, so the caller's objects are copied first.
  const definition = source.type === 'variant' || source.metadata !== undefined ? copyJson(source) : source
  const [first = definition, ...later] = phasesOf(definition)
  const compile = (phase: FlagDefinition) => compilePhase(phase, parts, counters)
  const starts = (definition.schedule ?? []).map(({ at }) => Date.parse(at))
  const { now } = parts.runtime
  return new FlagProgram(compile(first), later.map(compile), { definition, counters, starts, now })
}
