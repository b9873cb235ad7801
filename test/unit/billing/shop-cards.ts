import type { Stripe } from 'stripe'
import {
  type CardCharge,
  type PaymentProcessor,
  ProcessorError,
} from '../../../lambdas/billing/stripe/payment-processor.ts'
import { cardChargeOf } from '../../../lambdas/billing/stripe/stripe-objects.ts'
import { paymentShape, seconds } from './stripe-shapes.ts'

/**
 * The bank's response for a card: approval, decline with a reason, authentication, a later decision, or none because
 * Stripe failed.
 */
export type BankSays = 'yes' | 'no' | 'authenticate' | 'later' | 'stripe fails'

interface Counter {
  readonly payments: Map<string, Stripe.PaymentIntent>
  readonly calls: string[]
  readonly now: () => Date
  readonly id: (prefix: string) => string
  readonly addEvent: (type: string, object: object) => unknown
  /** Returns whether the customer exists and has a card. */
  readonly hasCard: (customer: string) => boolean
}

const REFUSALS: Partial<Record<BankSays, { code: string; decline_code: string }>> = {
  no: { code: 'card_declined', decline_code: 'insufficient_funds' },
  authenticate: { code: 'authentication_required', decline_code: 'authentication_required' },
}

type Cards = Pick<PaymentProcessor, 'savedCard' | 'chargeSavedCard' | 'cardChargeOf'>

/** Charges saved cards. A key is charged once, and later gets the same response. */
export const cardCounter = ({ payments, calls, now, id, addEvent, hasCard }: Counter) => {
  const chargesByKey = new Map<string, () => CardCharge>()
  let bank: BankSays = 'yes'
  const intentAfter = (intent: Stripe.PaymentIntent, bankResponse: BankSays): Stripe.PaymentIntent => {
    if (bankResponse === 'later') return { ...intent, status: 'processing', amount_received: 0 }
    const error = REFUSALS[bankResponse] as Stripe.PaymentIntent.LastPaymentError | undefined
    if (error) return { ...intent, status: 'requires_payment_method', amount_received: 0, last_payment_error: error }
    return intent
  }
  const cards: Cards = {
    savedCard: async (customer) => (hasCard(customer) ? `pm_of_${customer}` : undefined),
    async chargeSavedCard({ customerId, orgId, product, reference }, key) {
      const earlierCharge = chargesByKey.get(key)
      if (earlierCharge) return earlierCharge()
      if (bank === 'stripe fails') {
        chargesByKey.set(key, () => {
          throw new ProcessorError('Stripe did not charge a card: api_error 500', { isRepeated: true })
        })
        throw new ProcessorError('Stripe did not charge a card: api_error 500')
      }
      const approved = paymentShape(id('pi'), customerId, { org: orgId, product, at: now() })
      const intent = intentAfter({ ...approved, metadata: { ...approved.metadata, order: reference } }, bank)
      payments.set(intent.id, intent)
      calls.push(`charge ${intent.status} ${product}`)
      if (intent.status === 'succeeded') addEvent('payment_intent.succeeded', intent)
      chargesByKey.set(key, () => cardChargeOf(intent))
      return cardChargeOf(intent)
    },
    async cardChargeOf({ customerId, reference }, since) {
      const match = [...payments.values()].find(
        ({ customer, metadata, created }) =>
          customer === customerId && metadata.order === reference && created >= seconds(since),
      )
      return match && cardChargeOf(match)
    },
  }
  return {
    cards,
    acts: {
      /** Sets the bank's response from now on. */
      bankSays(says: BankSays) {
        bank = says
      },
      /** Decides all pending payments of the bank. */
      bankDecides() {
        for (const intent of payments.values()) {
          if (intent.status !== 'processing') continue
          const paid = { ...intent, status: 'succeeded' as const, amount_received: intent.amount }
          payments.set(intent.id, paid)
          addEvent('payment_intent.succeeded', paid)
        }
      },
    },
  }
}
