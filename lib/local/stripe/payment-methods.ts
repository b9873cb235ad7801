import { randomUUID } from 'node:crypto'
import { type Desk, requireObject, storeObject, updateObject } from './desk.ts'
import { invalidRequest } from './fault.ts'
import { type Behavior, type Instrument, instrumentByName } from './instruments.ts'
import type { Customer, DeletedCustomer, PaymentMethod } from './wire-objects.ts'

/**
 * Facts that Stripe does not publish: the behavior of a payment method, and whether its holder agreed to later
 * payments.
 */
export interface MethodFacts {
  readonly behavior: Behavior
  readonly mayPayOffSession: boolean
}

const METHOD_FACTS = 'instrument'
const CARD_YEARS = 5

export const methodFactsOf = ({ book }: Desk, id: string): MethodFacts =>
  (book.getNote(METHOD_FACTS, id) as MethodFacts | undefined) ?? { behavior: 'declined', mayPayOffSession: false }

/** Permits later payments without the holder of the payment method. */
export const allowOffSession = (desk: Desk, id: string): void =>
  desk.book.setNote(METHOD_FACTS, id, { ...methodFactsOf(desk, id), mayPayOffSession: true } satisfies MethodFacts)

const EMPTY_DETAILS: PaymentMethod['billing_details'] = {
  address: { city: null, country: null, line1: null, line2: null, postal_code: null, state: null },
  email: null,
  name: null,
  phone: null,
  tax_id: null,
}

const cardOf = ({ brand, number }: Instrument, year: number): NonNullable<PaymentMethod['card']> => ({
  brand,
  checks: { address_line1_check: null, address_postal_code_check: null, cvc_check: 'pass' },
  country: 'US',
  display_brand: brand,
  exp_month: 12,
  exp_year: year + CARD_YEARS,
  fingerprint: randomUUID().replaceAll('-', '').slice(0, 16),
  funding: 'credit',
  generated_from: null,
  last4: number.slice(-4),
  networks: { available: [brand], preferred: null },
  regulated_status: 'unregulated',
  three_d_secure_usage: { supported: true },
  wallet: null,
})

const accountOf = ({ brand, number }: Instrument): NonNullable<PaymentMethod['us_bank_account']> => ({
  account_holder_type: 'individual',
  account_type: 'checking',
  bank_name: brand,
  financial_connections_account: null,
  fingerprint: randomUUID().replaceAll('-', '').slice(0, 16),
  last4: number.slice(-4),
  networks: { preferred: 'ach', supported: ['ach'] },
  routing_number: '110000000',
  status_details: {},
})

export const newPaymentMethod = (desk: Desk, instrument: Instrument): PaymentMethod => {
  const { book } = desk
  const method: PaymentMethod = {
    id: book.newId('payment_method'),
    object: 'payment_method',
    allow_redisplay: 'unspecified',
    billing_details: EMPTY_DETAILS,
    created: book.now(),
    customer: null,
    customer_account: null,
    livemode: false,
    metadata: {},
    type: instrument.type,
    ...(instrument.type === 'card'
      ? { card: cardOf(instrument, new Date(book.clock.now()).getUTCFullYear()) }
      : { us_bank_account: accountOf(instrument) }),
  }
  book.setNote(METHOD_FACTS, method.id, {
    behavior: instrument.behavior,
    mayPayOffSession: false,
  } satisfies MethodFacts)
  return storeObject(desk, 'payment_method', method)
}

/** Returns the payment method with this ID, or a new one for a name such as `pm_card_visa`. */
export const findOrCreateMethod = (desk: Desk, id: string, param?: string): PaymentMethod => {
  const instrument = instrumentByName(id)
  return instrument ? newPaymentMethod(desk, instrument) : requireObject(desk, 'payment_method', id, param)
}

export const attachMethod = (desk: Desk, method: PaymentMethod, customer: string): PaymentMethod => {
  if (method.customer === customer) return method
  if (method.customer !== null)
    throw invalidRequest('The payment method you provided has already been attached to a customer.')
  return updateObject(desk, 'payment_method', method, { customer }, 'payment_method.attached')
}

/** Detaches the payment method from its customer, and removes it as the customer's default. */
export const detachMethod = (desk: Desk, method: PaymentMethod): PaymentMethod => {
  const { customer: id } = method
  if (id === null)
    throw invalidRequest('The payment method you provided is not attached to a customer so detachment is impossible.')
  const customer = desk.book.get('customer', id)
  if (customer && !isDeleted(customer) && customer.invoice_settings.default_payment_method === method.id)
    setDefaultMethod(desk, customer, null)
  return updateObject(desk, 'payment_method', method, { customer: null }, 'payment_method.detached')
}

export const isDeleted = (customer: Customer | DeletedCustomer): customer is DeletedCustomer =>
  customer.deleted === true

export const setDefaultMethod = (desk: Desk, customer: Customer, method: string | null): Customer =>
  updateObject(
    desk,
    'customer',
    customer,
    { invoice_settings: { ...customer.invoice_settings, default_payment_method: method } },
    'customer.updated',
  )

export const methodsOf = ({ book }: Pick<Desk, 'book'>, customer: string): PaymentMethod[] =>
  [...book.list('payment_method')].filter((method) => method.customer === customer)
