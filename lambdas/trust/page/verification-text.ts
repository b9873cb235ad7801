import { claimLabel } from '@signet/posture/claim-labels'
import type { Check } from '@signet/receipts'
import { dayText } from '@signet/ui/dates'

export interface BrowserVerification {
  readonly isValid: boolean
  /** Names of the claims whose value on the page differs from the receipt; undefined without public claims. */
  readonly differing: readonly string[] | undefined
  readonly status: { readonly state: string; readonly at: string | null }
  /** Result of checking the transparency log proof. */
  readonly log: Check['status']
}

const LOG_TEXTS: Readonly<Record<Check['status'], string>> = {
  pass: ' The receipt is in the transparency log.',
  pending: ' The receipt is not in the transparency log yet.',
  fail: '',
  skipped: '',
}

export const verificationText = ({ isValid, differing, status, log }: BrowserVerification): string => {
  if (!isValid) return 'Verification failed: the receipt is invalid.'
  if (differing !== undefined && differing.length > 0)
    return `These entries differ from the receipt: ${differing.map(claimLabel).join(', ')}.`
  if (status.state !== 'active') {
    const day = status.at === null ? '' : ` on ${dayText(status.at)}`
    return `Your browser also verified the receipt: its signature is valid, but it was ${status.state}${day}.`
  }
  const claims = differing === undefined ? '' : ' Every claim on this page matches the signed receipt.'
  return `Your browser also verified the receipt: the receipt is valid.${claims}${LOG_TEXTS[log]}`
}

export const failureText = (error: unknown): string =>
  error instanceof Error && error.name === 'NotSupportedError'
    ? 'This browser does not support Ed25519 signatures. Use a browser from 2025 or later.'
    : 'Your browser could not load the verification data. Try again.'
