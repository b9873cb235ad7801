import {
  type Attack,
  attacksOf,
  type BailReason,
  type Budget,
  type Content,
  type Policy,
  type Reviser,
  resolvedAttacks,
  reviseOnce,
  type Verdict,
} from '@signet/evidence'
import { type Refusal, refusal } from '@signet/kernel'

export interface Critique {
  readonly content: Content
  readonly attacks: readonly Attack[]
  readonly bail?: BailReason
}

interface CritiqueRequest {
  readonly content: Content
  readonly policy: Policy
  readonly verdict: Verdict
  readonly refused?: string | undefined
}

/** Maximum revisions; the second one is the last. */
const TRIES = 2

const critiqueBailed = (why: string) =>
  refusal('attest_critique_bailed', `The language model ${why}; nothing was charged`)

export class CriticUnavailable extends Error {
  override readonly name = 'CriticUnavailable'
}

const rejected = (attacks: readonly Attack[], why: string): readonly Attack[] =>
  attacks.map((attack) => ({ ...attack, resolution: 'rejected', reason: `The revision is rejected: ${why}` }))

/**
 * Attacks a text for each of its gaps and revises it. The validator is the critic, and no model grades. A rejected
 * revision leaves the text unchanged. The first rejection is stored before the second revision is requested.
 * @throws CriticAway if the reviser does not answer
 */
export const runCritique = async (
  { content, policy, verdict, refused: before }: CritiqueRequest,
  reviser: Reviser,
  spending: Budget,
  { signal, keep }: { readonly signal: AbortSignal; readonly keep: (refused: string) => Promise<void> },
): Promise<Critique | Refusal<'attest_critique_bailed'>> => {
  const attacks = attacksOf(content.body, verdict)
  if (attacks.length === 0) return { content, attacks }
  const { gaps, gapCount } = verdict
  let refused = before
  for (let tries = before === undefined ? 0 : 1; tries < TRIES; tries++) {
    const revisionRequest = { content, policy, gaps, gapCount, assets: [], refused }
    const attempt = await reviseOnce(revisionRequest, reviser, spending, signal)
    switch (attempt.kind) {
      case 'accepted':
        return { content: attempt.content, attacks: resolvedAttacks(attacks, attempt.verdict) }
      case 'failed':
        throw new CriticUnavailable('The language model did not respond', { cause: attempt.cause })
      case 'declined':
        return critiqueBailed('declined to revise the text')
      case 'drift':
        return critiqueBailed('returned an answer that cannot be parsed')
      case 'too_dear':
        return { content, attacks, bail: 'cost_ceiling' }
      case 'rejected':
        refused = attempt.why
        if (tries === 0) await keep(refused)
    }
  }
  return { content, attacks: rejected(attacks, refused ?? ''), bail: 'llm_bail' }
}
