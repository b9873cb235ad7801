import type { Canary } from './canary/canary.ts'

export type Json = null | boolean | number | string | readonly Json[] | { readonly [name: string]: Json }

export type FlagValue = boolean | string

export const FLAG_TYPES = ['boolean', 'percentage', 'variant'] as const
export type FlagType = (typeof FLAG_TYPES)[number]

/**
 * Which formula turns an id into a place between 0 and 100 percent. It is kept with the flag and never changes under it,
 * for every other formula would give users other variants. `v1` is ours; the others are those of Unleash, flagd (second
 * version), GrowthBook (first and second version) and LaunchDarkly, for flags that come from there.
 */
export const BUCKETINGS = ['v1', 'unleash', 'flagd2', 'gb1', 'gb2', 'ld'] as const
export type Bucketing = (typeof BUCKETINGS)[number]

export const OPERATORS = [
  'equals',
  'notEquals',
  'in',
  'notIn',
  'contains',
  'startsWith',
  'endsWith',
  'gt',
  'gte',
  'lt',
  'lte',
  'before',
  'after',
  'between',
  'semverEq',
  'semverGt',
  'semverGte',
  'semverLt',
  'semverLte',
  'cidr',
  'regex',
  'exists',
] as const
export type Operator = (typeof OPERATORS)[number]

/**
 * A time window of `between`: two instants (RFC 3339), or a time of day (`HH:MM`, the end excluded; it may pass midnight)
 * on some days of the week in a time zone.
 */
export type TimeWindow =
  | { readonly from: string; readonly to: string }
  | {
      readonly from: string
      readonly to: string
      /** `mon` to `sun`; every day unless said. The day is that on which the window opens. */
      readonly days?: readonly string[]
      /** IANA name; UTC unless said. */
      readonly timezone?: string
    }

/** Compares an attribute of the context. Lists match when one of their entries does. */
export interface AttributeCondition {
  /** `user`, `tenant`, `ip`, `currentTime`, or a custom one; `a.b` reaches into an object. */
  readonly attribute: string
  readonly operator: Operator
  readonly value?: Json
  readonly caseInsensitive?: boolean
}

/** A condition on a context. An unreadable condition, negated or not, matches no user. */
export type Condition =
  | AttributeCondition
  | { readonly segment: string }
  | { readonly all: readonly Condition[] }
  | { readonly any: readonly Condition[] }
  | { readonly not: Condition }

export interface Rollout {
  /** 0 to 100, in steps of 0.001. */
  readonly percentage: number
  readonly by?: Stickiness
  /** Instead of the flag's. */
  readonly salt?: string
  /** Instead of the flag's. */
  readonly bucketing?: Bucketing
}

/**
 * The attribute that determines the side: the same value, the same side. Of a list, the first attribute in the context;
 * `random` draws anew for every evaluation. Default: `user`.
 */
export type Stickiness = string | readonly string[]

export interface Variant {
  readonly key: string
  /** Its share is its part of the sum of all weights. */
  readonly weight: number
  readonly payload?: Json
}

/** The parts of 0 to 100,000: start, end (excluded) and the variant's key, in order and without gaps. */
export type Allocation = readonly (readonly [start: number, end: number, variant: string])[]

export interface VariantSplit {
  readonly variants: readonly Variant[]
  readonly by?: Stickiness
  readonly salt?: string
  readonly bucketing?: Bucketing
  /** Recomputed by writes only, so that a change of weights moves as few users as it can. */
  readonly allocation?: Allocation
}

interface RuleOutcome {
  /** Tells its rollout from others': needed with `rollout` and `split`. */
  readonly id?: string
  /** The value for matching users. Absent: on, or in a variant flag a variant by weight. */
  readonly result?: FlagValue
  /** Applies the rule to a share of matching users only; for the others the next rule is tried. */
  readonly rollout?: Rollout
  readonly split?: VariantSplit
}

export type Rule = Condition & RuleOutcome

export interface Segment {
  readonly key: string
  readonly description?: string
  readonly when: Condition
  /** Grows with every write, if the store of the segment keeps it. */
  readonly version?: number
}

export interface Prerequisite {
  readonly flag: string
  readonly variants?: readonly string[]
  /** On unless `false` is asked for. */
  readonly enabled?: boolean
}

/** A change of a flag at an instant (RFC 3339). Every process applies it by itself. */
export interface ScheduledChange {
  readonly at: string
  readonly set: Partial<
    Pick<FlagDefinition, 'enabled' | 'percentage' | 'variants' | 'allocation' | 'rules' | 'default'>
  >
}

/** Values for single tenants and users. They take precedence over the rules, the user's over the tenant's. */
export interface Overrides {
  readonly tenants?: Readonly<Record<string, FlagValue>>
  readonly users?: Readonly<Record<string, FlagValue>>
}

/** A flag (specification supporting-services 2.3), as it is stored and as it travels. */
export interface FlagDefinition {
  readonly key: string
  readonly type: FlagType
  readonly description?: string
  readonly tags?: readonly string[]
  /** Facts that go along with every evaluation; OpenFeature calls them flag metadata. */
  readonly metadata?: Readonly<Record<string, string | number | boolean>>
  /** The kill switch: `false` wins over overrides and rules. */
  readonly enabled: boolean
  /** Nobody uses it any more; it evaluates as if it were unknown. */
  readonly archived?: boolean
  /** For how many it is on, 0 to 100 in steps of 0.001; of any type of flag, as a canary moves it. */
  readonly percentage?: number
  readonly variants?: readonly Variant[]
  readonly rules?: readonly Rule[]
  /** The value if neither a rule nor the percentage decides. Of a variant flag: the key of a variant. */
  readonly default: FlagValue
  readonly by?: Stickiness
  /** Made at creation and kept for life, also when the flag gets another name. */
  readonly salt: string
  readonly bucketing: Bucketing
  /** Flags with the same one share their users instead of being independent of each other. */
  readonly experiment?: string
  readonly allocation?: Allocation
  readonly overrides?: Overrides
  readonly prerequisites?: readonly Prerequisite[]
  readonly schedule?: readonly ScheduledChange[]
  readonly canary?: Canary
  /** Grows with every write. */
  readonly version: number
  /** ISO 8601, if the store of the flag keeps it. */
  readonly createdAt?: string
  /** ISO 8601, if the store of the flag keeps it. */
  readonly updatedAt?: string
}

/** A flag in its input form. `flagFrom` adds the defaults. */
export type FlagInput = Pick<FlagDefinition, 'key' | 'type'> & Partial<Omit<FlagDefinition, 'key' | 'type'>>

/** All flags of a set at one moment, as JSON. Snapshots are propagated. */
export interface FlagSnapshot {
  /** Only grows. */
  readonly version: number
  readonly flags: readonly FlagDefinition[]
  readonly segments: readonly Segment[]
}

/** The user and tenant of an evaluation. Every other attribute belongs to the application. */
export interface EvaluationContext {
  readonly user?: string | undefined
  readonly tenant?: string | undefined
  readonly ip?: string | undefined
  /** Instead of the clock: a Date, ISO 8601 or milliseconds since 1970. */
  readonly currentTime?: Date | string | number | undefined
  readonly [attribute: string]: unknown
}

export interface FlagProblem {
  /** Path of the member, `rules.0.value`; empty for the whole. */
  readonly field: string
  readonly message: string
}
