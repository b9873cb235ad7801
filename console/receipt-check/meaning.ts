import type { FileVerdict } from '@signet/receipts'

export interface Meaning {
  readonly proves: readonly string[]
  readonly doesNotProve: readonly string[]
}

type VerdictSummary = Pick<FileVerdict, 'valid' | 'checks' | 'statement'>

const sentenceIf = (condition: boolean, sentence: string): readonly string[] => (condition ? [sentence] : [])

const proven = ({ checks: { chain, log, claims, subject } }: VerdictSummary): readonly string[] => [
  'The key holder signed this exact content and the issue date shown.',
  ...sentenceIf(chain.status === 'pass', 'The receipt is at its stated position in the chain of its organization.'),
  ...sentenceIf(
    log.status === 'pass',
    'The receipt is in the log, so it cannot be removed, changed or backdated unnoticed.',
  ),
  ...sentenceIf(claims.status === 'pass', 'The displayed claims are the signed claims.'),
  ...sentenceIf(subject?.status === 'pass', 'The provided file is the one that the receipt describes.'),
]

const unproven = (
  { checks: { log, claims, subject }, statement }: VerdictSummary,
  isStateKnown: boolean,
): readonly string[] => [
  'That the claims are true, that the subject is of good quality, or that you have the right to use the content.',
  'The identity of the organization, which Signet does not verify.',
  ...sentenceIf(
    subject?.status !== 'pass',
    'That a file is the one that the receipt describes. To check a file, provide it above.',
  ),
  ...sentenceIf(
    claims.status !== 'pass' && statement?.predicate.claims.visibility === 'private',
    'The private claims. The owner of the receipt can provide the opening that proves them.',
  ),
  ...sentenceIf(log.status !== 'pass', 'That the receipt existed at that time: no log proof was verified.'),
  ...sentenceIf(!isStateKnown, 'That the receipt is still in force: only its issuer knows whether it was withdrawn.'),
]

/** Derives what a verdict proves, including the status reported by the issuer. An invalid receipt proves nothing. */
export const meaningOf = (verdict: VerdictSummary, { isStateKnown }: { readonly isStateKnown: boolean }): Meaning =>
  verdict.valid
    ? { proves: proven(verdict), doesNotProve: unproven(verdict, isStateKnown) }
    : { proves: [], doesNotProve: ['Any statement of the receipt. Anyone can create an invalid receipt.'] }
