import type { Stripe } from 'stripe'
import { describe, expect, it } from 'vitest'
import {
  checkoutOf,
  disputeOf,
  paidInvoiceOf,
  paymentOf,
  refundOf,
  subscriptionOf,
} from '../../../lambdas/billing/stripe/stripe-objects.ts'
import {
  disputeShape,
  invoiceShape,
  paymentShape,
  refundShape,
  sessionShape,
  subscriptionShape,
} from './stripe-shapes.ts'

const month = { start: new Date('2026-10-01T00:00:00Z'), end: new Date('2026-11-01T00:00:00Z') }
const pro = subscriptionShape('sub_1', 'cus_1', { org: 'org-1', product: 'pro', ...month })
const itemsWith = (members: object) =>
  ({ ...pro.items, data: [{ ...pro.items.data[0], ...members }] }) as typeof pro.items

describe('a Stripe subscription', () => {
  it('has the period of its item, and its product by the lookup key of the price', () => {
    expect(subscriptionOf(pro)).toEqual({
      id: 'sub_1',
      customerId: 'cus_1',
      status: 'active',
      product: 'pro',
      createdAt: '2026-10-01T00:00:00.000Z',
      periodStart: '2026-10-01T00:00:00.000Z',
      periodEnd: '2026-11-01T00:00:00.000Z',
      endsAt: undefined,
      endedAt: undefined,
      duplicateOf: undefined,
    })
  })

  it('keeps the product of its metadata if the price has lost its lookup key to a successor', () => {
    const [first] = pro.items.data
    const items = itemsWith({ price: { ...first?.price, lookup_key: null } })
    expect(subscriptionOf({ ...pro, items }).product).toBe('pro')
    expect(subscriptionOf({ ...pro, items, metadata: {} }).product).toBeUndefined()
    expect(subscriptionOf({ ...pro, items, metadata: { productKey: 'toString' } }).product).toBeUndefined()
  })

  it('ends with the earliest of its periods, or at its cancellation date', () => {
    const [first] = pro.items.data as [Stripe.SubscriptionItem]
    const week = { ...first, current_period_end: Date.parse('2026-10-08') / 1000 }
    const both = { ...pro, items: { ...pro.items, data: [first, week] }, cancel_at_period_end: true }
    expect(subscriptionOf(both).endsAt).toBe('2026-10-08T00:00:00.000Z')
    expect(subscriptionOf({ ...both, cancel_at: Date.parse('2026-10-20') / 1000 }).endsAt).toBe(
      '2026-10-20T00:00:00.000Z',
    )
  })
})

describe('a Stripe invoice', () => {
  const paid = invoiceShape('in_1', pro, { ...month, reason: 'subscription_create' })

  it('grants the period of its paid lines', () => {
    expect(paidInvoiceOf(paid)).toEqual({
      id: 'in_1',
      customerId: 'cus_1',
      subscriptionId: 'sub_1',
      isOfPeriod: true,
      cents: 2900,
      periodStart: '2026-10-01T00:00:00.000Z',
      periodEnd: '2026-11-01T00:00:00.000Z',
    })
  })

  it('grants nothing if it changes a subscription, and is ignored if it is unpaid', () => {
    expect(paidInvoiceOf({ ...paid, billing_reason: 'subscription_update' })?.isOfPeriod).toBe(false)
    expect(paidInvoiceOf({ ...paid, status: 'open' })).toBeUndefined()
    expect(paidInvoiceOf({ ...paid, parent: null })).toBeUndefined()
  })
})

describe('Stripe payments', () => {
  it('have the sold one-time product, if any', () => {
    const at = month.start
    const payment = paymentShape('pi_1', 'cus_1', { org: 'org-1', product: 'agent-credits-500', at })
    expect(paymentOf(payment)).toMatchObject({ isPaid: true, cents: 1250, product: 'agent-credits-500' })
    expect(paymentOf({ ...payment, status: 'processing', metadata: {} })).toMatchObject({
      isPaid: false,
      product: undefined,
    })
    expect(checkoutOf(sessionShape('cs_1', 'cus_1', 'pi_1', at))).toMatchObject({ isPaid: true, paymentId: 'pi_1' })
  })

  it('count as reversed when a refund has succeeded or a dispute is open', () => {
    const refund = refundShape('re_1', 'pi_1', 100, month.start)
    expect(refundOf(refund)).toMatchObject({ state: 'taken', cents: 100, isOfDuplicate: false })
    expect(refundOf({ ...refund, status: 'pending' }).state).toBe('open')
    expect(refundOf({ ...refund, status: 'failed' }).state).toBe('kept')
    expect(refundOf({ ...refund, metadata: { kind: 'duplicate' } }).isOfDuplicate).toBe(true)
    const dispute = disputeShape('dp_1', 'pi_1', 100, month.start)
    expect(disputeOf(dispute).state).toBe('taken')
    expect(disputeOf({ ...dispute, status: 'won' }).state).toBe('kept')
    // An inquiry of the bank, which has not taken the money.
    expect(disputeOf({ ...dispute, status: 'warning_needs_response' }).state).toBe('open')
  })
})
