import type { Canary, CanaryOptions, CanaryUpdate } from './canary/index.ts'
import type { DefinedFlags, PayloadOf, ValueOf, VariantKey } from './define-flags.ts'
import type { EvaluationContext, FlagDefinition, FlagInput, FlagSnapshot, FlagValue } from './definition.ts'
import type { Explanation } from './engine/explain.ts'
import type { Evaluation } from './engine/outcome.ts'
import type { FlagMetrics, MetricDeltas } from './metrics/index.ts'

/**
 * Evaluates flags synchronously and never throws: a flag that cannot be evaluated returns the caller's fallback value.
 */
export interface FlagReader<T extends DefinedFlags> {
  isEnabled(key: keyof T & string, context?: EvaluationContext, fallback?: boolean): boolean
  /** Returns the key of the variant; `on` or `off` for a flag without variants. */
  getVariant<K extends keyof T & string>(
    key: K,
    context?: EvaluationContext,
    fallback?: VariantKey<T[K]>,
  ): VariantKey<T[K]>
  getPayload<K extends keyof T & string>(key: K, context?: EvaluationContext): PayloadOf<T[K]> | undefined
  evaluate<K extends keyof T & string>(key: K, context?: EvaluationContext, fallback?: ValueOf<T[K]>): Evaluation
  /**
   * Returns every step of the evaluation without counting it; undefined if the flag does not exist, or the context
   * throws.
   */
  explain(key: keyof T & string, context?: EvaluationContext): Explanation | undefined
  reportError(key: keyof T & string, context?: EvaluationContext): void
}

/** The flags of an application (spec supporting-services 4.3). */
export interface Flags<T extends DefinedFlags = DefinedFlags> extends FlagReader<T> {
  /**
   * Adds a flag and returns it frozen. @throws FlagsRefused if it breaks a rule or its key exists; FlagsReadOnly with a
   * source.
   */
  createFlag(flag: FlagInput): FlagDefinition
  /** Sets a value for one tenant, before all rules; `undefined` removes it. @throws FlagsRefused, FlagsReadOnly */
  setTenantOverride(tenant: string, key: keyof T & string, value: FlagValue | undefined): void
  /** Returns a reader for one tenant, which replaces the tenant of a context. */
  forTenant(tenant: string): FlagReader<T>
  forContext(base: EvaluationContext): FlagReader<T>
  getMetrics(key: keyof T & string): FlagMetrics
  /**
   * Switches a flag on for 5 percent of users, and then for 10, 25, 50 and 100 percent. Each stage lasts `dwellSeconds`.
   * @throws CanaryRefused, FlagsReadOnly
   */
  startCanaryDeployment(key: keyof T & string, options?: Partial<CanaryOptions>): Canary
  /** Sets the percentage manually, or pauses. @throws CanaryRefused, FlagsReadOnly */
  updateCanaryDeployment(key: keyof T & string, change: number | CanaryUpdate): Canary
  /** Restores the flag's state from before the canary at once. @throws CanaryRefused, FlagsReadOnly */
  stopCanaryDeployment(key: keyof T & string, reason?: string): Canary
  /** Queries the source if the snapshot is older than `ttlMs`. Await it when an invocation begins. Never throws. */
  refresh(): Promise<void>
  /** Uses a copy of a snapshot. @throws FlagsRefused if it breaks a rule; the previous snapshot stays in use. */
  useSnapshot(snapshot: FlagSnapshot): void
  readonly snapshot: FlagSnapshot
  /** `empty` until the source has returned a snapshot; `stale` if it has not responded for `maxStaleMs`. */
  readonly state: 'ready' | 'stale' | 'empty'
  subscribe(listener: (snapshot: FlagSnapshot) => void): () => void
  /**
   * Returns the counts since the last call; undefined without counts. Pass them to `restore` if they could not be
   * stored.
   */
  takeDeltas(): MetricDeltas | undefined
  restore(deltas: MetricDeltas): void
}

export class FlagsReadOnly extends Error {
  override readonly name = 'FlagsReadOnly'
  constructor() {
    super('These flags have a source: change them at the source, in the admin service or in the file')
  }
}
