import { reallocate, reallocateRules } from '../bucketing/allocation.ts'
import { formulaOf } from '../bucketing/formulas.ts'
import { isInCanary } from '../canary/index.ts'
import type {
  EvaluationContext,
  FlagDefinition,
  FlagValue,
  Rollout,
  Rule,
  ScheduledChange,
  Split,
} from '../definition.ts'
import type { Tally } from '../metrics/tally.ts'
import { ownCopy } from '../own-copy.ts'
import { momentOf, type StickyReader, type Surroundings, stickyReader } from './attribute.ts'
import { type ContextTest, compileCondition, type SegmentTests } from './compile-condition.ts'
import { textOf } from './compile-operator.ts'
import { type Outcome, type OutcomeMaker, type OutcomeParts, outcomeMaker } from './outcome.ts'

/** Evaluates a flag for a context. */
export type Run = (context: EvaluationContext) => Outcome
/** The same, where it may have nothing to say. */
type Attempt = (context: EvaluationContext) => Outcome | undefined

export interface CompileParts {
  readonly surroundings: Surroundings
  readonly segmentTests: SegmentTests
  /** Whether the prerequisites of a flag are met; undefined when it has none. */
  readonly prerequisitesOf: (definition: FlagDefinition) => ((context: EvaluationContext) => boolean) | undefined
}

/** A flag while it is compiled. */
interface Work {
  readonly definition: FlagDefinition
  readonly parts: CompileParts
  readonly outcome: OutcomeMaker
}

/** Whether a share is all, nothing, or needs an id to tell. */
interface Share {
  readonly read: StickyReader
  readonly holds: (id: string) => boolean
}

/** The salt and what tells apart its uses: with an experiment of several flags, they share their users. */
export const saltOf = ({ salt, experiment }: FlagDefinition, own: string | undefined): string =>
  own ?? experiment ?? salt

export const purposeOf = (
  use: 'rollout' | 'variant',
  { experiment }: FlagDefinition,
  rule: string | undefined,
): string => (rule === undefined || experiment !== undefined ? use : `${use}:${rule}`)

const shareOf = ({ definition, parts }: Work, rollout: Rollout, rule?: string): Share | 'all' | 'none' | undefined => {
  const { percentage, by = definition.by ?? 'user', salt, bucketing = definition.bucketing } = rollout
  const formula = formulaOf(bucketing)
  if (!formula || !(percentage > 0)) return formula && 'none'
  if (percentage >= 100 && bucketing === 'v1') return 'all'
  const read = stickyReader(by, parts.surroundings.random)
  const purpose = purposeOf('rollout', definition, rule)
  return { read, holds: formula.rollout({ salt: saltOf(definition, salt), purpose, percentage }) }
}

/** Gives a variant by weight: undefined where the id is missing, or where a formula leaves the id out of all ranges. */
const splitAttempt = (work: Work, split: Split, coverage: number, made: Omit<OutcomeParts, 'value'>, rule?: string) => {
  const { definition, parts, outcome } = work
  const { by = definition.by ?? 'user', salt, bucketing = definition.bucketing, variants, allocation } = split
  const formula = formulaOf(bucketing)
  if (!formula) return undefined
  const read = stickyReader(by, parts.surroundings.random)
  const purpose = purposeOf('variant', definition, rule)
  const choose = formula.split({ salt: saltOf(definition, salt), purpose, variants, allocation, coverage })
  const given = variants.map(({ key }) => outcome({ ...made, value: key, variants, enabled: true }))
  // Somebody is in, but no variant has a weight.
  const none = formula.leavesOut ? undefined : outcome({ ...made, value: definition.default, enabled: true })
  const missing = outcome(missingKey(definition.default))
  return {
    attempt: ((context) => {
      const id = read(context)
      return id === undefined ? missing : (given[choose(id)] ?? none)
    }) as Attempt,
    missing,
    leavesOut: formula.leavesOut,
  }
}

const missingKey = (value: FlagValue): OutcomeParts => ({
  value,
  enabled: value === true,
  reason: 'ERROR',
  errorCode: 'TARGETING_KEY_MISSING',
  source: 'flag',
})

/** The one variant that has a weight, which needs no id to be given. */
const onlyVariant = (
  { definition }: Work,
  { variants, bucketing = definition.bucketing }: Split,
): string | undefined => {
  const [first, ...more] = variants.filter(({ weight }) => weight > 0)
  return more.length === 0 && !formulaOf(bucketing)?.leavesOut ? first?.key : undefined
}

/** What somebody gets who matches a rule and is in its share. */
const hitOf = (work: Work, rule: Rule, name: string, hasShare: boolean): Attempt | Outcome | undefined => {
  const { definition, outcome } = work
  const reason = hasShare ? 'SPLIT' : 'TARGETING_MATCH'
  const made = { reason, source: 'rule', rule: name } as const
  const byWeight: Split | undefined = rule.split ?? (definition.type === 'variant' ? ownSplit(definition) : undefined)
  if (rule.result !== undefined || byWeight === undefined) {
    const value = rule.result ?? true
    return outcome({ ...made, value, enabled: value !== false })
  }
  const only = onlyVariant(work, byWeight)
  if (only !== undefined) {
    return outcome({ ...made, value: only, variants: byWeight.variants, enabled: true })
  }
  const coverage = rule.rollout?.percentage ?? 100
  const split = splitAttempt(work, byWeight, coverage, { ...made, reason: 'SPLIT' }, rule.split && name)
  return (
    split &&
    ((context) => {
      const found = split.attempt(context)
      return found === split.missing ? undefined : found
    })
  )
}

const ownSplit = ({ variants = [], allocation }: FlagDefinition): Split =>
  allocation ? { variants, allocation } : { variants }

/** A rule: whom it is for, and what they get, which most often is the same for all. */
interface CompiledRule {
  readonly test: ContextTest
  readonly hit: Attempt | Outcome
}

const compileRule = (work: Work, rule: Rule, index: number): CompiledRule | undefined => {
  const { definition, parts } = work
  const name = rule.id ?? `${index}`
  const test = compileCondition(rule, { now: parts.surroundings.now, segmentTests: parts.segmentTests })
  const hit = hitOf(work, rule, name, rule.rollout !== undefined)
  if (!test || !hit) return undefined
  // A formula that ends ranges earlier has the share in its ranges already.
  const isCovered = rule.split && formulaOf(rule.split.bucketing ?? definition.bucketing)?.leavesOut
  if (!rule.rollout || isCovered) return { test, hit }
  const share = shareOf(work, rule.rollout, name)
  if (share === undefined || share === 'none') return undefined
  if (share === 'all') return { test, hit }
  const { read, holds } = share
  const inShare: ContextTest = (context) => {
    if (!test(context)) return false
    const id = read(context)
    return id !== undefined && holds(id)
  }
  return { test: inShare, hit }
}

/** What the flag gives when no rule did. */
const bodyOf = (work: Work): Run => {
  const { definition, outcome } = work
  const { type, percentage } = definition
  const fallback = { value: definition.default, source: 'flag', enabled: definition.default === true } as const
  const byDefault = outcome({ ...fallback, reason: 'DEFAULT' })
  // Who is not among those it is on for has it off, whatever holds where nothing decides.
  const outside = type === 'variant' ? fallback : ({ ...fallback, value: false, enabled: false } as const)
  const out = outcome({ ...outside, reason: 'SPLIT' })
  const nobody = outcome({ ...outside, reason: 'DEFAULT' })
  const inCanary = percentage !== undefined && isInCanary(definition)
  const missing = outcome(missingKey(definition.default))
  const inside: Run | undefined = type === 'variant' ? variantBody(work, percentage ?? 100, out, inCanary) : undefined
  if (type === 'variant' && !inside) return () => byDefault
  if (percentage === undefined) {
    if (inside) return inside
    // With rules the flag is for whom they name; without any it is on.
    const plain = definition.rules?.length ? byDefault : outcome({ value: true, reason: 'STATIC', source: 'flag' })
    return () => plain
  }
  const on = outcome({ value: true, reason: 'SPLIT', source: 'flag', inCanary })
  const give: Run = inside ?? (() => on)
  if (type === 'variant' && formulaOf(definition.bucketing)?.leavesOut) return give
  const share = shareOf(work, { percentage })
  if (share === undefined) return () => byDefault
  if (share === 'all') return give
  if (share === 'none') return () => nobody
  const { read, holds } = share
  return (context) => {
    const id = read(context)
    if (id === undefined) return missing
    return holds(id) ? give(context) : out
  }
}

const variantBody = (work: Work, coverage: number, out: Outcome, inCanary: boolean): Run | undefined => {
  const only = onlyVariant(work, ownSplit(work.definition))
  if (only !== undefined) {
    const given = work.outcome({ value: only, reason: 'STATIC', source: 'flag', enabled: true, inCanary })
    return () => given
  }
  const split = splitAttempt(work, ownSplit(work.definition), coverage, { reason: 'SPLIT', source: 'flag', inCanary })
  return split && ((context) => split.attempt(context) ?? out)
}

/** Rules in their order, then the flag itself. */
const targeting = (work: Work): Run => {
  const rules = (work.definition.rules ?? []).flatMap((rule, i) => compileRule(work, rule, i) ?? [])
  const body = bodyOf(work)
  if (rules.length === 0) return body
  const tests = rules.map(({ test }) => test)
  const hits = rules.map(({ hit }) => hit)
  return (context) => {
    for (let i = 0; i < tests.length; i += 1) {
      if (tests[i]?.(context) !== true) continue
      const hit = hits[i]
      const found = typeof hit === 'function' ? hit(context) : hit
      if (found !== undefined) return found
    }
    return body(context)
  }
}

const overrideAttempt = ({ definition, outcome }: Work): Attempt | undefined => {
  const made = (values: Readonly<Record<string, FlagValue>> = {}): ReadonlyMap<unknown, Outcome> =>
    new Map(
      Object.entries(values).map(([id, value]) => [
        id,
        outcome({ value, enabled: value !== false, reason: 'TARGETING_MATCH', source: 'override' }),
      ]),
    )
  const users = made(definition.overrides?.users)
  const tenants = made(definition.overrides?.tenants)
  if (users.size === 0 && tenants.size === 0) return undefined
  if (users.size === 0) return ({ tenant }) => tenants.get(textOf(tenant))
  return ({ user, tenant }) => users.get(textOf(user)) ?? tenants.get(textOf(tenant))
}

/** One flag as it is between two scheduled changes. */
const compilePhase = (definition: FlagDefinition, parts: CompileParts, counted: Tally): Run => {
  const outcome = outcomeMaker(definition, counted)
  const work: Work = { definition, parts, outcome }
  if (!definition.enabled) {
    const value = definition.type === 'variant' ? definition.default : false
    const off = outcome({ value, enabled: false, reason: 'DISABLED', source: 'switch' })
    return () => off
  }
  const rest = targeting(work)
  const met = parts.prerequisitesOf(definition)
  const unmet = outcome({
    value: definition.default,
    enabled: definition.default === true,
    reason: 'DEFAULT',
    source: 'prerequisite',
  })
  const gated: Run = met ? (context) => (met(context) ? rest(context) : unmet) : rest
  const override = overrideAttempt(work)
  return override ? (context) => override(context) ?? gated(context) : gated
}

/**
 * A flag as closures over outcomes that are made beforehand: evaluating one allocates nothing. Scheduled changes take
 * effect at their instants.
 */
export const compileFlag = (given: FlagDefinition, parts: CompileParts, counted: Tally): Run => {
  // Payloads and metadata are handed out frozen, and only our own may be.
  const definition = given.type === 'variant' || given.metadata !== undefined ? ownCopy(given) : given
  const { schedule = [] } = definition
  if (schedule.length === 0) return compilePhase(definition, parts, counted)
  const phases = phasesOf(definition).map((phase) => compilePhase(phase, parts, counted))
  const starts = schedule.map(({ at }) => Date.parse(at))
  const { now } = parts.surroundings
  return (context) => {
    const moment = momentOf(context, now)
    let phase = 0
    while (phase < starts.length && moment >= (starts[phase] ?? 0)) phase += 1
    return (phases[phase] as Run)(context)
  }
}

/** Variants and rules as a scheduled change leaves them; nobody moves who does not have to. */
const scheduledAllocations = (before: FlagDefinition, { set }: ScheduledChange): Partial<FlagDefinition> => {
  const { variants, rules, allocation } = set
  const held = before.allocation ?? reallocate(undefined, before.variants ?? [])
  const made = allocation ?? (variants && before.bucketing === 'v1' ? reallocate(held, variants) : undefined)
  return {
    ...(made ? { allocation: made } : {}),
    ...(rules ? { rules: reallocateRules(rules, before.rules, before.bucketing) } : {}),
  }
}

/** The flag as it is, then as each scheduled change makes it. */
export const phasesOf = (definition: FlagDefinition): readonly FlagDefinition[] => {
  const phases = [definition]
  for (const change of definition.schedule ?? []) {
    const before = phases.at(-1) ?? definition
    const phase = { ...before, ...change.set, ...scheduledAllocations(before, change) }
    const { allocation, ...rest } = phase
    phases.push(allocation?.length ? phase : rest)
  }
  return phases
}
