import type { Asset } from '../assets/asset.ts'
import type { Content } from '../content.ts'
import type { Policy } from '../policies/policy.ts'
import type { Gap } from '../verdict.ts'

export interface RevisionRequest {
  readonly content: Content
  readonly policy: Policy
  readonly gaps: readonly Gap[]
  readonly assets: readonly Asset[]
  readonly rejectionReason?: string | undefined
}

/**
 * The reviser's reply. `drift`: an answer that cannot be parsed; `declined`: a refusal or an empty answer; `failed`: no
 * answer. The cost is in micro-USD: the actual cost, or the estimate if it is unknown.
 */
export type ReviserReply = { readonly cost: number } & (
  | { readonly body: string }
  | { readonly outcome: 'drift' | 'declined' | 'failed'; readonly cause?: unknown }
)

/**
 * Revises texts, by rules or with a language model. Does not grade: `judgeRevision` decides whether its text is
 * accepted.
 */
export interface Reviser {
  /** `rules`, or the name of the model. */
  readonly name: string
  /** Maximum cost of a call in micro-USD. */
  estimate(request: RevisionRequest): number
  /** Never throws. */
  revise(request: RevisionRequest, signal: AbortSignal): Promise<ReviserReply>
}
