import type { KindName } from './receipt-kind.ts'

/** Kinds of receipts that are issued for events after the event is stored. A stage can disable each of them. */
export const KINDS_OF_EVENTS = ['image', 'ledger.statement', 'flags.audit', 'archive.import'] as const
/** Returns whether a stage issues receipts of this kind. The setting is `all`, `none`, or names separated by commas. */
export const issuesKind = (setting: string, kind: (typeof KINDS_OF_EVENTS)[number] & KindName): boolean =>
  setting === 'all' || setting.split(',').includes(kind)
