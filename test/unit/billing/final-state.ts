import { newAccount } from '../../../layers/ledger/src/account.ts'

type Row = Readonly<Record<string, unknown>>

/** Members about the time and number of deliveries, which are not part of the result. */
const OF_THE_WAY = ['as_of', 'version', 'updated_at', 'booked_at', 'found_at', 'recorded_at', 'change_id', 'created_at']

const BALANCE = Object.keys(newAccount('', new Date(0), 0))

/**
 * Returns the final state of organizations in a table: balances, tiers, plans and purchases, without traces of the
 * deliveries.
 */
export const finalState = (rows: readonly Row[]): unknown[] =>
  rows
    .filter(({ sk }) => /^(?:BALANCE|TIER|PLAN|CUSTOMER|PURCHASE#|REVERSAL#|MONTH#|POSTED#)/.test(String(sk)))
    // A missing tier row is equivalent to a free tier.
    .filter(({ sk, sku }) => sk !== 'TIER' || sku !== null)
    .map((row) => {
      const kept = Object.entries(row).filter(([name]) => !OF_THE_WAY.includes(name) && name !== 'at')
      const isBalance = row.sk === 'BALANCE'
      const members = kept.filter(([name]) => !isBalance || name === 'pk' || BALANCE.includes(name))
      return Object.fromEntries(members.sort(([a], [b]) => (a < b ? -1 : 1)))
    })
    .sort((a, b) => (`${a.pk} ${a.sk}` < `${b.pk} ${b.sk}` ? -1 : 1))
