import type { Draw, RolloutTest, SplitChoice } from '../bucketing/bucketing.ts'
import type { HashPrefix } from '../bucketing/murmur3.ts'
import type { EvaluationContext, FlagDefinition } from '../definition.ts'
import type { FlagCounters } from '../metrics/counters.ts'
import type { StickyReader } from './attribute.ts'
import type { ContextTest, PlainComparison } from './compile-condition.ts'
import type { ValueTest } from './compile-operator.ts'
import type { Outcome } from './outcome.ts'

// Flags are compiled to data of a few shapes, which one function evaluates. With a closure per flag, the calls of an
// application with many flags would be megamorphic, which JavaScript engines cannot optimize.

/** A percentage of users. The hash state of its salt is stored inline, which saves a memory access. */
export class Share implements HashPrefix {
  readonly h: number
  readonly tail: number
  readonly length: number
  readonly limit: number
  /** Reads the sticky attribute; undefined for the user. */
  readonly read: StickyReader | undefined
  /** A formula of another system, instead of `v1`. */
  readonly foreign: RolloutTest | undefined
  constructor(read: StickyReader | undefined, choice: Draw | RolloutTest) {
    const draw = typeof choice === 'function' ? NO_DRAW : choice
    this.h = draw.prefix.h
    this.tail = draw.prefix.tail
    this.length = draw.prefix.length
    this.limit = draw.limits[0] ?? 0
    this.read = read
    this.foreign = typeof choice === 'function' ? choice : undefined
  }
}

const NO_DRAW: Draw = { prefix: { h: 0, tail: 0, length: 0 }, limits: [], variantIndexes: [] }

/** Outcomes that are assigned by weight. */
export class WeightedOutcomes implements HashPrefix {
  readonly h: number
  readonly tail: number
  readonly length: number
  readonly limits: readonly number[]
  readonly parts: readonly (Outcome | undefined)[]
  readonly read: StickyReader | undefined
  readonly foreign: SplitChoice | undefined
  /** Outcomes by the index of the variant, for a formula of another system. */
  readonly outcomes: readonly Outcome[]
  /** Outcome for an ID that gets no variant. */
  readonly unweighted: Outcome | undefined
  constructor(
    read: StickyReader | undefined,
    choice: Draw | SplitChoice,
    outcomes: readonly Outcome[],
    unweighted: Outcome | undefined,
  ) {
    const draw = typeof choice === 'function' ? NO_DRAW : choice
    this.h = draw.prefix.h
    this.tail = draw.prefix.tail
    this.length = draw.prefix.length
    this.limits = draw.limits
    this.parts = draw.variantIndexes.map((variantIndex) => outcomes[variantIndex])
    this.read = read
    this.foreign = typeof choice === 'function' ? choice : undefined
    this.outcomes = outcomes
    this.unweighted = unweighted
  }
}

export class RuleProgram {
  readonly attribute: string | undefined
  readonly text: string | undefined
  readonly texts: ReadonlySet<unknown> | undefined
  readonly otherwise: ValueTest | undefined
  readonly matches: ContextTest
  readonly share: Share | undefined
  readonly outcome: Outcome | undefined
  readonly weighted: WeightedOutcomes | undefined
  constructor(matches: ContextTest, plain: PlainComparison | undefined, share: Share | undefined, hit: RuleHit) {
    this.attribute = plain?.attribute
    this.text = plain?.text
    this.texts = plain?.texts
    this.otherwise = plain?.otherwise
    this.matches = matches
    this.share = share
    this.outcome = hit.outcome
    this.weighted = hit.weighted
  }
}

/** The result of a matching rule: one outcome, or outcomes by weight. */
export interface RuleHit {
  readonly outcome: Outcome | undefined
  readonly weighted: WeightedOutcomes | undefined
}

/** The outcomes of a flag between two scheduled changes, and the data that selects one of them. */
export interface PhaseParts {
  readonly constant?: Outcome | undefined
  readonly users?: ReadonlyMap<unknown, Outcome> | undefined
  readonly tenants?: ReadonlyMap<unknown, Outcome> | undefined
  readonly arePrerequisitesMet?: ((context: EvaluationContext) => boolean) | undefined
  readonly rules?: readonly RuleProgram[]
  readonly share?: Share | undefined
  readonly weighted?: WeightedOutcomes | undefined
  /** For contexts that do not meet the prerequisites. */
  readonly unmet: Outcome
  /** For users in the percentage, if the outcome does not depend on weights. */
  readonly outcome: Outcome
  /** For users outside the percentage. */
  readonly outside: Outcome
  /** For contexts without the sticky attribute. */
  readonly missing: Outcome
}

const NO_RULES: readonly RuleProgram[] = []

/** A flag between two scheduled changes. */
export class PhaseProgram {
  /** True if all users get `constant` at all times, and no canary has to be counted. */
  readonly isPlain: boolean
  /** The properties of `constant` that most callers read. They come first in memory. */
  readonly isOn: boolean
  readonly slot: number
  readonly constant: Outcome | undefined
  readonly users: ReadonlyMap<unknown, Outcome> | undefined
  readonly tenants: ReadonlyMap<unknown, Outcome> | undefined
  readonly arePrerequisitesMet: ((context: EvaluationContext) => boolean) | undefined
  readonly unmet: Outcome
  readonly rules: readonly RuleProgram[]
  readonly share: Share | undefined
  readonly weighted: WeightedOutcomes | undefined
  readonly outcome: Outcome
  readonly outside: Outcome
  readonly missing: Outcome
  constructor(parts: PhaseParts, isOnly = false) {
    this.isPlain = isOnly && parts.constant?.inCanary === false
    this.isOn = parts.constant?.enabled === true
    this.slot = parts.constant?.slot ?? 0
    this.constant = parts.constant
    this.users = parts.users
    this.tenants = parts.tenants
    this.arePrerequisitesMet = parts.arePrerequisitesMet
    this.unmet = parts.unmet
    this.rules = parts.rules ?? NO_RULES
    this.share = parts.share
    this.weighted = parts.weighted
    this.outcome = parts.outcome
    this.outside = parts.outside
    this.missing = parts.missing
  }
}

/** A compiled flag: its first phase, and the phases that scheduled changes begin. */
export class FlagProgram extends PhaseProgram {
  readonly definition: FlagDefinition
  readonly counters: FlagCounters
  readonly later: readonly PhaseProgram[] | undefined
  /** Start times of the phases, in milliseconds. */
  readonly starts: readonly number[]
  readonly now: () => number
  constructor(first: PhaseParts, later: readonly PhaseParts[], flag: FlagParts) {
    super(first, later.length === 0)
    this.definition = flag.definition
    this.counters = flag.counters
    this.later = later.length > 0 ? later.map((phase) => new PhaseProgram(phase)) : undefined
    this.starts = flag.starts
    this.now = flag.now
  }
}

export interface FlagParts {
  readonly definition: FlagDefinition
  readonly counters: FlagCounters
  readonly starts: readonly number[]
  readonly now: () => number
}
