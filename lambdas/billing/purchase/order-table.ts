import { createHash } from 'node:crypto'
import { giveBack, type Refusal, type RowOf, rowTable, type TableDeps, takeFrom, transact } from '@signet/kernel'
import { PRODUCTS } from '@signet/ledger'
import { orderRow } from '../contract/order-row.ts'
import type { Mode } from '../stripe/payment-processor.ts'
import { limitReached, purchaseQuotas } from './purchase-limits.ts'

export type Order = RowOf<typeof orderRow>

/** Orders of one organisation by the caller's keys. A change is conditional on an unchanged row. */
export interface OrderTable {
  find(org: string, key: string): Promise<Order | undefined>
  /**
   * Writes the order, unless one with its key exists; then that is the result. It counts against the limits of its hour
   * and day.
   */
  start(org: string, order: Order): Promise<Order | Refusal<'purchase_limit_reached'>>
  /** Records the outcome. A declined order does not count any more. Does nothing if another call was faster. */
  settle(org: string, seen: Order, members: Partial<Order>): Promise<void>
}

/** The stored form of a caller's key. */
export const orderKey = (idempotencyKey: string): string => createHash('sha256').update(idempotencyKey).digest('hex')

/** Orders over the one table. */
export const orderTable = (deps: TableDeps, mode: Mode, dailyCents: number): OrderTable => {
  const orders = rowTable(orderRow, deps)
  const partsOf = (org: string, { key }: Pick<Order, 'key'>) => ({ mode, org, key })
  const quotasOf = (org: string, order: Order) =>
    purchaseQuotas(org, order, { cents: PRODUCTS[order.product].cents, dailyCents })
  return {
    find: (org, key) => orders.get({ mode, org, key: orderKey(key) }),

    start(org, order) {
      const put = orders.steps.putNew(partsOf(org, order), order)
      const takes = quotasOf(org, order).map((quota) => [quota, takeFrom(deps.table, quota)] as const)
      return transact<Order | Refusal<'purchase_limit_reached'>>(deps, async (refused) => {
        if (refused?.conditionFailed(put)) {
          const first = await orders.get(partsOf(org, order))
          if (first) return { result: first }
        }
        const full = takes.find(([, step]) => refused?.conditionFailed(step))
        if (full) return { result: limitReached(full[0], deps.now()) }
        return { steps: [put, ...takes.map(([, step]) => step)], result: order }
      })
    },

    async settle(org, seen, members) {
      const replaced = orders.steps.replace(
        partsOf(org, seen),
        { ...seen, ...members },
        { state: seen.state, attempt: seen.attempt },
      )
      const back = members.state === 'declined' ? quotasOf(org, seen).map((quota) => giveBack(deps.table, quota)) : []
      await transact(deps, async (refused) =>
        refused?.conditionFailed(replaced) ? { result: undefined } : { steps: [replaced, ...back], result: undefined },
      )
    },
  }
}
