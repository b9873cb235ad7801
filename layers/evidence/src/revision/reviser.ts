import type { Asset } from '../assets/asset.ts'
import type { Content } from '../content.ts'
import type { Policy } from '../policies/policy.ts'
import type { Gap } from '../verdict.ts'

export interface ToRevise {
  readonly content: Content
  readonly policy: Policy
  readonly gaps: readonly Gap[]
  readonly assets: readonly Asset[]
  readonly refused?: string | undefined
}

/**
 * What came of asking. `drift`: an answer that cannot be read; `declined`: a refusal or an empty one; `failed`: no answer at all.
 * The cost is in micro-USD: what the call has cost, or its estimate where nobody knows.
 */
export type ReviserReply = { readonly cost: number } & (
  | { readonly body: string }
  | { readonly outcome: 'drift' | 'declined' | 'failed'; readonly cause?: unknown }
)

/** Revises texts: rules, or a language model. It grades nothing, and `judgeRevision` decides whether its text may stand. */
export interface Reviser {
  /** `rules`, or the model. */
  readonly name: string
  /** Micro-USD that asking can cost at most. */
  estimate(asked: ToRevise): number
  /** It never throws. */
  revise(asked: ToRevise, signal: AbortSignal): Promise<ReviserReply>
}
