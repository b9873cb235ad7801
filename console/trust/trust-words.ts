import { valueWords } from '@signet/posture/value-labels'
import type { Tone } from '@signet/ui'
import { capitalize } from '../session/capitalize.ts'

/** Returns a value as a label: `cloud-provider-default` gives “Cloud provider default”. */
export const plainWords = (value: string): string => {
  const text = valueWords(value)
  return capitalize(text)
}

export const optionsOf = <Value extends string>(values: readonly Value[]) =>
  values.map((value) => ({ value, text: plainWords(value) }))

const freshnessWords = (state: 'fresh' | 'amber' | 'red'): ToneText =>
  ({
    fresh: { text: 'Current', tone: 'ok' as const },
    amber: { text: 'Aging', tone: 'warn' as const },
    red: { text: 'Out of date', tone: 'danger' as const },
  })[state]

interface ToneText {
  readonly text: string
  readonly tone: Tone
}

export const verdictWords = (isRefused: boolean): ToneText =>
  isRefused ? { text: 'Does not meet the rules', tone: 'danger' } : { text: 'Meets the rules', tone: 'ok' }

export interface IntakeStatus {
  readonly refused: boolean
  readonly state: 'active' | 'withdrawn' | 'superseded'
}

/**
 * The badge of a receipt and its meaning. These texts equal those of the public page, which the console cannot import;
 * a test compares them.
 */
export const badgeWords = ({ refused, state }: IntakeStatus): ToneText & { readonly meaning: string } => {
  if (state === 'withdrawn')
    return { text: 'Withdrawn', tone: 'danger', meaning: 'The organization withdrew this receipt. Do not rely on it.' }
  if (state === 'superseded') return { text: 'Superseded', tone: 'warn', meaning: 'Another receipt replaced this one.' }
  if (refused)
    return {
      text: 'Does not meet the rules',
      tone: 'danger',
      meaning:
        'The receipt is valid, but the evaluation found a gap that no other control covers. The receipt does not name the gap. Ask the organization.',
    }
  return {
    text: 'Valid receipt',
    tone: 'ok',
    meaning:
      'Signet signed this receipt on the date below. The receipt has not been changed since. It proves that Signet evaluated the organization’s claims against published rules. It does not prove that the claims are true, or who the organization is.',
  }
}

export const receiptWords = (state: IntakeStatus['state']): ToneText =>
  state === 'active' ? { text: 'In force', tone: 'ok' } : badgeWords({ refused: false, state })

/** Describes the age of an intake. Withdrawn and superseded receipts are not current, whatever their age. */
export const ageWords = (freshness: 'fresh' | 'amber' | 'red', state: IntakeStatus['state']): ToneText =>
  state === 'active' ? freshnessWords(freshness) : { text: 'Not current', tone: 'danger' }

export const isInForce = ({ refused, state }: IntakeStatus): boolean => !refused && state === 'active'

export const intakeStatusWords = (status: IntakeStatus): ToneText =>
  status.state === 'active' ? verdictWords(status.refused) : badgeWords(status)

const REQUEST_BADGES = {
  pending: { text: 'Pending', tone: 'warn' },
  granted: { text: 'Granted', tone: 'ok' },
  expired: { text: 'Expired', tone: 'neutral' },
  declined: { text: 'Declined', tone: 'neutral' },
  revoked: { text: 'Revoked', tone: 'neutral' },
} as const

export type RequestState = keyof typeof REQUEST_BADGES
export const REQUEST_STATES = Object.keys(REQUEST_BADGES) as readonly RequestState[]
export const requestWords = (state: RequestState): ToneText => REQUEST_BADGES[state]

const STAMP_LABELS: Readonly<Record<string, string>> = {
  stamped: 'Stamped',
  not_pdf: 'Not stamped: not a PDF',
  signed: 'Not stamped: digitally signed',
  encrypted: 'Not stamped: encrypted',
  too_large: 'Not stamped: too large',
  too_many_pages: 'Not stamped: too many pages',
  unreadable: 'Not stamped: unreadable',
}

export const stampWords = (stamp: string): string => STAMP_LABELS[stamp] ?? stamp

export const bytesWords = (bytes: number): string => {
  if (bytes < 1_024) return `${bytes} B`
  return bytes < 1_048_576 ? `${(bytes / 1_024).toFixed(0)} KiB` : `${(bytes / 1_048_576).toFixed(1)} MiB`
}

const ACCESS_LABELS = { request: 'On request', public: 'Public' } as const

export const accessWords = (access: keyof typeof ACCESS_LABELS): string => ACCESS_LABELS[access]

export const ACCESS_OPTIONS = [
  { value: 'request', text: ACCESS_LABELS.request },
  { value: 'public', text: ACCESS_LABELS.public },
] as const
