/** The stages of an advance, in percent of users (spec supporting-services 2.3). */
export const CANARY_STAGES: readonly number[] = [5, 10, 25, 50, 100]

export const DWELL_SECONDS_DEFAULT = 900
export const DWELL_SECONDS_MIN = 1
/** Thirty days. A longer wait needs no automatic advance. */
export const DWELL_SECONDS_MAX = 2_592_000

/**
 * Watches a canary and rolls it back automatically: a CloudWatch alarm by its name, or the application's error reports
 * for this flag, as a share of evaluations in the canary.
 */
export type CanaryGuard =
  | { readonly type: 'alarm'; readonly alarm: string }
  | { readonly type: 'error_rate'; readonly maxPercent: number; readonly minEvaluations: number }

/** `running` advances by itself, `paused` stays where it is, the other two are over. */
export type CanaryStatus = 'running' | 'paused' | 'succeeded' | 'rolled_back'

export interface BeforeCanary {
  readonly enabled: boolean
  readonly percentage?: number
}

export interface CanaryCounts {
  readonly evaluations: number
  readonly errors: number
}

/** A staged rollout of a flag, kept on the flag itself. Times are ISO 8601 in UTC. */
export interface Canary {
  readonly id: string
  readonly status: CanaryStatus
  readonly stages: readonly number[]
  readonly percentage: number
  readonly dwellSeconds: number
  readonly startedAt: string
  readonly stageStartedAt: string
  /** When the next stage is due; null unless it is running. */
  readonly nextAt: string | null
  readonly guards: readonly CanaryGuard[]
  readonly previous: BeforeCanary
  /** Counts at the beginning of the stage. Guards judge the difference. */
  readonly baseline?: CanaryCounts
  readonly endedAt?: string
  /** The share was set after the success, so the canary no longer determines it. */
  readonly overruled?: boolean
  /** Why it was rolled back, or why a stage that was due did not begin. */
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

/** Why a canary could not be started, changed or stopped. Nothing was changed. */
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
