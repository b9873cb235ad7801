import { addMs, type Clock } from '@signet/kernel'
import { PRODUCTS, type ProductKey } from '@signet/ledger'
import type { Stripe } from 'stripe'
import { type CheckoutOrder, type Mode, type PaymentProcessor, ProcessorError } from './payment-processor.ts'
import { portalConfiguration } from './portal-configuration.ts'
import { savedCards } from './saved-card.ts'
import { callStripe, callStripeOnce, findAtStripe, orderMarkOf } from './stripe-client.ts'
import {
  checkoutOf,
  DUPLICATE_KIND,
  disputeOf,
  idOf,
  listedInvoiceOf,
  paidInvoiceOf,
  paymentOf,
  refundOf,
  returnedCents,
  subscriptionOf,
} from './stripe-objects.ts'

interface Deps {
  readonly stripe: Stripe
  readonly mode: Mode
  readonly now: Clock
}

const PRICE_CACHE_MS = 5 * 60_000
const PAGE_SIZE = 100

const isDefined = <T>(value: T | undefined): value is T => value !== undefined

/**
 * Finds prices by their lookup keys. A price with another amount than the catalog is refused, because the customer
 * would pay another amount than shown.
 */
const priceFinder = ({ stripe, now }: Deps) => {
  const cache = new Map<ProductKey, { readonly id: string; readonly expiresAt: Date }>()
  return async (product: ProductKey): Promise<string> => {
    const cachedPrice = cache.get(product)
    if (cachedPrice && cachedPrice.expiresAt > now()) return cachedPrice.id
    const { data } = await callStripe('list prices', () =>
      stripe.prices.list({ lookup_keys: [product], active: true, limit: 1 }),
    )
    const [price] = data
    const { cents, billed } = PRODUCTS[product]
    const matchesCatalog =
      price?.unit_amount === cents &&
      price.currency === 'usd' &&
      (price.type === 'recurring') === (billed === 'monthly')
    if (!price || !matchesCatalog)
      throw new ProcessorError(`Stripe has no price "${product}" of ${cents} cents, ${billed}`)
    cache.set(product, { id: price.id, expiresAt: addMs(now(), PRICE_CACHE_MS) })
    return price.id
  }
}

const checkoutParams = (
  { customerId, orgId, product, successUrl, cancelUrl }: CheckoutOrder,
  price: string,
): Stripe.Checkout.SessionCreateParams => {
  const metadata = { ...orderMarkOf(orgId, product) }
  const common = {
    customer: customerId,
    line_items: [{ price, quantity: 1 }],
    success_url: successUrl,
    cancel_url: cancelUrl,
    client_reference_id: orgId,
    metadata,
  }
  return PRODUCTS[product].billed === 'monthly'
    ? { ...common, mode: 'subscription', subscription_data: { metadata } }
    : { ...common, mode: 'payment', payment_intent_data: { setup_future_usage: 'off_session', metadata } }
}

const pageCalls = ({
  stripe,
  mode,
  now,
}: Deps): Pick<PaymentProcessor, 'createCustomer' | 'deleteCustomer' | 'openCheckout' | 'checkout' | 'portalUrl'> => {
  const priceOf = priceFinder({ stripe, mode, now })
  const configurationOf = portalConfiguration(stripe)
  return {
    async createCustomer(orgId, idempotencyKey) {
      const newCustomer = await callStripe('create a customer', () =>
        stripe.customers.create({ metadata: { orgId } }, { idempotencyKey }),
      )
      return newCustomer.id
    },
    async deleteCustomer(customer) {
      await findAtStripe('delete a customer', () => stripe.customers.del(customer))
    },
    async openCheckout(order, idempotencyKey) {
      const params = checkoutParams(order, await priceOf(order.product))
      return checkoutOf(
        await callStripe('open a checkout', () => stripe.checkout.sessions.create(params, { idempotencyKey })),
      )
    },
    async checkout(id) {
      const session = await findAtStripe('read a checkout', () => stripe.checkout.sessions.retrieve(id))
      return session && checkoutOf(session)
    },
    async portalUrl(customer, return_url) {
      const configuration = await configurationOf()
      const opened = await findAtStripe('open the portal', () =>
        stripe.billingPortal.sessions.create({ customer, return_url, configuration }),
      )
      return opened?.url
    },
  }
}

const paymentsOf = async (stripe: Stripe, invoice: string): Promise<readonly string[]> => {
  const { data } = await callStripe('list payments', () => stripe.invoicePayments.list({ invoice, limit: PAGE_SIZE }))
  return data.map(({ payment }) => idOf(payment.payment_intent)).filter(isDefined)
}

const returnedAmountOf = async (stripe: Stripe, invoice: string): Promise<number> => {
  const reversals = await Promise.all(
    (await paymentsOf(stripe, invoice)).map(async (payment_intent) => {
      const [refunds, disputes] = await Promise.all([
        callStripe('list refunds', () => stripe.refunds.list({ payment_intent, limit: PAGE_SIZE })),
        callStripe('list disputes', () => stripe.disputes.list({ payment_intent, limit: PAGE_SIZE })),
      ])
      return [...refunds.data.map(refundOf), ...disputes.data.map(disputeOf)]
    }),
  )
  return returnedCents(reversals.flat())
}

/** Refunds the paid invoices of a duplicate subscription, each payment once. */
const refundInvoices = async (stripe: Stripe, subscription: string): Promise<void> => {
  const invoices = await callStripe('list invoices', () =>
    stripe.invoices.list({ subscription, status: 'paid', limit: PAGE_SIZE }),
  )
  for (const { id } of invoices.data) {
    if (id === undefined) continue
    for (const payment_intent of await paymentsOf(stripe, id)) {
      await callStripeOnce('refund', 'charge_already_refunded', () =>
        stripe.refunds.create(
          { payment_intent, reason: 'duplicate', metadata: { kind: DUPLICATE_KIND } },
          { idempotencyKey: `dup-refund:${id}` },
        ),
      )
    }
  }
}

const subscriptionCalls = ({
  stripe,
}: Deps): Pick<PaymentProcessor, 'subscriptions' | 'subscription' | 'cancelAtPeriodEnd' | 'endDuplicate'> => ({
  async subscriptions(customer) {
    const subscriptions = await findAtStripe('list subscriptions', () =>
      stripe.subscriptions.list({ customer, status: 'all', limit: PAGE_SIZE }).autoPagingToArray({ limit: 1_000 }),
    )
    return (subscriptions ?? []).map(subscriptionOf).sort((a, b) => (a.createdAt + a.id < b.createdAt + b.id ? -1 : 1))
  },
  async subscription(id) {
    const subscription = await findAtStripe('read a subscription', () => stripe.subscriptions.retrieve(id))
    return subscription && subscriptionOf(subscription)
  },
  async cancelAtPeriodEnd(id) {
    const subscription = await findAtStripe('end a subscription', () =>
      stripe.subscriptions.update(id, { cancel_at_period_end: true }),
    )
    return subscription && subscriptionOf(subscription)
  },
  async endDuplicate(id, originalId) {
    const metadata = { duplicate_of: originalId }
    await callStripe('mark a subscription', () =>
      stripe.subscriptions.update(id, { metadata }, { idempotencyKey: `dup-mark:${id}` }),
    )
    // Refunds first: after a crash the subscription is still running, and the call is repeated.
    await refundInvoices(stripe, id)
    await findAtStripe('end a subscription', () =>
      stripe.subscriptions.cancel(id, { invoice_now: false, prorate: false }, { idempotencyKey: `dup-end:${id}` }),
    )
  },
})

const invoiceCalls = (stripe: Stripe): Pick<PaymentProcessor, 'paidInvoices' | 'listedInvoices'> => ({
  async paidInvoices(customer, since) {
    const created = { gte: Math.floor(since.getTime() / 1000) }
    const invoices = await findAtStripe('list invoices', () =>
      stripe.invoices.list({ customer, status: 'paid', created, limit: PAGE_SIZE }).autoPagingToArray({ limit: 1_000 }),
    )
    return (invoices ?? []).map(paidInvoiceOf).filter(isDefined)
  },
  async listedInvoices(customer, limit) {
    // Skips drafts, which are not issued yet. At most one draft exists per subscription.
    const page = await findAtStripe('list invoices', () => stripe.invoices.list({ customer, limit: PAGE_SIZE }))
    return (page?.data ?? []).flatMap((each) => listedInvoiceOf(each) ?? []).slice(0, limit)
  },
})

const paymentCalls = ({
  stripe,
}: Deps): Pick<
  PaymentProcessor,
  | 'invoice'
  | 'paidInvoices'
  | 'listedInvoices'
  | 'payment'
  | 'invoiceOf'
  | 'returnedAmountOf'
  | 'refund'
  | 'refundsOf'
  | 'dispute'
> => {
  const invoice: PaymentProcessor['invoice'] = async (id) => {
    const invoice = await findAtStripe('read an invoice', () => stripe.invoices.retrieve(id))
    return invoice && paidInvoiceOf(invoice)
  }
  return {
    invoice,
    ...invoiceCalls(stripe),
    async payment(id) {
      const intent = await findAtStripe('read a payment', () => stripe.paymentIntents.retrieve(id))
      return intent && paymentOf(intent)
    },
    async invoiceOf(payment_intent) {
      const { data } = await callStripe('find the invoice of a payment', () =>
        stripe.invoicePayments.list({ payment: { type: 'payment_intent', payment_intent }, limit: 1 }),
      )
      const id = idOf(data[0]?.invoice)
      return id === undefined ? undefined : invoice(id)
    },
    returnedAmountOf: (invoice) => returnedAmountOf(stripe, invoice),
    async refund(id) {
      const refund = await findAtStripe('read a refund', () => stripe.refunds.retrieve(id))
      return refund && refundOf(refund)
    },
    async refundsOf(charge) {
      const { data } = await callStripe('list refunds', () => stripe.refunds.list({ charge, limit: PAGE_SIZE }))
      return data.map(refundOf)
    },
    async dispute(id) {
      const dispute = await findAtStripe('read a dispute', () => stripe.disputes.retrieve(id))
      return dispute && disputeOf(dispute)
    },
  }
}

async function* iterateList<T>(action: string, list: AsyncIterable<T>): AsyncIterable<T> {
  const iterator = list[Symbol.asyncIterator]()
  for (;;) {
    const { done, value } = await callStripe(action, () => iterator.next())
    if (done) return
    yield value
  }
}

const listCalls = ({
  stripe,
}: Deps): Pick<PaymentProcessor, 'payingCustomers' | 'paymentsSince' | 'reversalsSince'> => {
  const createdSince = (since: Date) => ({ created: { gte: Math.floor(since.getTime() / 1000) }, limit: PAGE_SIZE })
  return {
    async *payingCustomers(since) {
      const yielded = new Set<string>()
      const isNew = (id: string | undefined): id is string => {
        if (id === undefined || yielded.has(id)) return false
        yielded.add(id)
        return true
      }
      // Lists without a status omit ended subscriptions, but their paid invoices count.
      for await (const { customer } of iterateList(
        'list subscriptions',
        stripe.subscriptions.list({ limit: PAGE_SIZE }),
      )) {
        const id = idOf(customer)
        if (isNew(id)) yield id
      }
      const invoices = stripe.invoices.list({ ...createdSince(since), status: 'paid' })
      for await (const { customer } of iterateList('list invoices', invoices)) {
        const id = idOf(customer)
        if (isNew(id)) yield id
      }
    },
    async *paymentsSince(since) {
      for await (const each of iterateList('list payments', stripe.paymentIntents.list(createdSince(since))))
        yield paymentOf(each)
    },
    async *reversalsSince(since) {
      for await (const each of iterateList('list refunds', stripe.refunds.list(createdSince(since))))
        yield refundOf(each)
      for await (const each of iterateList('list disputes', stripe.disputes.list(createdSince(since))))
        yield disputeOf(each)
    },
  }
}

export const stripeProcessor = (deps: Deps): PaymentProcessor => ({
  mode: deps.mode,
  ...pageCalls(deps),
  ...savedCards(deps.stripe),
  ...subscriptionCalls(deps),
  ...paymentCalls(deps),
  ...listCalls(deps),
})
