import { type Clock, type RowOf, rowTable, type TableDeps, transact } from '@signet/kernel'
import type { Purchase } from '../books/books.ts'
import { reversedMonthRow } from '../contract/billing-rows.ts'
import type { PaidInvoice, PaymentProcessor, Subscription } from '../stripe/payment-processor.ts'
import { imagePlanOf } from './project-tier.ts'

export type ReversedMonth = RowOf<typeof reversedMonthRow>

export interface MonthDeps extends TableDeps {
  readonly processor: Pick<PaymentProcessor, 'mode' | 'returnedAmountOf'>
  readonly now: Clock
}

export const reversedMonths = (deps: MonthDeps, org: string): Promise<readonly ReversedMonth[]> =>
  rowTable(reversedMonthRow, deps).all({ mode: deps.processor.mode, org })

/**
 * Returns whether the current period of a subscription was paid by a reversed month. An unpaid renewal counts as part
 * of the month before it.
 */
export const isPaymentReversed = (
  { id, status, periodStart }: Subscription,
  months: readonly ReversedMonth[],
): boolean =>
  months.some(
    ({ subscription_id, is_reversed, period_start, period_end }) =>
      is_reversed &&
      subscription_id === id &&
      period_start <= periodStart &&
      (period_end > periodStart || (status === 'past_due' && period_end === periodStart)),
  )

/** Records whether a month is currently reversed. @returns whether the record changed */
const recordState = (
  deps: MonthDeps,
  org: string,
  month: Omit<ReversedMonth, 'is_reversed' | 'turn' | 'found_at'>,
): Promise<boolean> => {
  const months = rowTable(reversedMonthRow, deps)
  const key = { mode: deps.processor.mode, org, invoice: month.invoice_id }
  return transact<boolean>(deps, async () => {
    const stored = await months.get(key)
    // Queried after the row was read, so that the state to write is newer than the row.
    const is_reversed = (await deps.processor.returnedAmountOf(month.invoice_id)) >= month.cents
    if (is_reversed === (stored?.is_reversed ?? false)) return { result: false }
    const row = { ...month, is_reversed, turn: (stored?.turn ?? 0) + 1, found_at: deps.now().toISOString() }
    const step = stored ? months.steps.replace(key, row, { turn: stored.turn }) : months.steps.putNew(key, row)
    return { steps: [step], result: true }
  })
}

/**
 * Records whether the full amount of a month was returned. A partial refund does not change the month. @returns whether
 * the record changed
 */
export const noteMonth = async (
  deps: MonthDeps,
  org: string,
  invoice: PaidInvoice,
  subscription: Subscription,
): Promise<boolean> => {
  const plan = imagePlanOf(subscription)
  if (!plan || subscription.duplicateOf !== undefined || !invoice.isOfPeriod || invoice.cents === 0) return false
  const { id: invoice_id, subscriptionId: subscription_id, cents, periodStart, periodEnd } = invoice
  const month = { invoice_id, subscription_id, plan, cents, period_start: periodStart, period_end: periodEnd }
  let hasChanged = false
  // Queried again after each write, because the previous response may predate a concurrent refund.
  while (await recordState(deps, org, month)) hasChanged = true
  return hasChanged
}

/** Returns the bookings of a month in order: its payment, and each reversal and return. The ledger books each once. */
export const bookingsOf = (org: string, month: ReversedMonth): readonly Purchase[] => {
  const { invoice_id, plan, cents: paid_cents, period_start, period_end, turn: changeCount, found_at } = month
  const common = { account_id: org, invoice_id, plan, period_start, period_end }
  return [
    { op: 'pay_month', ...common, paid_cents },
    // Odd turns are reversals, even turns are returns.
    ...Array.from({ length: changeCount }, (_, i): Purchase => {
      const turn = i + 1
      return { op: turn % 2 === 1 ? 'take_month' : 'return_month', ...common, turn, found_at }
    }),
  ]
}
