import { newAccount } from '../../../layers/ledger/src/account.ts'

type Row = Readonly<Record<string, unknown>>

/** Fields that depend on the time and number of deliveries. They are not part of the result. */
const DELIVERY_FIELDS = [
  'as_of',
  'version',
  'updated_at',
  'booked_at',
  'found_at',
  'recorded_at',
  'change_id',
  'created_at',
]

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
      const fields = Object.entries(row).filter(([name]) => !DELIVERY_FIELDS.includes(name) && name !== 'at')
      const isBalance = row.sk === 'BALANCE'
      const members = fields.filter(([name]) => !isBalance || name === 'pk' || BALANCE.includes(name))
      return Object.fromEntries(members.sort(([a], [b]) => (a < b ? -1 : 1)))
    })
    .sort((a, b) => (`${a.pk} ${a.sk}` < `${b.pk} ${b.sk}` ? -1 : 1))
