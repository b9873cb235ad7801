import type { Content, Policy, Verdict } from '@signet/evidence'

export interface CheckRequest {
  readonly number: number
  readonly content: Content
  readonly policy: string | Policy
}

export interface CheckAnswer {
  readonly number: number
  /** Absent if the worker does not know the policy. */
  readonly verdict: Verdict | undefined
  readonly ms: number
}

export interface PolicyChoice {
  readonly id: string
  readonly name: string
  readonly appliesTo: string
}

export interface CheckerReady {
  readonly policies: readonly PolicyChoice[]
}
