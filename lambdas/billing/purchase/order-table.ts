import { createHash } from 'node:crypto'
import {
  giveBack,
  type Refusal,
  type RowOf,
  rowTable,
  type TableDeps,
  takeFrom,
  transact,
  type WriteStep,
} from '@signet/kernel'
import { giveBackPurchase, type OverLimit, PACKS, PRODUCTS, type PurchaseLimit } from '@signet/ledger'
import { orderRow } from '../contract/order-row.ts'
import type { Mode } from '../stripe/payment-processor.ts'
import { limitRefusal, purchaseQuotas } from './purchase-limits.ts'

export type Order = RowOf<typeof orderRow>

export type NotStarted = Refusal<'purchase_limit_reached'> | OverLimit

/** Orders of one organization by the caller's idempotency keys. A change is conditional on an unchanged row. */
export interface OrderTable {
  find(org: string, key: string): Promise<Order | undefined>
  /**
   * Writes the order, or returns the existing one with its key. The order counts against the limits of its hour and
   * day, and its credits against the budget of the agent or key.
   */
  start(org: string, order: Order, limit: PurchaseLimit | undefined): Promise<Order | NotStarted>
  /**
   * Records the outcome. A declined order no longer counts against limits. Does nothing if a concurrent call has
   * already settled the order.
   */
  settle(org: string, seen: Order, members: Partial<Order>): Promise<void>
}

export const orderKey = (idempotencyKey: string): string => createHash('sha256').update(idempotencyKey).digest('hex')

export const orderTable = (deps: TableDeps, mode: Mode, dailyCents: number): OrderTable => {
  const orders = rowTable(orderRow, deps)
  const partsOf = (org: string, { key }: Pick<Order, 'key'>) => ({ mode, org, key })
  const quotasOf = (org: string, order: Order) =>
    purchaseQuotas(org, order, { cents: PRODUCTS[order.product].cents, dailyCents })
  const givenBack = (org: string, order: Order): WriteStep[] => [
    ...quotasOf(org, order).map((quota) => giveBack(deps.table, quota)),
    ...(order.spender ? [giveBackPurchase(deps.table, order.spender, PACKS[order.product])] : []),
  ]
  return {
    find: (org, key) => orders.get({ mode, org, key: orderKey(key) }),

    start(org, order, spendingLimit) {
      const pack = PACKS[order.product]
      const putOrder = orders.steps.putNew(partsOf(org, order), order)
      const takes = quotasOf(org, order).map((quota) => [quota, takeFrom(deps.table, quota)] as const)
      let limit = spendingLimit
      let deduction: WriteStep | undefined
      return transact<Order | NotStarted>(deps, async (refused) => {
        if (refused?.conditionFailed(putOrder)) {
          const first = await orders.get(partsOf(org, order))
          if (first) return { result: first }
        }
        const full = takes.find(([, step]) => refused?.conditionFailed(step))
        if (full) return { result: limitRefusal(full[0], deps.now()) }
        if (refused?.conditionFailed(deduction)) limit = await limit?.again()
        const over = limit?.refusal(pack)
        if (over) return { result: over }
        deduction = limit?.take(pack)
        return { steps: [putOrder, ...takes.map(([, step]) => step), ...(deduction ? [deduction] : [])], result: order }
      })
    },

    async settle(org, current, members) {
      const replaced = orders.steps.replace(
        partsOf(org, current),
        { ...current, ...members },
        { state: current.state, attempt: current.attempt },
      )
      const back = members.state === 'declined' ? givenBack(org, current) : []
      await transact(deps, async (refused) =>
        refused?.conditionFailed(replaced) ? { result: undefined } : { steps: [replaced, ...back], result: undefined },
      )
    },
  }
}
