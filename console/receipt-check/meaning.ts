import type { FileVerdict } from '@signet/receipts'

export interface Meaning {
  readonly proves: readonly string[]
  readonly doesNotProve: readonly string[]
}

type VerdictSummary = Pick<FileVerdict, 'valid' | 'checks' | 'statement'>

const passes = (is: boolean, sentence: string): readonly string[] => (is ? [sentence] : [])

const proven = ({ checks: { chain, log, claims, subject } }: VerdictSummary): readonly string[] => [
  'The owner of the key signed exactly this content and stated this issue time.',
  ...passes(chain.status === 'pass', 'The receipt has its position in the chain of its organization.'),
  ...passes(log.status === 'pass', 'The receipt is in the log. Removing, changing or backdating it would be detected.'),
  ...passes(claims.status === 'pass', 'The displayed claims are the signed claims.'),
  ...passes(subject?.status === 'pass', 'The provided file is the one that the receipt describes.'),
]

const unproven = (
  { checks: { log, claims, subject }, statement }: VerdictSummary,
  isStateKnown: boolean,
): readonly string[] => [
  'That the claims are true, that the subject is of good quality, or that anyone may use it.',
  'Who requested it: receipts contain no organization names.',
  ...passes(subject?.status !== 'pass', 'That a file is the described one, until you provide the file.'),
  ...passes(
    claims.status !== 'pass' && statement?.predicate.claims.visibility === 'private',
    'Any of its private claims. Its owner can provide the opening that proves them.',
  ),
  ...passes(log.status !== 'pass', 'That it existed at that time: no log proof was verified.'),
  ...passes(!isStateKnown, 'That it is still in force: only its issuer knows whether it was withdrawn.'),
]

/** Derives what a verdict proves, including the status reported by the issuer. An invalid receipt proves nothing. */
export const meaningOf = (read: VerdictSummary, isStateKnown: boolean): Meaning =>
  read.valid
    ? { proves: proven(read), doesNotProve: unproven(read, isStateKnown) }
    : { proves: [], doesNotProve: ['Nothing: anyone can create an invalid receipt.'] }
