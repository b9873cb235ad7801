import type { FileVerdict } from '@signet/receipts'

export interface Meaning {
  readonly proves: readonly string[]
  readonly doesNotProve: readonly string[]
}

type VerdictSummary = Pick<FileVerdict, 'valid' | 'checks' | 'statement'>

const passes = (is: boolean, sentence: string): readonly string[] => (is ? [sentence] : [])

const proven = ({ checks: { chain, log, claims, subject } }: VerdictSummary): readonly string[] => [
  'The key holder signed this exact content and the issue date shown.',
  ...passes(chain.status === 'pass', 'The receipt is at its stated position in the chain of its organization.'),
  ...passes(
    log.status === 'pass',
    'The receipt is in the log, so it cannot be removed, changed or backdated unnoticed.',
  ),
  ...passes(claims.status === 'pass', 'The displayed claims are the signed claims.'),
  ...passes(subject?.status === 'pass', 'The provided file is the one that the receipt describes.'),
]

const unproven = (
  { checks: { log, claims, subject }, statement }: VerdictSummary,
  isStateKnown: boolean,
): readonly string[] => [
  'That the claims are true, that the subject is of good quality, or that you have the right to use the content.',
  'The identity of the organization, which Signet does not verify.',
  ...passes(
    subject?.status !== 'pass',
    'That a file is the one that the receipt describes. To check a file, provide it above.',
  ),
  ...passes(
    claims.status !== 'pass' && statement?.predicate.claims.visibility === 'private',
    'The private claims. The owner of the receipt can provide the opening that proves them.',
  ),
  ...passes(log.status !== 'pass', 'That it existed at that time: no log proof was verified.'),
  ...passes(!isStateKnown, 'That it is still in force: only its issuer knows whether it was withdrawn.'),
]

/** Derives what a verdict proves, including the status reported by the issuer. An invalid receipt proves nothing. */
export const meaningOf = (read: VerdictSummary, isStateKnown: boolean): Meaning =>
  read.valid
    ? { proves: proven(read), doesNotProve: unproven(read, isStateKnown) }
    : { proves: [], doesNotProve: ['Any statement of the receipt. Anyone can create an invalid receipt.'] }
