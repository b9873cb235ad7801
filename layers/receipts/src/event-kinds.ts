import type { KindName } from './receipt-kind.ts'

/** Kinds of receipts that are made of what is there already, after it has happened: a stage may leave each of them out. */
export const KINDS_OF_EVENTS = ['image', 'ledger.statement', 'flags.audit', 'archive.import'] as const
/** Whether a stage makes receipts of this kind, by its setting: `all`, `none`, or names parted by commas. */
export const makesKind = (setting: string, kind: (typeof KINDS_OF_EVENTS)[number] & KindName): boolean =>
  setting === 'all' || setting.split(',').includes(kind)
