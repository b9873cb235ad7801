import type { Stripe } from 'stripe'
import * as z from 'zod'
import { changed, type Desk, existing, storeObject } from '../desk.ts'
import { invalid, missing } from '../fault.ts'
import { listPage } from '../listing.ts'
import { listOf, metadata, NOTHING, orNull, paramsOf, text, withMetadata } from '../parameters.ts'
import { attach, detach, isDeleted, methodOf, methodsOf } from '../payment-methods.ts'
import { endSubscription, isLive, subscriptionsOf } from '../subscriptions.ts'
import type { Customer } from '../wire-objects.ts'
import { operation } from './operation.ts'

const invoice_settings = z.strictObject({ default_payment_method: text }).partial().optional()
const about = {
  description: text.optional(),
  email: z.union([z.string().regex(/^[^\s@]+@[^\s@]+$/, 'must be an email address'), z.literal('')]).optional(),
  name: text.optional(),
  phone: text.optional(),
  metadata: metadata.optional(),
  invoice_settings,
}
const creating = paramsOf<Stripe.CustomerCreateParams>()({ ...about, payment_method: text.optional() })
const updating = paramsOf<Stripe.CustomerUpdateParams>()(about)
const listing = listOf<Stripe.CustomerListParams>()({ email: text.optional() })
const listingMethods = listOf<Stripe.CustomerListPaymentMethodsParams>()({ type: text.optional() })

export const customerOf = (desk: Desk, id: string, param?: string): Customer => {
  const customer = existing(desk, 'customer', id, param)
  if (isDeleted(customer)) throw missing('customer', id, param)
  return customer
}

export const newCustomer = (
  desk: Desk,
  given: Partial<Pick<Customer, 'email' | 'name' | 'phone' | 'description' | 'metadata'>>,
): Customer => {
  const { book } = desk
  const id = book.newId('customer')
  const customer: Customer = {
    id,
    object: 'customer',
    address: null,
    balance: 0,
    created: book.now(),
    currency: null,
    default_source: null,
    delinquent: false,
    description: null,
    discount: null,
    email: null,
    invoice_prefix: id.slice(-8).toUpperCase(),
    invoice_settings: { custom_fields: null, default_payment_method: null, footer: null, rendering_options: null },
    livemode: false,
    metadata: {},
    name: null,
    next_invoice_sequence: 1,
    phone: null,
    preferred_locales: [],
    shipping: null,
    tax_exempt: 'none',
    test_clock: null,
    ...given,
  }
  storeObject(desk, 'customer', customer, 'customer.created')
  return customer
}

type CustomerParams = z.infer<typeof updating>

const settingsOf = (
  desk: Desk,
  customer: Customer,
  given: CustomerParams['invoice_settings'],
): Customer['invoice_settings'] => {
  const method = given?.default_payment_method
  if (method === undefined) return customer.invoice_settings
  if (
    method !== '' &&
    existing(desk, 'payment_method', method, 'invoice_settings[default_payment_method]').customer !== customer.id
  )
    throw invalid(
      `The customer does not have a payment method with the ID ${method}. The payment method must be attached to the customer.`,
      { code: 'resource_missing', param: 'invoice_settings[default_payment_method]' },
    )
  return { ...customer.invoice_settings, default_payment_method: method === '' ? null : method }
}

const update = (desk: Desk, given: CustomerParams, id: string): Customer => {
  const customer = customerOf(desk, id)
  const changedNames = (['description', 'email', 'name', 'phone'] as const).filter((name) => given[name] !== undefined)
  const changes = {
    ...Object.fromEntries(changedNames.map((name) => [name, orNull(given[name])])),
    metadata: withMetadata(customer.metadata, given.metadata),
    invoice_settings: settingsOf(desk, customer, given.invoice_settings),
  }
  return changed(desk, 'customer', customer, changes, 'customer.updated')
}

const create = (desk: Desk, given: z.infer<typeof creating>): Customer => {
  const { description, email, name, phone } = given
  const customer = newCustomer(desk, {
    description: orNull(description),
    email: orNull(email),
    name: orNull(name),
    phone: orNull(phone),
    metadata: withMetadata({}, given.metadata),
  })
  if (given.payment_method !== undefined)
    attach(desk, methodOf(desk, given.payment_method, 'payment_method'), customer.id)
  if (given.invoice_settings === undefined) return customer
  const settings = settingsOf(desk, customer, given.invoice_settings)
  return changed(desk, 'customer', customer, { invoice_settings: settings })
}

const remove = (desk: Desk, id: string): object => {
  const customer = customerOf(desk, id)
  for (const subscription of subscriptionsOf(desk, id)) if (isLive(subscription)) endSubscription(desk, subscription)
  for (const method of methodsOf(desk, id)) detach(desk, method)
  desk.book.put('customer', { id, object: 'customer', deleted: true })
  desk.emit('customer.deleted', customer)
  return { id, object: 'customer', deleted: true }
}

export const customerOperations = [
  operation('POST /v1/customers', creating, create),
  operation('GET /v1/customers', listing, ({ book }, given) => {
    const all = [...book.list('customer')].filter((customer) => !isDeleted(customer))
    const matching = given.email === undefined ? all : all.filter(({ email }) => email === given.email)
    return listPage('/v1/customers', matching, given)
  }),
  operation('GET /v1/customers/:id', NOTHING, (desk, _, id) => existing(desk, 'customer', id)),
  operation('POST /v1/customers/:id', updating, update),
  operation('DELETE /v1/customers/:id', NOTHING, (desk, _, id) => remove(desk, id)),
  operation('GET /v1/customers/:id/payment_methods', listingMethods, (desk, given, id) => {
    const methods = methodsOf(desk, customerOf(desk, id).id).filter(({ type }) => type === (given.type ?? type))
    return listPage(`/v1/customers/${id}/payment_methods`, methods, given)
  }),
]
