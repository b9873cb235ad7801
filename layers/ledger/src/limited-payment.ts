import { Refusal, type WriteStep } from '@signet/kernel'
import type { Payment } from './payment.ts'
import type { SpendingLimit } from './spending-limit.ts'

/** A payment that also takes from the caller's spending limit: both or neither. */
export const limitedPayment = (payment: Payment, seen: SpendingLimit, price: number): Payment => {
  let limit = seen
  let step: WriteStep | undefined
  return {
    async hold(refused) {
      if (refused?.conditionFailed(step)) limit = await limit.again()
      const over = limit.refusal(price)
      if (over) return over
      const hold = await payment.hold(refused)
      if (hold instanceof Refusal) return hold
      step = limit.take(price)
      return { ...hold, charge: { ...hold.charge, spender: limit.spender }, steps: [...hold.steps, step] }
    },
  }
}
