import type { Tone } from '@signet/ui'
import type { ListedReceipt, ListReceiptsInput } from '../api/receipts.ts'

export type ListedKind = NonNullable<ListReceiptsInput['kind']>

const KINDS: Readonly<Record<ListedKind, string>> = {
  image: 'Image',
  'ledger.statement': 'Statement of the ledger',
  'flags.audit': 'Audit log of flags',
  'archive.import': 'Import into the archive',
  'evidence.publish': 'Published evidence',
  'ciso.intake': 'Verdict on an intake',
  'trust.acceptance': 'Acceptance of terms',
  reading: 'Reading',
  flow: 'Flow',
  'agent.run': 'Consultation',
  'grader.run': 'Run of a grader',
  'receipt.withdraw': 'Withdrawal',
  'key.event': 'Change of a key',
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

/** These say what happened to a receipt or to a key; what has happened is not taken back. */
const FINAL: readonly string[] = ['receipt.withdraw', 'key.event']

/** Why a receipt cannot be withdrawn; undefined: it can be. */
export const whyNotWithdrawn = ({ kind, state }: Pick<ListedReceipt, 'kind' | 'state'>): string | undefined => {
  if (FINAL.includes(kind)) return 'It says what has happened, which nobody takes back'
  return state === 'active' ? undefined : `It is ${state} already`
}
