import { collectInvoice } from './collection.ts'
import { type Desk, requireObject, storeObject } from './desk.ts'
import { invalidRequest } from './fault.ts'
import type { Instrument } from './instruments.ts'
import { allowOffSession, attachMethod, isDeleted, newPaymentMethod, setDefaultMethod } from './payment-methods.ts'
import { isLive, subscriptionsOf, updateSubscription } from './subscriptions.ts'
import type { Customer, Invoice, PortalConfiguration, PortalSession } from './wire-objects.ts'

/** Lifetime of a portal session: one hour. Stripe allows five minutes until it is opened, and then one hour. */
const SESSION_SECONDS = 3_600

export type Features = PortalConfiguration['features']

/** Default features of a portal: all except plan changes. */
export const DEFAULT_FEATURES: Features = {
  customer_update: { allowed_updates: [], enabled: false },
  invoice_history: { enabled: true },
  payment_method_update: { enabled: true, payment_method_configuration: null },
  subscription_cancel: {
    cancellation_reason: { enabled: false, feedback_options: null, options: [] },
    enabled: true,
    mode: 'at_period_end',
    proration_behavior: 'none',
  },
  subscription_pause: { duration: { interval_options: [], type: 'indefinite' }, enabled: false },
  subscription_update: {
    billing_cycle_anchor: null,
    default_allowed_updates: [],
    enabled: false,
    proration_behavior: 'none',
    schedule_at_period_end: { conditions: [] },
    trial_update_behavior: 'end_trial',
  },
}

export type NewConfiguration = Partial<
  Pick<PortalConfiguration, 'business_profile' | 'default_return_url' | 'features' | 'metadata' | 'name' | 'is_default'>
>

export const newConfiguration = (desk: Pick<Desk, 'book'>, fields: NewConfiguration): PortalConfiguration => {
  const { book } = desk
  const configuration: PortalConfiguration = {
    id: book.newId('billing_portal.configuration'),
    object: 'billing_portal.configuration',
    active: true,
    application: null,
    business_profile: { headline: null, privacy_policy_url: null, terms_of_service_url: null },
    created: book.now(),
    default_return_url: null,
    features: DEFAULT_FEATURES,
    is_default: false,
    livemode: false,
    login_page: { enabled: false, url: null },
    metadata: {},
    name: null,
    updated: book.now(),
    ...fields,
  }
  book.put('billing_portal.configuration', configuration)
  return configuration
}

/**
 * Stores the configuration that the account's owner saved in the dashboard. Without it, each session must name a
 * configuration.
 */
export const seedConfiguration = (desk: Pick<Desk, 'book'>): void => {
  const configurations = [...desk.book.list('billing_portal.configuration')]
  if (!configurations.some(({ is_default }) => is_default)) newConfiguration(desk, { is_default: true })
}

export const newPortalSession = (
  desk: Desk,
  {
    customer,
    return_url,
    configuration,
  }: Pick<PortalSession, 'customer' | 'return_url'> & { readonly configuration?: string | undefined },
): PortalSession => {
  const { book } = desk
  if (isDeleted(requireObject(desk, 'customer', customer, 'customer')))
    throw invalidRequest(`No such customer: '${customer}'; a deleted customer has no portal`, { param: 'customer' })
  const settings =
    configuration === undefined
      ? [...book.list('billing_portal.configuration')].find(({ is_default }) => is_default)
      : requireObject(desk, 'billing_portal.configuration', configuration, 'configuration')
  if (!settings?.active) throw invalidRequest('The portal configuration is not active.', { param: 'configuration' })
  const id = book.newId('billing_portal.session')
  const session: PortalSession = {
    id,
    object: 'billing_portal.session',
    configuration: settings.id,
    created: book.now(),
    customer,
    customer_account: null,
    flow: null,
    livemode: false,
    locale: null,
    on_behalf_of: null,
    return_url: return_url ?? settings.default_return_url,
    url: `${desk.base}/portal/${id}`,
  }
  return storeObject(desk, 'billing_portal.session', session, 'billing_portal.session.created')
}

export const isPortalSessionExpired = ({ book }: Desk, { created }: PortalSession): boolean =>
  book.now() >= created + SESSION_SECONDS

export const changeDefaultMethod = (desk: Desk, customer: Customer, instrument: Instrument): void => {
  const method = attachMethod(desk, newPaymentMethod(desk, instrument), customer.id)
  allowOffSession(desk, method.id)
  setDefaultMethod(desk, customer, method.id)
  for (const subscription of subscriptionsOf(desk, customer.id))
    if (isLive(subscription)) updateSubscription(desk, subscription, { default_payment_method: method.id })
}

/** Pays an open invoice with the stored payment method, at the customer's request. */
export const payOpenInvoice = (desk: Desk, invoice: Invoice): Invoice =>
  collectInvoice(desk, invoice, { isOffSession: false })
