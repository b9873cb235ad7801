import { linesOf, recordsOf, type Take } from '@signet/erasure'
import { literalStart, partitionOf, rowKey, type TableDeps } from '@signet/kernel'
import { customerRow, planRow, purchaseRow, reversalRow, reversedMonthRow } from '../contract/billing-rows.ts'
import { inviteRow } from '../contract/invite-row.ts'
import { orderRow } from '../contract/order-row.ts'

/** Modes of the payment processor: rows of one that a deployment has left are still kept. */
const MODES = ['live', 'test'] as const

type BillingRowKind =
  | typeof customerRow
  | typeof planRow
  | typeof purchaseRow
  | typeof reversalRow
  | typeof reversedMonthRow
  | typeof orderRow

/** How a charge on a saved card is repeated and limited, and the names of customer and card at the processor. */
const OF_ORDERS = ['key', 'customer', 'method', 'attempt', 'hour', 'day', 'spender']

/** What happened to the credits of the account, and what was bought and ordered, with the plan. */
export const takeBilling = (deps: Pick<TableDeps, 'db' | 'table'>): Take =>
  async function* ({ org_id: org }) {
    const ofModes = async function* (kind: BillingRowKind, hidden: readonly string[] = []) {
      for (const mode of MODES) {
        const rows = { pk: partitionOf(kind, { mode, org }), startsWith: literalStart(kind.keys.sk) }
        for await (const record of recordsOf(deps, rows, hidden)) yield { mode, ...record }
      }
    }
    yield* linesOf('balance', recordsOf(deps, { pk: `CR#${org}`, startsWith: 'BALANCE' }, ['epoch', 'warned']))
    yield* linesOf('ledger', recordsOf(deps, { pk: `CR#${org}`, startsWith: 'ENTRY#' }))
    yield* linesOf('customer', ofModes(customerRow, ['customer_id', 'generation']))
    yield* linesOf('plan', ofModes(planRow, ['version']))
    yield* linesOf('purchases', ofModes(purchaseRow))
    yield* linesOf('orders', ofModes(orderRow, OF_ORDERS))
    yield* linesOf('reversed-months', ofModes(reversedMonthRow, ['turn']))
    yield* linesOf('refunds', ofModes(reversalRow))
    // Who of the operators has invited is theirs.
    const { pk } = rowKey(inviteRow, { org, product: 'any' })
    yield* linesOf('invitations', recordsOf(deps, { pk }, ['invited_by']))
  }
