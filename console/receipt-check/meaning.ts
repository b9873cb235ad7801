import type { FileVerdict } from '@signet/receipts'

export interface Meaning {
  readonly proves: readonly string[]
  readonly doesNotProve: readonly string[]
}

type VerdictSummary = Pick<FileVerdict, 'valid' | 'checks' | 'statement' | 'keysFrom'>

const sentenceIf = (condition: boolean, sentence: string): readonly string[] => (condition ? [sentence] : [])

const proven = ({ checks: { chain, log, claims, subject }, keysFrom }: VerdictSummary): readonly string[] => [
  `${keysFrom === 'file' ? 'The holder of the key in the file' : 'The issuer'} signed this receipt on the date shown. The receipt has not been changed since.`,
  ...sentenceIf(chain.status === 'pass', 'The receipt continues the numbered series of the organization.'),
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
  statement?.predicate.kind === 'image'
    ? 'That the claims are true, or that you have the right to use the image.'
    : 'That the claims are true.',
  'The identity of the organization, which Signet does not verify.',
  ...sentenceIf(
    subject?.status !== 'pass',
    'That a file is the one that the receipt describes. To check a file, provide it above.',
  ),
  ...sentenceIf(
    claims.status !== 'pass' && statement?.predicate.claims.visibility === 'private',
    'The private claims. The organization can give you a receipt file that reveals and proves them.',
  ),
  ...sentenceIf(log.status !== 'pass', 'That the receipt existed at that time: no log proof was verified.'),
  ...sentenceIf(!isStateKnown, 'That the receipt was not withdrawn. The issuer’s page of the receipt shows this.'),
]

/** Derives what a verdict proves, including the status reported by the issuer. An invalid receipt proves nothing. */
export const meaningOf = (verdict: VerdictSummary, { isStateKnown }: { readonly isStateKnown: boolean }): Meaning =>
  verdict.valid
    ? { proves: proven(verdict), doesNotProve: unproven(verdict, isStateKnown) }
    : { proves: [], doesNotProve: ['Any statement of the receipt. Anyone can create an invalid receipt.'] }
