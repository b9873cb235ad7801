import { CHECK_LABELS, type Check, type Checks } from '@signet/receipts'

/** The checks of the page, which has no file to compare with the subject. */
export const PAGE_CHECKS = ['payload', 'signature', 'key', 'chain', 'log', 'claims'] as const

const CHECK_TEXTS: Readonly<Record<Check['status'], string>> = {
  pass: 'passed',
  fail: 'failed',
  pending: 'pending',
  skipped: 'not checked',
}

/** Describes the browser's result of one check. The page contains no previous receipt. */
export const browserCheckText = (name: string | undefined, status: Check['status']): string =>
  name === 'chain' && status === 'skipped'
    ? 'The browser does not check this: it has no access to the previous receipt.'
    : `In this browser: ${CHECK_TEXTS[status]}.`

/** The page shows the server's results below this text. */
export const FAILURE_TEXT = 'Your browser could not verify the receipt. See the server’s results below.'

export interface BrowserVerification {
  readonly isValid: boolean
  /** Whether the verified data has the hash that the page shows. */
  readonly matchesPage: boolean
  readonly checks: Checks
}

const joinNames = (names: readonly string[]): string =>
  names.length < 2 ? names.join('') : `${names.slice(0, -1).join(', ')} and ${names.at(-1)}`

/** Describes the browser's result. Names the checks that passed and the skipped ones. */
export const verificationText = ({ isValid, matchesPage, checks }: BrowserVerification): string => {
  if (!matchesPage) return 'Verification failed: the receipt does not match this page.'
  if (!isValid) return 'Verification failed: the receipt is invalid.'
  const labelsOf = (status: Check['status']): string =>
    joinNames(
      PAGE_CHECKS.filter((name) => checks[name].status === status).map((name) => CHECK_LABELS[name].toLowerCase()),
    )
  const skipped = labelsOf('skipped')
  return `Your browser also verified the receipt: ${labelsOf('pass')} passed.${skipped === '' ? '' : ` Not checked: ${skipped}.`}`
}
