import type { Canary } from './canary/canary.ts'

export type Json = null | boolean | number | string | readonly Json[] | { readonly [name: string]: Json }

export type FlagValue = boolean | string

export const FLAG_TYPES = ['boolean', 'percentage', 'variant'] as const
export type FlagType = (typeof FLAG_TYPES)[number]

/**
 * Formulas that map an id to a position between 0 and 100 percent. The formula is stored with the flag and never
 * changes, because any other formula would give users other variants.
 * `v1` is Signet's formula. The others are for imported flags: Unleash, flagd (second version), GrowthBook (first and
 * second version) and LaunchDarkly.
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
      /** `mon` to `sun`; every day by default. The day is the one on which the window opens. */
      readonly days?: readonly string[]
      /** IANA name; UTC by default. */
      readonly timezone?: string
    }

/** Compares an attribute of the context. A list matches if one of its entries does. */
export interface AttributeCondition {
  /** `user`, `tenant`, `ip`, `currentTime` or a custom attribute; `a.b` reads the field `b` of the object `a`. */
  readonly attribute: string
  readonly operator: Operator
  readonly value?: Json
  readonly caseInsensitive?: boolean
}

/** A condition on a context. An invalid condition, negated or not, matches no user. */
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
  /** Replaces the flag's salt. */
  readonly salt?: string
  /** Replaces the flag's bucketing. */
  readonly bucketing?: Bucketing
}

/**
 * The attribute that determines the assignment: users with the same value get the same result. Of a list, the first
 * attribute that the context contains is used. `random` assigns randomly at every evaluation. Default: `user`.
 */
export type Stickiness = string | readonly string[]

export interface Variant {
  readonly key: string
  /** The share of a variant is its part of the sum of all weights. */
  readonly weight: number
  readonly payload?: Json
}

/** The intervals of 0 to 100,000: start, end (excluded) and the variant's key, in order and without gaps. */
export type Allocation = readonly (readonly [start: number, end: number, variant: string])[]

export interface VariantSplit {
  readonly variants: readonly Variant[]
  readonly by?: Stickiness
  readonly salt?: string
  readonly bucketing?: Bucketing
  /** Recomputed by writes only, so that a change of weights moves as few users as possible. */
  readonly allocation?: Allocation
}

interface RuleOutcome {
  /** Identifies the rollout of the rule: required with `rollout` and `split`. */
  readonly id?: string
  /** The value for matching users. If absent, the flag is on; a variant flag returns a variant by weight. */
  readonly result?: FlagValue
  /** Applies the rule to a share of matching users only; for the others the next rule is evaluated. */
  readonly rollout?: Rollout
  readonly split?: VariantSplit
}

export type Rule = Condition & RuleOutcome

export interface Segment {
  readonly key: string
  readonly description?: string
  readonly when: Condition
  /** Increases with every write, if the store of the segment records it. */
  readonly version?: number
}

export interface Prerequisite {
  readonly flag: string
  readonly variants?: readonly string[]
  /** True by default. */
  readonly enabled?: boolean
}

/** A change of a flag at an instant (RFC 3339). Every process applies it without a write. */
export interface ScheduledChange {
  readonly at: string
  readonly set: Partial<
    Pick<FlagDefinition, 'enabled' | 'percentage' | 'variants' | 'allocation' | 'rules' | 'default'>
  >
}

/** Values for single tenants and users. They take precedence over the rules, and a user's value over a tenant's. */
export interface Overrides {
  readonly tenants?: Readonly<Record<string, FlagValue>>
  readonly users?: Readonly<Record<string, FlagValue>>
}

/** A flag (spec supporting-services 2.3), in its stored and transmitted form. */
export interface FlagDefinition {
  readonly key: string
  readonly type: FlagType
  readonly description?: string
  readonly tags?: readonly string[]
  /** Values that are returned with every evaluation; OpenFeature calls them flag metadata. */
  readonly metadata?: Readonly<Record<string, string | number | boolean>>
  /** The kill switch: `false` takes precedence over overrides and rules. */
  readonly enabled: boolean
  /** True for a flag that is no longer in use; it evaluates as if it did not exist. */
  readonly archived?: boolean
  /**
   * Percentage of users for whom the flag is on, 0 to 100 in steps of 0.001. Flags of any type may have one, because a
   * canary sets it.
   */
  readonly percentage?: number
  readonly variants?: readonly Variant[]
  readonly rules?: readonly Rule[]
  /** The value if neither a rule nor the percentage determines it. For a variant flag, the key of a variant. */
  readonly default: FlagValue
  readonly by?: Stickiness
  /** Generated at creation and never changed, even when the flag is renamed. */
  readonly salt: string
  readonly bucketing: Bucketing
  /** Flags with the same experiment select the same users instead of being independent of each other. */
  readonly experiment?: string
  readonly allocation?: Allocation
  readonly overrides?: Overrides
  readonly prerequisites?: readonly Prerequisite[]
  readonly schedule?: readonly ScheduledChange[]
  readonly canary?: Canary
  /** Increases with every write. */
  readonly version: number
  /** ISO 8601, if the store of the flag records it. */
  readonly createdAt?: string
  /** ISO 8601, if the store of the flag records it. */
  readonly updatedAt?: string
}

/** A flag in its input form. `flagFrom` adds the defaults. */
export type FlagInput = Pick<FlagDefinition, 'key' | 'type'> & Partial<Omit<FlagDefinition, 'key' | 'type'>>

/** All flags of a set at one moment, as JSON. Sources deliver snapshots. */
export interface FlagSnapshot {
  /** Only increases. */
  readonly version: number
  readonly flags: readonly FlagDefinition[]
  readonly segments: readonly Segment[]
}

/** The user and tenant of an evaluation. All other attributes belong to the application. */
export interface EvaluationContext {
  readonly user?: string | undefined
  readonly tenant?: string | undefined
  readonly ip?: string | undefined
  /** Overrides the clock: a Date, ISO 8601 or milliseconds since 1970. */
  readonly currentTime?: Date | string | number | undefined
  readonly [attribute: string]: unknown
}

export interface FlagProblem {
  /** Path of the field, such as `rules.0.value`; empty for the whole value. */
  readonly field: string
  readonly message: string
}
