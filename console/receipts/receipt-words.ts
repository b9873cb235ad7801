import type { Tone } from '@signet/ui'
import type { ListedReceipt, ListReceiptsInput } from '../api/receipts.ts'

export type ListedKind = NonNullable<ListReceiptsInput['kind']>

const KINDS: Readonly<Record<ListedKind, string>> = {
  image: 'Image',
  'ledger.statement': 'Monthly statement',
  'flags.audit': 'Flag audit log',
  'archive.import': 'Archive import',
  'evidence.publish': 'Attestation',
  'ciso.intake': 'Security assessment',
  'trust.acceptance': 'Terms acceptance',
  reading: 'Reading',
  flow: 'Flow',
  'agent.run': 'Consultation',
  'grader.run': 'Graded text',
  'receipt.withdraw': 'Withdrawal',
  'key.event': 'Key change',
}

export const LISTED_KINDS = Object.keys(KINDS) as readonly ListedKind[]

export const kindWords = (kind: string): string => KINDS[kind as ListedKind] ?? kind

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
