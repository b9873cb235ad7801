import type { Clock, Log } from '@signet/kernel'
import type { Account, AccountTable, GraceTable, Posting, PostingKey, ReversedMonthTable } from '@signet/ledger'
import {
  clawbackPosting,
  endPosting,
  expiryPosting,
  giftPosting,
  monthPosting,
  monthReturn,
  monthReversal,
  PACKS,
  type PackId,
  packPosting,
} from '@signet/ledger'
import * as z from 'zod'
import type { Pledge, PledgeTable } from './pledge-table.ts'

const account_id = z.string().min(1).max(100)
const reference = z.string().min(1).max(200)
/** Normalized to the format of Date.toISOString, so that times compare as text. */
const time = z.iso.datetime().transform((text) => new Date(text).toISOString())

/**
 * Events of purchases from the billing service. Each may arrive twice, late or out of order. `*_id` is the payment,
 * invoice, subscription or refund, and makes the event count once.
 */
export const PurchaseEvent = z.discriminatedUnion('op', [
  z.strictObject({
    op: z.literal('grant_pack'),
    account_id,
    payment_id: reference,
    pack_id: z.enum(Object.keys(PACKS) as [PackId, ...PackId[]]),
  }),
  z.strictObject({
    op: z.literal('pay_month'),
    account_id,
    invoice_id: reference,
    plan: z.enum(['pro', 'agency']),
    paid_cents: z.int().min(0),
    period_start: time,
    period_end: time,
  }),
  /** Credits that an operator gives, for example as compensation; they expire like purchased credits. */
  z.strictObject({ op: z.literal('give'), account_id, gift_id: reference, credits: z.int().min(1).max(1_000_000) }),
  z.strictObject({ op: z.literal('end_plan'), account_id, subscription_id: reference, ended_at: time }),
  z.strictObject({
    op: z.literal('refund'),
    account_id,
    refund_id: reference,
    credits: z.int().min(0),
    cents: z.int().min(0),
  }),
  /**
   * A paid month whose payment was reversed or restored. `turn` numbers these changes of one month. The month itself
   * must be booked first, and its changes in order.
   */
  z.strictObject({
    op: z.enum(['take_month', 'return_month']),
    account_id,
    invoice_id: reference,
    turn: z.int().min(1),
    plan: z.enum(['pro', 'agency']),
    period_start: time,
    period_end: time,
    found_at: time,
  }),
  z.strictObject({ op: z.literal('expire') }),
])
export type PurchaseEvent = z.infer<typeof PurchaseEvent>

export interface PurchaseDeps {
  readonly accounts: AccountTable
  readonly pledges: PledgeTable
  readonly graces: GraceTable
  readonly reversedMonths: ReversedMonthTable
  readonly now: Clock
  readonly log: Log
}

type AccountEvent = Exclude<PurchaseEvent, { op: 'expire' }>

const postingKeyOf = (event: AccountEvent): PostingKey => {
  switch (event.op) {
    case 'grant_pack':
      return { type: 'pack', ref: event.payment_id }
    case 'give':
      return { type: 'gift', ref: event.gift_id }
    case 'pay_month':
      return { type: 'renewal', ref: event.invoice_id }
    case 'end_plan':
      return { type: 'end', ref: event.subscription_id }
    case 'refund':
      return { type: 'clawback', ref: event.refund_id }
    case 'take_month':
      return { type: 'clawback', ref: `${event.invoice_id}#${event.turn}` }
    case 'return_month':
      return { type: 'renewal', ref: `${event.invoice_id}#${event.turn}` }
  }
}

type MonthDeps = Pick<PurchaseDeps, 'reversedMonths'>

const monthChangePosting = async (
  { reversedMonths }: MonthDeps,
  event: Extract<AccountEvent, { op: 'take_month' | 'return_month' }>,
  account: Account,
  now: Date,
): Promise<Posting> => {
  const { account_id, invoice_id, found_at } = event
  if (event.op === 'return_month')
    return monthReturn(account, event, await reversedMonths.read(account_id, invoice_id), now)
  const { posting, takenCredits } = monthReversal(account, event, found_at, now)
  return { ...posting, extraSteps: [reversedMonths.recordStep(account_id, invoice_id, takenCredits)] }
}

const postingOf = async (
  deps: MonthDeps,
  event: AccountEvent,
  account: Account,
  now: Date,
): Promise<Posting | undefined> => {
  switch (event.op) {
    case 'take_month':
    case 'return_month':
      return monthChangePosting(deps, event, account, now)
    case 'grant_pack':
      return packPosting(account, event.pack_id)
    case 'give':
      return giftPosting(account, event.credits)
    case 'pay_month':
      return monthPosting(account, event, now)
    case 'end_plan':
      return endPosting(account, event.ended_at, now)
    case 'refund':
      return clawbackPosting(account, event.credits)
  }
}

/** Returns the pledge of an event to the community milestone; undefined for gifts and ends of subscriptions. */
const pledgeOf = (event: AccountEvent): Pledge | undefined => {
  const accountId = event.account_id
  switch (event.op) {
    case 'grant_pack':
      return { accountId, cents: PACKS[event.pack_id].cents, makesBacker: true }
    case 'pay_month':
      return { accountId, cents: event.paid_cents, makesBacker: event.plan === 'agency' }
    case 'refund':
      return { accountId, cents: -event.cents, makesBacker: false }
    case 'give':
    case 'end_plan':
    // The refund or dispute is booked as a separate event, with its money.
    case 'take_month':
    case 'return_month':
      return undefined
  }
}

const postEvent = (deps: PurchaseDeps, event: AccountEvent) =>
  deps.accounts.post(event.account_id, postingKeyOf(event), async (account) => {
    const posting = await postingOf(deps, event, account, deps.now())
    if (!posting) return undefined
    const graceEndsAt = posting.change.set?.grace_ends_at ?? account.grace_ends_at
    const pledge = pledgeOf(event)
    return {
      ...posting,
      ...(pledge ? { cents: pledge.cents } : {}),
      extraSteps: [
        ...(posting.extraSteps ?? []),
        ...(graceEndsAt === account.grace_ends_at ? [] : [deps.graces.recordStep(account.id, graceEndsAt)]),
        ...(pledge ? await deps.pledges.steps(pledge) : []),
      ],
    }
  })

const expireGraces = async ({ accounts, graces, now, log }: PurchaseDeps): Promise<number> => {
  const at = now()
  let expired = 0
  for await (const id of graces.endedBy(at)) {
    const { grace_ends_at, expired: expiredBefore } = await accounts.read(id)
    const postingKey = { type: 'expiry', ref: `${grace_ends_at}#${expiredBefore}` } as const
    const outcome = await accounts.post(id, postingKey, (account) => expiryPosting(account, at))
    if (outcome === 'posted') expired++
    await graces.remove(id, at)
  }
  if (expired > 0) log.info('grace periods ended', { accounts: expired })
  return expired
}

/** Books a purchase, its refund or the end of a subscription once, or ends every expired grace period. */
export const bookPurchase =
  (deps: PurchaseDeps) =>
  async (event: PurchaseEvent): Promise<{ outcome: 'posted' | 'repeated' | 'nothing'; expired?: number }> => {
    if (event.op === 'expire') {
      const expired = await expireGraces(deps)
      return { outcome: expired > 0 ? 'posted' : 'nothing', expired }
    }
    const outcome = await postEvent(deps, event)
    deps.log.info('purchase booked', { op: event.op, account_id: event.account_id, outcome })
    return { outcome }
  }
