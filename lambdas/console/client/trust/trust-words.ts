import { valueWords } from '@signet/posture/value-words'
import type { Tone } from '@signet/ui'

/** `cloud-provider-default` as a label: “Cloud provider default”. */
export const plainWords = (value: string): string => {
  const text = valueWords(value)
  return `${text.slice(0, 1).toUpperCase()}${text.slice(1)}`
}

/** Values as the options of a choice. */
export const optionsOf = <Value extends string>(values: readonly Value[]) =>
  values.map((value) => ({ value, text: plainWords(value) }))

export const freshnessWords = (state: 'fresh' | 'amber' | 'red'): { readonly text: string; readonly tone: Tone } =>
  ({
    fresh: { text: 'Fresh', tone: 'ok' as const },
    amber: { text: 'Goes stale soon', tone: 'warn' as const },
    red: { text: 'Stale', tone: 'danger' as const },
  })[state]

export const verdictWords = (isRefused: boolean): { readonly text: string; readonly tone: Tone } =>
  isRefused ? { text: 'Refused', tone: 'danger' } : { text: 'Accepted', tone: 'ok' }

const REQUEST = {
  pending: { text: 'Waits for you', tone: 'warn' },
  granted: { text: 'Granted', tone: 'ok' },
  expired: { text: 'Expired', tone: 'neutral' },
  declined: { text: 'Declined', tone: 'neutral' },
  revoked: { text: 'Revoked', tone: 'neutral' },
} as const

export type RequestState = keyof typeof REQUEST
export const REQUEST_STATES = Object.keys(REQUEST) as readonly RequestState[]
export const requestWords = (state: RequestState): { readonly text: string; readonly tone: Tone } => REQUEST[state]

const STAMP: Readonly<Record<string, string>> = {
  stamped: 'On every page',
  not_pdf: 'No: it is no PDF',
  signed: 'No: it has a signature of its own',
  encrypted: 'No: it is encrypted',
  too_large: 'No: it is too large',
  too_many_pages: 'No: it has too many pages',
  unreadable: 'No: it could not be read',
}

/** Whether a copy names its reader. */
export const stampWords = (stamp: string): string => STAMP[stamp] ?? stamp

/** Bytes as people read them. */
export const bytesWords = (bytes: number): string =>
  bytes < 1_024
    ? `${bytes} B`
    : bytes < 1_048_576
      ? `${(bytes / 1_024).toFixed(0)} KiB`
      : `${(bytes / 1_048_576).toFixed(1)} MiB`
