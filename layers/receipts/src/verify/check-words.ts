import type { CheckName } from './checks.ts'

/** Labels of the checks on pages. */
export const CHECK_LABELS: Readonly<Record<CheckName, string>> = {
  payload: 'Content',
  signature: 'Signature',
  key: 'Signing key',
  chain: 'Previous receipt',
  log: 'Public log',
  claims: 'Claims',
  subject: 'Subject',
}

/** The question that each check answers, for pages. */
export const CHECK_QUESTIONS: Readonly<Record<CheckName, string>> = {
  payload: 'Is the receipt complete and well-formed?',
  signature: 'Was this receipt signed, and is it unchanged?',
  key: 'Was the key valid when the receipt was issued?',
  chain: 'Does the receipt continue the numbered series of the organization?',
  log: 'Is the receipt in the log that anyone can read, and that no one can change unnoticed?',
  claims: 'Are the shown claims the signed ones?',
  subject: 'Is the provided file the one that the receipt describes?',
}
