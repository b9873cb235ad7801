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
  readonly bailReason?: BailReason
}

interface CritiqueRequest {
  readonly content: Content
  readonly policy: Policy
  readonly verdict: Verdict
  readonly rejectionReason?: string | undefined
}

/** Maximum number of revisions per attestation. */
const REVISIONS_MAX = 2

const critiqueRefusal = (why: string) =>
  refusal('attest_critique_bailed', `The language model ${why}; nothing was charged`)

export class CriticUnavailable extends Error {
  override readonly name = 'CriticUnavailable'
}

const withRejection = (attacks: readonly Attack[], why: string): readonly Attack[] =>
  attacks.map((attack) => ({ ...attack, resolution: 'rejected', reason: `The revision is rejected: ${why}` }))

/**
 * Attacks a text for each of its gaps and revises it. The validator is the critic, and no model grades. A rejected
 * revision leaves the text unchanged. The first rejection is stored before the second revision is requested.
 * @throws CriticUnavailable if the reviser does not answer
 */
export const runCritique = async (
  { content, policy, verdict, rejectionReason: priorRejection }: CritiqueRequest,
  reviser: Reviser,
  spending: Budget,
  {
    signal,
    saveRejection,
  }: { readonly signal: AbortSignal; readonly saveRejection: (rejectionReason: string) => Promise<void> },
): Promise<Critique | Refusal<'attest_critique_bailed'>> => {
  const attacks = attacksOf(content.body, verdict)
  if (attacks.length === 0) return { content, attacks }
  const { gaps, gapCount } = verdict
  let rejectionReason = priorRejection
  for (let revisions = priorRejection === undefined ? 0 : 1; revisions < REVISIONS_MAX; revisions++) {
    const revisionRequest = { content, policy, gaps, gapCount, assets: [], rejectionReason }
    const revision = await reviseOnce(revisionRequest, reviser, spending, signal)
    switch (revision.kind) {
      case 'accepted':
        return { content: revision.content, attacks: resolvedAttacks(attacks, revision.verdict) }
      case 'failed':
        throw new CriticUnavailable('The language model did not respond', { cause: revision.cause })
      case 'declined':
        return critiqueRefusal('declined to revise the text')
      case 'drift':
        return critiqueRefusal('returned an answer that cannot be parsed')
      case 'too_dear':
        return { content, attacks, bailReason: 'cost_ceiling' }
      case 'rejected':
        rejectionReason = revision.reason
        if (revisions === 0) await saveRejection(rejectionReason)
    }
  }
  return { content, attacks: withRejection(attacks, rejectionReason ?? ''), bailReason: 'llm_bail' }
}
