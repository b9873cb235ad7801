import type { ProductKey } from '@signet/ledger'
import type { Stripe } from 'stripe'
import type { CheckoutSession, PaymentProcessor } from '../../../lambdas/billing/stripe/payment-processor.ts'
import {
  checkoutOf,
  disputeOf,
  listedInvoiceOf,
  paidInvoiceOf,
  paymentOf,
  refundOf,
  returnedCents,
  subscriptionOf,
} from '../../../lambdas/billing/stripe/stripe-objects.ts'
import { monthsAfter } from '../../../layers/ledger/src/billing-cycle.ts'
import { cardCounter } from './shop-cards.ts'
import {
  disputeShape,
  eventShape,
  invoiceShape,
  paymentShape,
  refundShape,
  seconds,
  sessionShape,
  subscriptionShape,
} from './stripe-shapes.ts'

const isDefined = <T>(value: T | undefined): value is T => value !== undefined

/** Ids are unique to one shop, even if a table contains several. */
let sequence = 0

/**
 * A model of Stripe with its purchases, in Stripe's own formats. Each change emits an event; a query returns the
 * current state.
 */
export const shop = (now: () => Date) => {
  const customers = new Map<string, { org: string; isDeleted: boolean; hasCard: boolean }>()
  const idsByKey = new Map<string, string>()
  const subscriptions = new Map<string, Stripe.Subscription>()
  const invoices = new Map<string, Stripe.Invoice>()
  const payments = new Map<string, Stripe.PaymentIntent>()
  const refunds = new Map<string, Stripe.Refund>()
  const disputes = new Map<string, Stripe.Dispute>()
  const sessions = new Map<string, CheckoutSession>()
  const invoicesByPayment = new Map<string, string>()
  const events: Stripe.Event[] = []
  const calls: string[] = []
  const id = (prefix: string) => `${prefix}_${String(++sequence).padStart(6, '0')}`
  const addEvent = (type: string, object: object) => events.push(eventShape(id('evt'), type, object, now()))

  const change = (subscription: Stripe.Subscription, members: Partial<Stripe.Subscription>, type = 'updated') => {
    const next = { ...subscription, ...members } as Stripe.Subscription
    subscriptions.set(next.id, next)
    addEvent(`customer.subscription.${type}`, next)
    return next
  }
  const subscription = (name: string): Stripe.Subscription => {
    const found = subscriptions.get(name)
    if (!found) throw new Error(`The ${name} does not exist`)
    return found
  }
  const paidInvoice = (subscription: Stripe.Subscription, reason: string, start: Date, end: Date) => {
    const invoice = invoiceShape(id('in'), subscription, { start, end, reason })
    invoices.set(String(invoice.id), invoice)
    invoicesByPayment.set(id('pi'), String(invoice.id))
    const payment = [...invoicesByPayment.keys()].at(-1) ?? ''
    const intent = paymentShape(payment, String(subscription.customer), { org: '', product: 'pro', at: start })
    payments.set(payment, { ...intent, metadata: {}, amount_received: invoice.amount_paid })
    addEvent('invoice.paid', invoice)
    return { invoice, payment }
  }
  const orgOf = (customer: string) => customers.get(customer)?.org ?? ''

  /** Actions of users and of time. */
  const acts = {
    buyPlan(customer: string, product: ProductKey, at = now()) {
      const start = at
      const end = monthsAfter(at, 1)
      const subscription = subscriptionShape(id('sub'), customer, { org: orgOf(customer), product, start, end })
      subscriptions.set(subscription.id, subscription)
      addEvent('customer.subscription.created', subscription)
      const { payment } = paidInvoice(subscription, 'subscription_create', start, end)
      const session = sessionShape(id('cs'), customer, null, at)
      sessions.set(session.id, checkoutOf(session))
      addEvent('checkout.session.completed', session)
      return { id: subscription.id, payment }
    },
    renew(name: string) {
      const before = subscription(name)
      const [item] = before.items.data
      const start = new Date((item?.current_period_end ?? 0) * 1000)
      const end = monthsAfter(start, 1)
      const period = { current_period_start: seconds(start), current_period_end: seconds(end) }
      const items = { ...before.items, data: before.items.data.map((each) => ({ ...each, ...period })) }
      const next = change(before, { items, status: 'active' })
      return paidInvoice(next, 'subscription_cycle', start, end)
    },
    failPayment(name: string) {
      const failing = change(subscription(name), { status: 'past_due' })
      const start = new Date((failing.items.data[0]?.current_period_start ?? 0) * 1000)
      const invoice = invoiceShape(id('in'), failing, { start, end: start, reason: 'subscription_cycle' })
      const open = { ...invoice, status: 'open' as const, amount_paid: 0 }
      invoices.set(String(open.id), open)
      addEvent('invoice.payment_failed', open)
    },
    recover: (name: string) => change(subscription(name), { status: 'active' }),
    cancelLater(name: string) {
      const end = subscription(name).items.data[0]?.current_period_end ?? 0
      change(subscription(name), { cancel_at_period_end: true, cancel_at: end })
    },
    end(name: string, at = now()) {
      change(subscription(name), { status: 'canceled', ended_at: seconds(at), canceled_at: seconds(at) }, 'deleted')
    },
    buyOnce(customer: string, product: ProductKey, at = now()) {
      const payment = paymentShape(id('pi'), customer, { org: orgOf(customer), product, at })
      payments.set(payment.id, payment)
      addEvent('payment_intent.succeeded', payment)
      const session = sessionShape(id('cs'), customer, payment.id, at)
      sessions.set(session.id, checkoutOf(session))
      addEvent('checkout.session.completed', session)
      return payment.id
    },
    refund(payment: string, cents: number, at = now()) {
      const refund = refundShape(id('re'), payment, cents, at)
      refunds.set(refund.id, refund)
      addEvent('refund.created', refund)
      addEvent('refund.updated', refund)
      return refund.id
    },
    failRefund(name: string) {
      const failed = { ...(refunds.get(name) as Stripe.Refund), status: 'failed' }
      refunds.set(name, failed)
      addEvent('refund.failed', failed)
    },
    dispute(payment: string, cents: number, at = now()) {
      const dispute = disputeShape(id('dp'), payment, cents, at)
      disputes.set(dispute.id, dispute)
      addEvent('charge.dispute.created', dispute)
      return dispute.id
    },
    closeDispute(name: string, status: 'won' | 'lost') {
      const closed = { ...(disputes.get(name) as Stripe.Dispute), status }
      disputes.set(name, closed)
      addEvent('charge.dispute.closed', closed)
    },
    attachCard(customer: string) {
      const known = customers.get(customer)
      if (known) customers.set(customer, { ...known, hasCard: true })
      addEvent('payment_method.attached', { object: 'payment_method', id: id('pm'), customer })
    },
    deleteCustomer(customer: string) {
      const known = customers.get(customer)
      if (known) customers.set(customer, { ...known, isDeleted: true })
      addEvent('customer.deleted', { object: 'customer', id: customer })
    },
    /** Closes a checkout page after its payment or expiry. */
    closeCheckout(name: string) {
      const found = sessions.get(name)
      if (found) sessions.set(name, { ...found, isOpen: false, url: undefined })
    },
  }

  const refundDuplicate = (payment: string, name: string) => {
    if ([...refunds.values()].some(({ payment_intent }) => payment_intent === payment)) return
    const cents = payments.get(payment)?.amount_received ?? 0
    const refund = { ...refundShape(id('re'), payment, cents, now()), metadata: { kind: 'duplicate' } }
    refunds.set(refund.id, refund)
    addEvent('refund.created', refund)
    calls.push(`refund ${name}`)
  }

  /** Returns the id that was created first for an idempotency key. */
  const onceByKey = (key: string, createId: () => string): string => {
    const existing = idsByKey.get(key) ?? createId()
    idsByKey.set(key, existing)
    return existing
  }

  const hasCard = (customer: string) => {
    const found = customers.get(customer)
    return found !== undefined && !found.isDeleted && found.hasCard
  }
  const counter = cardCounter({ payments, calls, now, id, addEvent, hasCard })

  const processor: PaymentProcessor = {
    mode: 'test',
    ...counter.cards,
    async createCustomer(org, key) {
      return onceByKey(key, () => {
        const customer = id('cus')
        customers.set(customer, { org, isDeleted: false, hasCard: false })
        calls.push(`customer ${key}`)
        return customer
      })
    },
    async deleteCustomer(customer) {
      acts.deleteCustomer(customer)
    },
    async hasSavedCard(customer) {
      const found = customers.get(customer)
      return found && !found.isDeleted ? found.hasCard : undefined
    },
    async openCheckout({ customerId }, key) {
      const name = onceByKey(key, () => {
        const session = id('cs')
        const plain = checkoutOf(sessionShape(session, customerId, null, now()))
        sessions.set(session, { ...plain, isOpen: true, isPaid: false, url: `https://checkout.example/${session}` })
        calls.push(`checkout ${key}`)
        return session
      })
      // The first response is repeated, even if the state has changed since.
      return { ...(sessions.get(name) as CheckoutSession), isOpen: true, url: `https://checkout.example/${name}` }
    },
    checkout: async (name) => sessions.get(name),
    portalUrl: async (customer) =>
      customers.get(customer)?.isDeleted === false ? `https://portal.example/${customer}` : undefined,
    subscriptions: async (customer) =>
      customers.get(customer)?.isDeleted
        ? []
        : [...subscriptions.values()]
            .filter((each) => each.customer === customer)
            .map(subscriptionOf)
            .sort((a, b) => (a.createdAt + a.id < b.createdAt + b.id ? -1 : 1)),
    async subscription(name) {
      const found = subscriptions.get(name)
      return found && subscriptionOf(found)
    },
    async cancelAtPeriodEnd(name) {
      calls.push(`cancel ${name}`)
      const found = subscriptions.get(name)
      if (found?.status === 'active') acts.cancelLater(name)
      const after = subscriptions.get(name)
      return after && subscriptionOf(after)
    },
    async endDuplicate(name, originalId) {
      change(subscription(name), { metadata: { ...subscription(name).metadata, duplicate_of: originalId } })
      for (const [payment, invoiceId] of invoicesByPayment) {
        const invoice = invoices.get(invoiceId)
        if (invoice && paidInvoiceOf(invoice)?.subscriptionId === name) refundDuplicate(payment, name)
      }
      if (subscription(name).status !== 'canceled') acts.end(name)
      calls.push(`duplicate ${name}`)
    },
    async invoice(name) {
      const found = invoices.get(name)
      return found && paidInvoiceOf(found)
    },
    paidInvoices: async (customer, since) =>
      [...invoices.values()]
        .filter((each) => each.customer === customer && each.created >= seconds(since))
        .map(paidInvoiceOf)
        .filter(isDefined),
    listedInvoices: async (customer, limit) =>
      [...invoices.values()]
        .filter((each) => each.customer === customer)
        .reverse()
        .flatMap((each) => listedInvoiceOf(each) ?? [])
        .slice(0, limit),
    async payment(name) {
      const found = payments.get(name)
      return found && paymentOf(found)
    },
    async invoiceOf(payment) {
      const found = invoices.get(invoicesByPayment.get(payment) ?? '')
      return found && paidInvoiceOf(found)
    },
    async returnedAmountOf(invoice) {
      const paymentIds = [...invoicesByPayment].filter(([, paid]) => paid === invoice).map(([payment]) => payment)
      const belongsToInvoice = ({ payment_intent }: { payment_intent?: unknown }) =>
        paymentIds.includes(String(payment_intent))
      const refundsOfInvoice = [...refunds.values()].filter(belongsToInvoice).map(refundOf)
      return returnedCents([...refundsOfInvoice, ...[...disputes.values()].filter(belongsToInvoice).map(disputeOf)])
    },
    async refund(name) {
      const found = refunds.get(name)
      return found && refundOf(found)
    },
    refundsOf: async () => [],
    async dispute(name) {
      const found = disputes.get(name)
      return found && disputeOf(found)
    },
    async *payingCustomers() {
      yield* customers.keys()
    },
    async *paymentsSince(since) {
      for (const each of payments.values()) if (each.created >= seconds(since)) yield paymentOf(each)
    },
    async *reversalsSince(since) {
      for (const each of refunds.values()) if (each.created >= seconds(since)) yield refundOf(each)
      for (const each of disputes.values()) if (each.created >= seconds(since)) yield disputeOf(each)
    },
  }
  return { processor, acts: { ...acts, ...counter.acts }, events, calls }
}

export type Shop = ReturnType<typeof shop>
