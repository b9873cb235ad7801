import type { Content } from '../content.ts'
import type { Verdict } from '../verdict.ts'
import type { Budget } from './budget.ts'
import { judgeRevision, type RevisionRefusal } from './judge-revision.ts'
import type { Reviser, RevisionRequest } from './reviser.ts'

/** The result of one call of a reviser. `too_dear`: not called, because it could have exceeded the ceiling. */
export type Attempt =
  | { readonly kind: 'accepted'; readonly content: Content; readonly verdict: Verdict }
  | { readonly kind: 'rejected'; readonly reason: string }
  | { readonly kind: 'drift' | 'declined' | 'too_dear' }
  | { readonly kind: 'failed'; readonly cause?: unknown }

const FABRICATIONS_REPORTED = 3

const reasonOf = (refused: RevisionRefusal): string => {
  switch (refused.reason) {
    case 'fabrication': {
      const examples = refused.fabrications.slice(0, FABRICATIONS_REPORTED).map(({ kind, text }) => `${kind} "${text}"`)
      return `it contains statements that are neither in the text nor in an asset: ${examples.join(', ')}`
    }
    case 'more_gaps':
      return `it has ${refused.gaps} gaps, more than before`
    case 'not_preserved':
      return `it preserves ${Math.round(refused.share * 100)} % of the text; the minimum is 60 %`
    case 'length':
      return `it is ${refused.share.toFixed(2)} times as long; 0.5 to 2 is permitted`
  }
}

/**
 * Calls a reviser if its estimate is below the ceiling, and judges its text. The cost of the call is spent regardless
 * of the result; the judgment uses no language model.
 */
export const reviseOnce = async (
  request: RevisionRequest & { readonly gapCount: number },
  reviser: Reviser,
  budget: Budget,
  signal: AbortSignal,
): Promise<Attempt> => {
  if (!budget.allows(reviser.estimate(request))) return { kind: 'too_dear' }
  const revised = await reviser.revise(request, signal)
  budget.spend(revised.cost)
  if ('outcome' in revised) return { kind: revised.outcome, cause: revised.cause }
  if (revised.body.trim() === '') return { kind: 'declined' }
  const { content, policy, gapCount: gaps, assets } = request
  const verdict = judgeRevision({ content, policy, gaps, assets }, revised.body)
  return verdict.ok ? { kind: 'accepted', ...verdict } : { kind: 'rejected', reason: reasonOf(verdict) }
}
