import { createHash } from 'node:crypto'
import {
  giveBack,
  quotaUseStep,
  type Refusal,
  type RowOf,
  rowTable,
  type TableDeps,
  transact,
  type WriteStep,
} from '@signet/kernel'
import { giveBackPurchase, type OverLimit, PACKS, PRODUCTS, type PurchaseLimit } from '@signet/ledger'
import { orderRow } from '../contract/order-row.ts'
import type { Mode } from '../stripe/payment-processor.ts'
import { limitRefusal, purchaseQuotas } from './purchase-limits.ts'

export type Order = RowOf<typeof orderRow>

export type StartRefusal = Refusal<'purchase_limit_reached'> | OverLimit

/** Orders of one organization by the caller's idempotency keys. A change is conditional on an unchanged row. */
export interface OrderTable {
  find(org: string, key: string): Promise<Order | undefined>
  /**
   * Writes the order, or returns the existing one with its key. The order counts against the limits of its hour and
   * day, and its credits against the budget of the agent or key.
   */
  start(org: string, order: Order, limit: PurchaseLimit | undefined): Promise<Order | StartRefusal>
  /**
   * Records the outcome. A declined order no longer counts against limits. Does nothing if a concurrent call has
   * already settled the order.
   */
  settle(org: string, current: Order, members: Partial<Order>): Promise<void>
}

export const orderKey = (idempotencyKey: string): string => createHash('sha256').update(idempotencyKey).digest('hex')

export const orderTable = (deps: TableDeps, mode: Mode, dailyCents: number): OrderTable => {
  const orders = rowTable(orderRow, deps)
  const keyOf = (org: string, { key }: Pick<Order, 'key'>) => ({ mode, org, key })
  const quotasOf = (org: string, order: Order) =>
    purchaseQuotas(org, order, { cents: PRODUCTS[order.product].cents, dailyCents })
  const returnSteps = (org: string, order: Order): WriteStep[] => [
    ...quotasOf(org, order).map((quota) => giveBack(deps.table, quota)),
    ...(order.spender ? [giveBackPurchase(deps.table, order.spender, PACKS[order.product])] : []),
  ]
  return {
    find: (org, key) => orders.get({ mode, org, key: orderKey(key) }),

    start(org, order, spendingLimit) {
      const pack = PACKS[order.product]
      const putOrder = orders.steps.putNew(keyOf(org, order), order)
      const quotaSteps = quotasOf(org, order).map((quota) => [quota, quotaUseStep(deps.table, quota)] as const)
      let limit = spendingLimit
      let deduction: WriteStep | undefined
      return transact<Order | StartRefusal>(deps, async (refused) => {
        if (refused?.conditionFailed(putOrder)) {
          const existing = await orders.get(keyOf(org, order))
          if (existing) return { result: existing }
        }
        const exhausted = quotaSteps.find(([, step]) => refused?.conditionFailed(step))
        if (exhausted) return { result: limitRefusal(exhausted[0], deps.now()) }
        if (refused?.conditionFailed(deduction)) limit = await limit?.reload()
        const overLimit = limit?.refusal(pack)
        if (overLimit) return { result: overLimit }
        deduction = limit?.deductionStep(pack)
        return {
          steps: [putOrder, ...quotaSteps.map(([, step]) => step), ...(deduction ? [deduction] : [])],
          result: order,
        }
      })
    },

    async settle(org, current, members) {
      const replaceStep = orders.steps.replace(
        keyOf(org, current),
        { ...current, ...members },
        { state: current.state, attempt: current.attempt },
      )
      const giveBackSteps = members.state === 'declined' ? returnSteps(org, current) : []
      await transact(deps, async (refused) =>
        refused?.conditionFailed(replaceStep)
          ? { result: undefined }
          : { steps: [replaceStep, ...giveBackSteps], result: undefined },
      )
    },
  }
}
