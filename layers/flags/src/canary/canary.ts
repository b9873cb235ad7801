/** Default stages of a canary, in percent of users (spec supporting-services 2.3). */
export const CANARY_STAGES: readonly number[] = [5, 10, 25, 50, 100]

export const DWELL_SECONDS_DEFAULT = 900
export const DWELL_SECONDS_MIN = 1
/** Thirty days in seconds. A longer wait needs no automatic advance. */
export const DWELL_SECONDS_MAX = 2_592_000

/**
 * A guard that rolls back its canary automatically: a CloudWatch alarm by name, or the errors that the application
 * reports for this flag, in percent of the evaluations in the canary.
 */
export type CanaryGuard =
  | { readonly type: 'alarm'; readonly alarm: string }
  | { readonly type: 'error_rate'; readonly maxPercent: number; readonly minEvaluations: number }

/** A `running` canary advances automatically, and a `paused` canary stays at its percentage. The others have ended. */
export type CanaryStatus = 'running' | 'paused' | 'succeeded' | 'rolled_back'

export interface StateBeforeCanary {
  readonly enabled: boolean
  readonly percentage?: number
}

/** Evaluations that the canary's percentage decided, and errors that the application reported for them. */
export interface CanaryCounts {
  readonly evaluations: number
  readonly errors: number
}

/** A staged rollout of a flag, stored in the flag itself. Times are ISO 8601 in UTC. */
export interface Canary {
  readonly id: string
  readonly status: CanaryStatus
  readonly stages: readonly number[]
  readonly percentage: number
  readonly dwellSeconds: number
  readonly startedAt: string
  readonly stageStartedAt: string
  /** Due time of the next stage; null unless the canary is running. */
  readonly nextAt: string | null
  readonly guards: readonly CanaryGuard[]
  readonly previous: StateBeforeCanary
  /** Counts at the start of the stage. Guards evaluate the difference. */
  readonly baseline?: CanaryCounts
  readonly endedAt?: string
  /** True if the percentage was set after the success, so that the canary no longer determines it. */
  readonly overruled?: boolean
  /** Reason for a rollback, or for a due stage that did not begin. */
  readonly reason?: string
}

export interface CanaryFlag {
  readonly type?: string | undefined
  readonly enabled: boolean
  readonly archived?: boolean | undefined
  readonly percentage?: number | undefined
  readonly canary?: Canary | undefined
}

export interface CanaryOptions {
  readonly id: string
  readonly stages?: readonly number[] | undefined
  readonly dwellSeconds?: number | undefined
  readonly guards?: readonly CanaryGuard[] | undefined
  readonly counts?: CanaryCounts | undefined
}

/** The observation of the guards. `unknown`: not enough data, or no source could be reached. */
export type Observation =
  | { readonly health: 'healthy'; readonly counts?: CanaryCounts }
  | { readonly health: 'unhealthy'; readonly reason: string }
  | { readonly health: 'unknown'; readonly reason: string }

/** A canary could not be started, changed or stopped. Nothing was changed. */
export class CanaryRefused extends Error {
  override readonly name = 'CanaryRefused'
  readonly code: 'canary_running' | 'canary_not_running' | 'invalid_canary'
  readonly field: string | undefined
  constructor(code: CanaryRefused['code'], message: string, field?: string) {
    super(message)
    this.code = code
    this.field = field
  }
}
