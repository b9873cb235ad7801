import type { FileVerdict } from '@signet/receipts'

export interface Meaning {
  readonly proves: readonly string[]
  readonly doesNotProve: readonly string[]
}

type VerdictSummary = Pick<FileVerdict, 'valid' | 'checks' | 'statement'>

const passes = (is: boolean, sentence: string): readonly string[] => (is ? [sentence] : [])

const proven = ({ checks: { chain, log, claims, subject } }: VerdictSummary): readonly string[] => [
  'Whoever holds the key has signed exactly this, and says that it was issued at this time.',
  ...passes(chain.status === 'pass', 'It stands in its place in the chain of its organization.'),
  ...passes(
    log.status === 'pass',
    'The log has it: nobody can take it out, change it or date it later without being seen.',
  ),
  ...passes(claims.status === 'pass', 'The claims that are shown are those that were signed.'),
  ...passes(subject?.status === 'pass', 'The file that you gave is the one that it is about.'),
]

const unproven = (
  { checks: { log, claims, subject }, statement }: VerdictSummary,
  isStateTold: boolean,
): readonly string[] => [
  'That what the claims say is true, or good, or that somebody may use it.',
  'Who asked for it: organizations have no name here.',
  ...passes(subject?.status !== 'pass', 'That a file is the one that it is about, until you give the file.'),
  ...passes(
    claims.status !== 'pass' && statement?.predicate.claims.visibility === 'private',
    'Anything of its claims, which are private: its owner can show what opens them.',
  ),
  ...passes(log.status !== 'pass', 'That it was there at that time: no proof of the log was checked.'),
  ...passes(!isStateTold, 'That it is still in force: whether it was withdrawn its issuer alone says.'),
]

/** What follows from a verdict, and from what its issuer told beside it. What is not valid proves nothing. */
export const meaningOf = (read: VerdictSummary, isStateTold: boolean): Meaning =>
  read.valid
    ? { proves: proven(read), doesNotProve: unproven(read, isStateTold) }
    : { proves: [], doesNotProve: ['Anything: what is not valid may have been made up by anybody.'] }
