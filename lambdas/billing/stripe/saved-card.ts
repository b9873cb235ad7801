import { PRODUCTS } from '@signet/ledger'
import { Stripe } from 'stripe'
import type { CardCharge, PaymentProcessor } from './payment-processor.ts'
import { callStripe, findAtStripe, orderMarkOf } from './stripe-client.ts'
import { cardChargeOf, idOf } from './stripe-objects.ts'

const PAGE_SIZE = 100

const REFERENCE_FIELD = 'order'

/** A declined card is a result, not an error; Stripe's error contains the payment. */
const unlessDeclined = async (charge: () => Promise<Stripe.PaymentIntent>): Promise<CardCharge> => {
  try {
    return cardChargeOf(await charge())
  } catch (error) {
    if (!(error instanceof Stripe.errors.StripeCardError)) throw error
    return { state: 'declined', reason: error.decline_code ?? error.code ?? 'card_declined' }
  }
}

/** Payments with a saved card, without a checkout page (Stripe: off session). */
export const savedCards = (
  stripe: Stripe,
): Pick<PaymentProcessor, 'hasSavedCard' | 'savedCard' | 'chargeSavedCard' | 'cardChargeOf'> => {
  /** Returns `null` if the customer has no card, `undefined` if the customer does not exist. */
  const cardOf = async (customer: string): Promise<string | null | undefined> => {
    const retrieved = await findAtStripe('read a customer', () => stripe.customers.retrieve(customer))
    if (retrieved === undefined || retrieved.deleted) return undefined
    const preferred = idOf(retrieved.invoice_settings.default_payment_method)
    if (preferred !== undefined) return preferred
    const { data } = await callStripe('list cards', () =>
      stripe.paymentMethods.list({ customer, type: 'card', limit: 1 }),
    )
    return data[0]?.id ?? null
  }
  return {
    async hasSavedCard(customer) {
      const card = await cardOf(customer)
      return card === undefined ? undefined : card !== null
    },
    savedCard: async (customer) => (await cardOf(customer)) ?? undefined,
    chargeSavedCard: ({ customerId, orgId, product, method, reference }, idempotencyKey) =>
      callStripe('charge a card', () =>
        unlessDeclined(() =>
          stripe.paymentIntents.create(
            {
              amount: PRODUCTS[product].cents,
              currency: 'usd',
              customer: customerId,
              payment_method: method,
              off_session: true,
              confirm: true,
              description: PRODUCTS[product].title,
              metadata: { ...orderMarkOf(orgId, product), [REFERENCE_FIELD]: reference },
            },
            { idempotencyKey },
          ),
        ),
      ),
    async cardChargeOf({ customerId, reference }, since) {
      const created = { gte: Math.floor(since.getTime() / 1000) }
      const intents = await findAtStripe('list payments', () =>
        stripe.paymentIntents
          .list({ customer: customerId, created, limit: PAGE_SIZE })
          .autoPagingToArray({ limit: 1_000 }),
      )
      const intent = intents?.find(({ metadata }) => metadata[REFERENCE_FIELD] === reference)
      return intent && cardChargeOf(intent)
    },
  }
}
