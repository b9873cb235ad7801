import type { Stripe } from 'stripe'
import * as z from 'zod'
import { type Desk, requireObject, storeObject, updateObject } from '../desk.ts'
import { invalidRequest, notFound } from '../fault.ts'
import { listPage } from '../listing.ts'
import { listOf, metadata, NO_PARAMS, orNull, paramsOf, text, withMetadata } from '../parameters.ts'
import { attachMethod, detachMethod, findOrCreateMethod, isDeleted, methodsOf } from '../payment-methods.ts'
import { endSubscription, isLive, subscriptionsOf } from '../subscriptions.ts'
import type { Customer } from '../wire-objects.ts'
import { operation } from './operation.ts'

const invoice_settings = z.strictObject({ default_payment_method: text }).partial().optional()
const sharedParams = {
  description: text.optional(),
  email: z.union([z.string().regex(/^[^\s@]+@[^\s@]+$/, 'must be an email address'), z.literal('')]).optional(),
  name: text.optional(),
  phone: text.optional(),
  metadata: metadata.optional(),
  invoice_settings,
}
const createParams = paramsOf<Stripe.CustomerCreateParams>()({ ...sharedParams, payment_method: text.optional() })
const updateParams = paramsOf<Stripe.CustomerUpdateParams>()(sharedParams)
const listParams = listOf<Stripe.CustomerListParams>()({ email: text.optional() })
const listMethodsParams = listOf<Stripe.CustomerListPaymentMethodsParams>()({ type: text.optional() })

export const customerOf = (desk: Desk, id: string, param?: string): Customer => {
  const customer = requireObject(desk, 'customer', id, param)
  if (isDeleted(customer)) throw notFound('customer', id, param)
  return customer
}

export const newCustomer = (
  desk: Desk,
  params: Partial<Pick<Customer, 'email' | 'name' | 'phone' | 'description' | 'metadata'>>,
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
    ...params,
  }
  storeObject(desk, 'customer', customer, 'customer.created')
  return customer
}

type CustomerParams = z.infer<typeof updateParams>

const settingsOf = (
  desk: Desk,
  customer: Customer,
  params: CustomerParams['invoice_settings'],
): Customer['invoice_settings'] => {
  const method = params?.default_payment_method
  if (method === undefined) return customer.invoice_settings
  if (
    method !== '' &&
    requireObject(desk, 'payment_method', method, 'invoice_settings[default_payment_method]').customer !== customer.id
  )
    throw invalidRequest(
      `The customer does not have a payment method with the ID ${method}. The payment method must be attached to the customer.`,
      { code: 'resource_missing', param: 'invoice_settings[default_payment_method]' },
    )
  return { ...customer.invoice_settings, default_payment_method: method === '' ? null : method }
}

const update = (desk: Desk, params: CustomerParams, id: string): Customer => {
  const customer = customerOf(desk, id)
  const changedNames = (['description', 'email', 'name', 'phone'] as const).filter((name) => params[name] !== undefined)
  const changes = {
    ...Object.fromEntries(changedNames.map((name) => [name, orNull(params[name])])),
    metadata: withMetadata(customer.metadata, params.metadata),
    invoice_settings: settingsOf(desk, customer, params.invoice_settings),
  }
  return updateObject(desk, 'customer', customer, changes, 'customer.updated')
}

const create = (desk: Desk, params: z.infer<typeof createParams>): Customer => {
  const { description, email, name, phone } = params
  const customer = newCustomer(desk, {
    description: orNull(description),
    email: orNull(email),
    name: orNull(name),
    phone: orNull(phone),
    metadata: withMetadata({}, params.metadata),
  })
  if (params.payment_method !== undefined)
    attachMethod(desk, findOrCreateMethod(desk, params.payment_method, 'payment_method'), customer.id)
  if (params.invoice_settings === undefined) return customer
  const settings = settingsOf(desk, customer, params.invoice_settings)
  return updateObject(desk, 'customer', customer, { invoice_settings: settings })
}

const remove = (desk: Desk, id: string): object => {
  const customer = customerOf(desk, id)
  for (const subscription of subscriptionsOf(desk, id)) if (isLive(subscription)) endSubscription(desk, subscription)
  for (const method of methodsOf(desk, id)) detachMethod(desk, method)
  desk.book.put('customer', { id, object: 'customer', deleted: true })
  desk.emit('customer.deleted', customer)
  return { id, object: 'customer', deleted: true }
}

export const customerOperations = [
  operation('POST /v1/customers', createParams, create),
  operation('GET /v1/customers', listParams, ({ book }, params) => {
    const all = [...book.list('customer')].filter((customer) => !isDeleted(customer))
    const matching = params.email === undefined ? all : all.filter(({ email }) => email === params.email)
    return listPage('/v1/customers', matching, params)
  }),
  operation('GET /v1/customers/:id', NO_PARAMS, (desk, _, id) => requireObject(desk, 'customer', id)),
  operation('POST /v1/customers/:id', updateParams, update),
  operation('DELETE /v1/customers/:id', NO_PARAMS, (desk, _, id) => remove(desk, id)),
  operation('GET /v1/customers/:id/payment_methods', listMethodsParams, (desk, params, id) => {
    const methods = methodsOf(desk, customerOf(desk, id).id).filter(({ type }) => type === (params.type ?? type))
    return listPage(`/v1/customers/${id}/payment_methods`, methods, params)
  }),
]
