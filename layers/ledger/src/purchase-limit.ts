import { refusal, type WriteStep } from '@signet/kernel'
import { type Allowance, chargeAllowance, refundAllowance } from './allowance-table.ts'
import {
  activeAllowance,
  budgetExhausted,
  giveBackTo,
  type LimitDeps,
  type OverLimit,
  type Spender,
  type SpendingCaller,
  type SpendingLimit,
  spendingLimits,
} from './spending-limit.ts'

export interface Pack {
  readonly credits: number
  readonly cents: number
}

/**
 * A limit on a caller's purchases: US cents for an agent; the daily budget in credits, which covers all spending, for a
 * key.
 */
export interface PurchaseLimit {
  readonly spender: Spender
  refusal(pack: Pack): OverLimit | undefined
  /** Builds the write that deducts the purchase from the limit. */
  deductionStep(pack: Pack): WriteStep
  /** Reads the limit again, after a concurrent deduction. */
  reload(): Promise<PurchaseLimit>
}

const chargeRefusal = (cents: number, { left, centsLeft }: Allowance): OverLimit | undefined => {
  if (left !== null && left <= 0) return budgetExhausted({ left: 0, required: 1 })
  if (cents <= centsLeft) return undefined
  const [price, remaining] = [cents, centsLeft].map((each) => (each / 100).toFixed(2))
  return refusal(
    'budget_exhausted',
    `This costs ${price} USD, and the agent can charge only ${remaining} USD more to the saved card. The user who authorized the agent can raise the limit`,
    { extras: { cents_left: centsLeft, required_cents: cents } },
  )
}

const grantPurchaseLimit = async (deps: LimitDeps, grant: string): Promise<PurchaseLimit> => {
  const allowance = await activeAllowance(deps.allowances, grant)
  return {
    spender: { grant },
    refusal: ({ cents }) => chargeRefusal(cents, allowance),
    deductionStep: ({ cents }) => chargeAllowance(deps.table, grant, cents),
    reload: () => grantPurchaseLimit(deps, grant),
  }
}

const keyPurchaseLimit = (limit: SpendingLimit): PurchaseLimit => ({
  spender: limit.spender,
  refusal: ({ credits }) => limit.refusal(credits),
  deductionStep: ({ credits }) => limit.deductionStep(credits),
  reload: async () => keyPurchaseLimit(await limit.reload()),
})

/**
 * Reads the purchase limit of a caller; undefined if only the account's own limits apply.
 * @throws Refusal 401 for an agent whose grant was revoked.
 */
export type PurchaseLimits = (caller: SpendingCaller) => Promise<PurchaseLimit | undefined>

export const purchaseLimits =
  (deps: LimitDeps): PurchaseLimits =>
  async (caller) => {
    if (caller.grantId !== undefined) return grantPurchaseLimit(deps, caller.grantId)
    const limit = await spendingLimits(deps)(caller)
    return limit && keyPurchaseLimit(limit)
  }

export const giveBackPurchase = (table: string, spender: Spender, { credits, cents }: Pack): WriteStep =>
  'grant' in spender ? refundAllowance(table, spender.grant, cents) : giveBackTo(table, spender, credits)
