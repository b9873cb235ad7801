import type { FlagDefinition, FlagValue, Json, Variant } from '../definition.ts'
import type { Counters, FlagCounters } from '../metrics/counters.ts'
import { deepFreeze } from '../own-copy.ts'

/** Reason for the value of a flag, in the terms of OpenFeature (specification, types, "Resolution Reason"). */
export type Reason = 'STATIC' | 'DEFAULT' | 'TARGETING_MATCH' | 'SPLIT' | 'DISABLED' | 'STALE' | 'ERROR'

/** Error codes of OpenFeature (specification, types, "Error Code"). */
export type FlagErrorCode =
  | 'PROVIDER_NOT_READY'
  | 'FLAG_NOT_FOUND'
  | 'TYPE_MISMATCH'
  | 'TARGETING_KEY_MISSING'
  | 'GENERAL'

export type Source = 'switch' | 'override' | 'prerequisite' | 'rule' | 'flag'

/** The result of a flag for a context. Created once for each possible result, and frozen. */
export interface Evaluation {
  /** True if the flag is on. A variant flag is on if it returned a variant other than by its default. */
  readonly enabled: boolean
  readonly value: FlagValue
  /** Key of the variant; `on` or `off` for flags without variants. */
  readonly variant: string
  readonly payload?: Json
  readonly reason: Reason
  readonly errorCode?: FlagErrorCode
  readonly source: Source
  /** The rule that determined the value: its ID, or its index from 0. */
  readonly rule?: string
  readonly version: number
  readonly metadata?: Readonly<Record<string, string | number | boolean>>
}

/** A prebuilt evaluation with the data to count it. */
export interface Outcome {
  readonly evaluation: Evaluation
  readonly enabled: boolean
  /** True if the variant was assigned, even if its payload `false` turns the flag off. */
  readonly isAssigned: boolean
  /** Index of the counter in `Counters`. */
  readonly slot: number
  readonly inCanary: boolean
  /** The same evaluation for a snapshot that is too old; created on first use. */
  stale: Evaluation | undefined
}

export interface OutcomeParts {
  readonly value: FlagValue
  readonly reason: Reason
  readonly source: Source
  readonly enabled?: boolean
  readonly rule?: string | undefined
  readonly errorCode?: FlagErrorCode
  readonly inCanary?: boolean
  /** Variants that may contain the payload, instead of the flag's. */
  readonly variants?: readonly Variant[]
}

/** Creates the outcomes of a flag when it is compiled. Payloads and metadata of the flag are frozen permanently. */
export type OutcomeMaker = (parts: OutcomeParts) => Outcome

export const outcomeMaker =
  (
    { variants: declared = [], version, metadata }: FlagDefinition,
    counters: Counters,
    flagCounters: FlagCounters,
  ): OutcomeMaker =>
  ({ value, reason, source, rule, errorCode, variants = declared, ...parts }) => {
    const { enabled = value !== false, inCanary = false } = parts
    const variant = typeof value === 'string' ? value : value ? 'on' : 'off'
    const payload = variants.find(({ key }) => key === value)?.payload
    // A payload of true or false decides whether the variant is on.
    const isOn = enabled && payload !== false
    const evaluation: Evaluation = Object.freeze({
      enabled: isOn,
      value,
      variant,
      ...(payload === undefined ? {} : { payload: deepFreeze(payload) }),
      reason,
      ...(errorCode === undefined ? {} : { errorCode }),
      source,
      ...(rule === undefined ? {} : { rule }),
      version,
      ...(metadata === undefined ? {} : { metadata: Object.freeze(metadata) }),
    })
    const slot = counters.slotOf(flagCounters, `${value}`)
    return { evaluation, enabled: isOn, isAssigned: enabled, slot, inCanary, stale: undefined }
  }
