import { rowKey } from '@signet/kernel'
import type { Bucket } from './account.ts'
import { entryRow } from './account-rows.ts'

/** Accounts of double-entry lines: the customer's buckets, and the system's own accounts. */
export type LedgerAccount = Bucket | 'issued' | 'consumed' | 'expired' | 'clawed'

export interface LedgerLine {
  readonly from: LedgerAccount
  readonly to: LedgerAccount
  readonly credits: number
}

/**
 * An entry of the ledger. `type` is the charge or release of a job, a grant, a gift, a renewal, the end of a
 * subscription, an expiry or a claw-back. `ref` is the ID of the account, job, payment, gift, invoice, subscription or
 * refund.
 */
export interface LedgerEntry {
  readonly type: 'welcome' | 'capture' | 'release' | 'pack' | 'gift' | 'renewal' | 'end' | 'expiry' | 'clawback'
  readonly ref: string
  readonly at: string
  readonly lines: readonly LedgerLine[]
  /** Amount paid, or returned (negative), in US cents; absent if no money moved, and on older entries. */
  readonly cents?: number
}

/** Returns the lines with an amount other than zero. */
export const linesOf = (...lines: readonly (readonly [LedgerAccount, LedgerAccount, number])[]): LedgerLine[] =>
  lines.flatMap(([from, to, credits]) => (credits > 0 ? [{ from, to, credits }] : []))

/** Builds the entry as a transaction step. Entries are immutable; another entry corrects a mistake. */
export const entryPut = (table: string, accountId: string, entry: LedgerEntry) => ({
  Put: {
    TableName: table,
    Item: { ...rowKey(entryRow, { account: accountId, ...entry }), ...entry },
    ConditionExpression: 'attribute_not_exists(pk)',
  },
})
