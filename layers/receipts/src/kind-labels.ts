import type { KindName } from './receipt-kind.ts'

const LABELS: Readonly<Record<KindName, string>> = {
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

/** Kinds in the order in which users see them. */
export const LABELED_KINDS = Object.keys(LABELS) as readonly KindName[]

/** Returns the label of a kind; for a kind of a later version, its name. */
export const kindLabel = (kind: string): string => LABELS[kind as KindName] ?? kind
