import { type Caller, type Clock, Refusal, type WriteStep } from '@signet/kernel'
import { type Account, BUCKETS, type Bucket, type Parts, spendable, splitOf } from './account.ts'
import { insufficientCredits, type JobReading, noImagesLeft, type Payment, type Unpaid } from './payment.ts'
import { anonymousQuota, type PaymentTable } from './payment-table.ts'
import { ANONYMOUS_PLAN, PLANS, type Plan } from './plans.ts'
import type { SpendingLimit } from './spending-limit.ts'
import type { QualityTier } from './tiers.ts'

/** Combines a payment with a deduction from the caller's spending limit: both or neither. */
const limitedPayment = (payment: Payment, initialLimit: SpendingLimit, price: number): Payment => {
  let limit = initialLimit
  let step: WriteStep | undefined
  return {
    async hold(refused) {
      if (refused?.conditionFailed(step)) limit = await limit.reload()
      const overLimit = limit.refusal(price)
      if (overLimit) return overLimit
      const hold = await payment.hold(refused)
      if (hold instanceof Refusal) return hold
      step = limit.deductionStep(price)
      return { ...hold, charge: { ...hold.charge, spender: limit.spender }, steps: [...hold.steps, step] }
    },
  }
}

export interface Bill {
  readonly meter: JobReading['meter']
  readonly amount: number
  readonly balance: number
  /** Credits from each bucket; undefined if the balance is too small, or if images are counted. */
  readonly parts: Parts | undefined
  readonly refusal: Unpaid | undefined
}

interface Payer {
  readonly plan: Plan
  readonly tiers: readonly QualityTier[]
  readonly hasAccount: boolean
  /** Calculates the bill for a price in credits. Writes nothing. */
  bill(price: number): Bill
  payment(price: number): Payment
}

export const accountIdOf = ({ tenantId, accountId = tenantId }: Caller): string => accountId

type PayerInput = readonly [payments: PaymentTable, account: Account, now: Clock, limit?: SpendingLimit]

const accountPayer = (...[payments, account, now, limit]: PayerInput): Payer => ({
  plan: account.plan,
  tiers: PLANS[account.plan].tiers,
  hasAccount: true,
  bill(price) {
    const at = now()
    const parts = splitOf(account, price, at)
    const refusal = parts ? limit?.refusal(price) : insufficientCredits(account, price, at)
    return { meter: 'credits', amount: price, balance: spendable(account, at), parts, refusal }
  },
  payment: (price) => {
    const payment = payments.credits(account, price)
    return limit ? limitedPayment(payment, limit, price) : payment
  },
})

/** Returns the payer of jobs that the platform counts against its own quota. They cost no credits. */
const countedPayer = (...[payments, account, now]: PayerInput): Payer => ({
  ...accountPayer(payments, account, now),
  bill: () => ({ meter: 'credits', amount: 0, balance: spendable(account, now()), parts: {}, refusal: undefined }),
  payment: () => payments.counted(account),
})

const anonymousPayer = (payments: PaymentTable, subject: string, usage: JobReading, now: Clock): Payer => ({
  plan: 'free',
  tiers: ANONYMOUS_PLAN.tiers,
  hasAccount: false,
  bill() {
    const balance = Math.max(0, usage.limit - usage.used)
    const refusal = balance > 0 ? undefined : noImagesLeft(anonymousQuota(subject, now()), now())
    return { meter: 'images', amount: 1, balance, parts: undefined, refusal }
  },
  payment: () => payments.image(subject),
})

/** Finds the payer for a caller. Writes nothing, so a refused request has no cost. */
export const payerOf = async (payments: PaymentTable, caller: Caller, now: Clock): Promise<Payer> => {
  const { kind, tenantId, chargeMode } = caller
  if (kind === 'anonymous') return anonymousPayer(payments, tenantId, await payments.images(tenantId), now)
  const [account, limit] = await Promise.all([payments.account(accountIdOf(caller)), payments.limits(caller)])
  return (chargeMode === 'quota' ? countedPayer : accountPayer)(payments, account, now, limit)
}

/** Returns the credits of every bucket, 0 for unused ones. */
export const completeParts = (parts: Parts): Readonly<Record<Bucket, number>> =>
  Object.fromEntries(BUCKETS.map((bucket) => [bucket, parts[bucket] ?? 0])) as Record<Bucket, number>
