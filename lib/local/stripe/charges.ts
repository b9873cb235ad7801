import { type Desk, storeObject } from './desk.ts'
import type { Charge, PaymentIntent, PaymentMethod } from './wire-objects.ts'

/** Reason of a declined payment, in Stripe's words (docs.stripe.com/declines/codes). */
export interface Decline {
  readonly code:
    | 'card_declined'
    | 'authentication_required'
    | 'payment_intent_authentication_failure'
    | 'payment_method_not_available'
  readonly decline_code?: string
  readonly message: string
}

const outcomeOf = (decline: Decline | undefined): NonNullable<Charge['outcome']> => ({
  advice_code: null,
  network_advice_code: null,
  network_decline_code: null,
  network_status: decline ? 'declined_by_network' : 'approved_by_network',
  reason: decline?.decline_code ?? null,
  risk_level: 'normal',
  seller_message: decline ? 'The bank did not return any further details with this decline.' : 'Payment complete.',
  type: decline ? 'issuer_declined' : 'authorized',
})

const paymentDetailsOf = ({ type, card }: PaymentMethod, amount: number): Charge['payment_method_details'] => {
  if (type !== 'card' || !card) return { type }
  return {
    type,
    card: {
      amount_authorized: amount,
      authorization_code: null,
      brand: card.brand,
      checks: card.checks,
      country: card.country,
      electronic_commerce_indicator: null,
      exp_month: card.exp_month,
      exp_year: card.exp_year,
      fingerprint: card.fingerprint ?? null,
      funding: card.funding,
      installments: null,
      last4: card.last4,
      mandate: null,
      network: card.brand,
      network_transaction_id: null,
      regulated_status: card.regulated_status,
      three_d_secure: null,
      transaction_link_id: null,
      wallet: null,
    },
  }
}

export const newCharge = (desk: Desk, intent: PaymentIntent, method: PaymentMethod, decline?: Decline): Charge => {
  const { book } = desk
  const { amount, currency, customer, metadata, description } = intent
  const isPaid = decline === undefined
  const charge: Charge = {
    id: book.newId('charge'),
    object: 'charge',
    amount,
    amount_captured: isPaid ? amount : 0,
    amount_refunded: 0,
    application: null,
    application_fee: null,
    application_fee_amount: null,
    balance_transaction: null,
    billing_details: method.billing_details,
    calculated_statement_descriptor: 'SIGNET',
    captured: isPaid,
    created: book.now(),
    currency,
    customer,
    description,
    disputed: false,
    failure_balance_transaction: null,
    failure_code: decline?.code ?? null,
    failure_message: decline?.message ?? null,
    fraud_details: {},
    livemode: false,
    metadata,
    on_behalf_of: null,
    outcome: outcomeOf(decline),
    paid: isPaid,
    payment_intent: intent.id,
    payment_method: method.id,
    payment_method_details: paymentDetailsOf(method, amount),
    receipt_email: null,
    receipt_number: null,
    receipt_url: null,
    refunded: false,
    review: null,
    shipping: null,
    source: null,
    source_transfer: null,
    statement_descriptor: null,
    statement_descriptor_suffix: null,
    status: isPaid ? 'succeeded' : 'failed',
    transfer_data: null,
    transfer_group: null,
  }
  return storeObject(desk, 'charge', charge, isPaid ? 'charge.succeeded' : 'charge.failed')
}
