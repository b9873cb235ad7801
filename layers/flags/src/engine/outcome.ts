import type { FlagDefinition, FlagValue, Json, Variant } from '../definition.ts'
import type { Counters, FlagCounters } from '../metrics/counters.ts'
import { frozen } from '../own-copy.ts'

/** Why a flag has its value, in the words of OpenFeature (specification, types, "Resolution Reason"). */
export type Reason = 'STATIC' | 'DEFAULT' | 'TARGETING_MATCH' | 'SPLIT' | 'DISABLED' | 'STALE' | 'ERROR'

/** Error codes of OpenFeature (specification, types, "Error Code"). */
export type FlagErrorCode =
  | 'PROVIDER_NOT_READY'
  | 'FLAG_NOT_FOUND'
  | 'TYPE_MISMATCH'
  | 'TARGETING_KEY_MISSING'
  | 'GENERAL'

export type Source = 'switch' | 'override' | 'prerequisite' | 'rule' | 'flag'

/** The result of a flag for a context. Made once for each possible answer, and frozen. */
export interface Evaluation {
  /** Whether it is on, which for a variant flag is: whether a variant was given otherwise than as the default. */
  readonly enabled: boolean
  readonly value: FlagValue
  /** Key of the variant; `on` and `off` of flags that have none. */
  readonly variant: string
  readonly payload?: Json
  readonly reason: Reason
  readonly errorCode?: FlagErrorCode
  readonly source: Source
  /** The rule that decided: its id, or its place from 0. */
  readonly rule?: string
  readonly version: number
  readonly metadata?: Readonly<Record<string, string | number | boolean>>
}

export interface Outcome {
  readonly evaluation: Evaluation
  readonly enabled: boolean
  readonly isGiven: boolean
  readonly slot: number
  readonly inCanary: boolean
  /** The same of a snapshot that is too old, made when first needed. */
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
  /** Variants to look for the payload in, instead of the flag's. */
  readonly variants?: readonly Variant[]
}

/** Makes the outcomes of a flag, when it is compiled; the flag's payloads and metadata are frozen for good. */
export type OutcomeMaker = (parts: OutcomeParts) => Outcome

export const outcomeMaker =
  (
    { variants: declared = [], version, metadata }: FlagDefinition,
    counters: Counters,
    flag: FlagCounters,
  ): OutcomeMaker =>
  ({ value, reason, source, rule, errorCode, variants = declared, ...parts }) => {
    const { enabled = value !== false, inCanary = false } = parts
    const variant = typeof value === 'string' ? value : value ? 'on' : 'off'
    const payload = variants.find(({ key }) => key === value)?.payload
    // A variant that carries true or false is on or off by that.
    const isOn = enabled && payload !== false
    const evaluation: Evaluation = Object.freeze({
      enabled: isOn,
      value,
      variant,
      ...(payload === undefined ? {} : { payload: frozen(payload) }),
      reason,
      ...(errorCode === undefined ? {} : { errorCode }),
      source,
      ...(rule === undefined ? {} : { rule }),
      version,
      ...(metadata === undefined ? {} : { metadata: Object.freeze(metadata) }),
    })
    const slot = counters.slotOf(flag, `${value}`)
    return { evaluation, enabled: isOn, isGiven: enabled, slot, inCanary, stale: undefined }
  }
