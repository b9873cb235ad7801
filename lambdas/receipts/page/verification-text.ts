import type { Check, Checks } from '@signet/receipts'

export const CHECK_LABELS = [
  ['payload', 'Content'],
  ['signature', 'Signature'],
  ['key', 'Signing key'],
  ['chain', 'Previous receipt'],
  ['log', 'Public log'],
  ['claims', 'Claims'],
] as const

export const CHECK_TEXTS: Readonly<Record<Check['status'], string>> = {
  pass: 'passed',
  fail: 'failed',
  pending: 'pending',
  skipped: 'not checked',
}

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

/** Describes the browser's result. Names only the checks that passed. */
export const verificationText = ({ isValid, matchesPage, checks }: BrowserVerification): string => {
  if (!matchesPage) return 'Verification failed: the receipt does not match this page.'
  if (!isValid) return 'Verification failed: the receipt is invalid.'
  const labels = CHECK_LABELS.filter(([name]) => checks[name].status === 'pass').map(([, label]) => label.toLowerCase())
  return `Your browser also verified the receipt: ${joinNames(labels)} passed.`
}
