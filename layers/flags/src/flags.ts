import type { Canary, CanaryOptions, CanaryUpdate } from './canary/index.ts'
import type { DefinedFlags, PayloadOf, ValueOf, VariantKey } from './define-flags.ts'
import type { EvaluationContext, FlagDefinition, FlagInput, FlagSnapshot, FlagValue } from './definition.ts'
import type { Explanation } from './engine/explain.ts'
import type { Evaluation } from './engine/outcome.ts'
import type { FlagMetrics, MetricDeltas } from './metrics/index.ts'

/** Evaluates flags. Synchronous, and never throws: a flag that cannot be evaluated has the caller's fallback value. */
export interface FlagReader<T extends DefinedFlags> {
  isEnabled(key: keyof T & string, context?: EvaluationContext, fallback?: boolean): boolean
  /** The key of the variant; `on` or `off` of a flag without variants. */
  getVariant<K extends keyof T & string>(
    key: K,
    context?: EvaluationContext,
    fallback?: VariantKey<T[K]>,
  ): VariantKey<T[K]>
  getPayload<K extends keyof T & string>(key: K, context?: EvaluationContext): PayloadOf<T[K]> | undefined
  evaluate<K extends keyof T & string>(key: K, context?: EvaluationContext, fallback?: ValueOf<T[K]>): Evaluation
  /** Every step on the way to the value; undefined when there is no such flag, or the context throws. It is not counted. */
  explain(key: keyof T & string, context?: EvaluationContext): Explanation | undefined
  reportError(key: keyof T & string, context?: EvaluationContext): void
}

/** The flags of an application (specification supporting-services 4.3). */
export interface Flags<T extends DefinedFlags = DefinedFlags> extends FlagReader<T> {
  /** Adds a flag; a frozen one is returned. @throws FlagsRefused when it breaks a rule or its key is taken; FlagsReadOnly with a source. */
  createFlag(flag: FlagInput): FlagDefinition
  /** A value for one tenant, before all rules; `undefined` takes it back. @throws FlagsRefused, FlagsReadOnly */
  setTenantOverride(tenant: string, key: keyof T & string, value: FlagValue | undefined): void
  /** A reader for one tenant, whatever tenant a context names. */
  forTenant(tenant: string): FlagReader<T>
  forContext(base: EvaluationContext): FlagReader<T>
  getMetrics(key: keyof T & string): FlagMetrics
  /**
   * Switches a flag on for 5 percent of users, and then for 10, 25, 50 and 100, each after the dwell of the stage before.
   * @throws CanaryRefused, FlagsReadOnly
   */
  startCanaryDeployment(key: keyof T & string, options?: Partial<CanaryOptions>): Canary
  /** Sets the percentage by hand, or pauses. @throws CanaryRefused, FlagsReadOnly */
  updateCanaryDeployment(key: keyof T & string, change: number | CanaryUpdate): Canary
  /** Restores the state from before the canary at once. @throws CanaryRefused, FlagsReadOnly */
  stopCanaryDeployment(key: keyof T & string, reason?: string): Canary
  /** Await it at the beginning of an invocation: asks the source if the snapshot is old. Never throws. */
  refresh(): Promise<void>
  /** Takes a copy of a snapshot into use. @throws FlagsRefused when it breaks a rule; the one before stays. */
  useSnapshot(snapshot: FlagSnapshot): void
  readonly snapshot: FlagSnapshot
  /** `empty` until a source has answered for the first time, `stale` while it has been silent for too long. */
  readonly state: 'ready' | 'stale' | 'empty'
  subscribe(listener: (snapshot: FlagSnapshot) => void): () => void
  /**
   * The counts since the last call; undefined if there are none. Pass them to `restore` if they could not be stored.
   */
  takeDeltas(): MetricDeltas | undefined
  restore(deltas: MetricDeltas): void
}

export class FlagsReadOnly extends Error {
  override readonly name = 'FlagsReadOnly'
  constructor() {
    super('These flags come from a source: change them there, by the admin service or in the file')
  }
}
