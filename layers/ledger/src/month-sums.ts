import { createHash } from 'node:crypto'
import { canonicalText } from '@signet/contracts'
import { BUCKETS } from './account.ts'
import type { LedgerEntry, LedgerLine } from './ledger-entry.ts'

const MICRO_USD_PER_CENT = 10_000

export interface TypeSums {
  readonly postings: number
  /** Net change of the account's credits, including held ones. */
  readonly credits: number
  readonly moneyMicroUsd: number
}

export interface MonthSums {
  readonly postings: number
  /** Postings that moved credits. */
  readonly movements: number
  readonly credits: number
  readonly sums: Readonly<Partial<Record<LedgerEntry['type'], TypeSums>>>
  /** SHA-256 of the entries in order, in the format of `postingLine`. */
  readonly sha256: string
}

const CUSTOMER_BUCKETS: readonly string[] = BUCKETS

/** Lines between two buckets, or between two accounts of the system, have no net effect. */
const netOf = ({ from, to, credits }: LedgerLine): number =>
  (CUSTOMER_BUCKETS.includes(to) ? credits : 0) - (CUSTOMER_BUCKETS.includes(from) ? credits : 0)

export const creditsMoved = ({ lines }: Pick<LedgerEntry, 'lines'>): number =>
  lines.reduce((sum, line) => sum + netOf(line), 0)

/** Formats an entry as in the owner's statement of credits: canonical JSON (RFC 8785) and a line feed. */
export const postingLine = ({ type, ref, at, lines }: LedgerEntry): string =>
  `${canonicalText({ type, ref, at, lines })}\n`

export const monthSums = async (entries: AsyncIterable<LedgerEntry>): Promise<MonthSums> => {
  const hash = createHash('sha256')
  const sums: Partial<Record<LedgerEntry['type'], TypeSums>> = {}
  let postings = 0
  let movements = 0
  let total = 0
  for await (const entry of entries) {
    const { type, lines, cents = 0 } = entry
    hash.update(postingLine(entry))
    const credits = creditsMoved(entry)
    const previous = sums[type] ?? { postings: 0, credits: 0, moneyMicroUsd: 0 }
    sums[type] = {
      postings: previous.postings + 1,
      credits: previous.credits + credits,
      moneyMicroUsd: previous.moneyMicroUsd + cents * MICRO_USD_PER_CENT,
    }
    postings++
    if (lines.length > 0) movements++
    total += credits
  }
  return { postings, movements, credits: total, sums, sha256: hash.digest('hex') }
}
