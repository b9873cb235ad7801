import type { Content, Policy, Verdict } from '@signet/evidence'

/** What the worker is asked: a text, and a policy by its name or as a whole. */
export interface CheckRequest {
  readonly number: number
  readonly content: Content
  readonly policy: string | Policy
}

export interface CheckAnswer {
  readonly number: number
  /** Absent: it knows no such policy. */
  readonly verdict: Verdict | undefined
  /** Milliseconds that the check took. */
  readonly ms: number
}

export interface PolicyChoice {
  readonly id: string
  readonly name: string
  readonly appliesTo: string
}

/** The worker's first message: it is there, and knows these policies. */
export interface CheckerReady {
  readonly policies: readonly PolicyChoice[]
}
