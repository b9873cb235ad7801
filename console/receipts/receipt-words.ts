import type { Tone } from '@signet/ui'
import type { ListedReceipt } from '../api/receipts.ts'

export const shortHash = (hash: string): string => hash.slice(0, 12)

const STATES: Readonly<Record<ListedReceipt['state'], { readonly text: string; readonly tone: Tone }>> = {
  active: { text: 'In force', tone: 'ok' },
  withdrawn: { text: 'Withdrawn', tone: 'danger' },
  superseded: { text: 'Superseded', tone: 'warn' },
}

export const stateWords = (state: ListedReceipt['state']) => STATES[state]

/** Kinds that record an event and cannot be withdrawn. */
const EVENT_KINDS: readonly string[] = ['receipt.withdraw', 'key.event']

/** Returns why a receipt cannot be withdrawn, or undefined if it can. */
export const whyNotWithdrawn = ({ kind, state }: Pick<ListedReceipt, 'kind' | 'state'>): string | undefined => {
  if (EVENT_KINDS.includes(kind)) return 'Receipts of this kind record an event and cannot be withdrawn'
  return state === 'active' ? undefined : `The receipt is already ${state}`
}
