import type { Content, Policy, Verdict } from '@signet/evidence'

export interface CheckRequest {
  readonly id: number
  readonly content: Content
  readonly policy: string | Policy
}

export interface CheckResult {
  readonly id: number
  /** Absent if the worker does not know the policy. */
  readonly verdict: Verdict | undefined
  readonly durationMs: number
}

export interface PolicyChoice {
  readonly id: string
  readonly name: string
  readonly appliesTo: string
}

export interface CheckerReady {
  readonly policies: readonly PolicyChoice[]
}
