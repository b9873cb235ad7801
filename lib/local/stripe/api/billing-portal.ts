import type { Stripe } from 'stripe'
import * as z from 'zod'
import { type Desk, existing } from '../desk.ts'
import { flag, listOf, metadata, orNull, paramsOf, text, withMetadata } from '../parameters.ts'
import { FEATURES, type Features, newConfiguration, newPortalSession } from '../portal.ts'
import type { PortalConfiguration } from '../wire-objects.ts'
import { fits, operation, readOperations } from './operation.ts'

const starting = paramsOf<Stripe.BillingPortal.SessionCreateParams>()({
  customer: text,
  configuration: text.optional(),
  return_url: z.url({ protocol: /^https?$/, error: 'Not a valid URL' }).optional(),
})

const switched = z.strictObject({ enabled: flag })
const features = z
  .strictObject({
    customer_update: z.strictObject({
      enabled: flag,
      allowed_updates: z
        .union([z.array(z.enum(['address', 'email', 'name', 'phone', 'shipping', 'tax_id'])), z.literal('')])
        .optional(),
    }),
    invoice_history: switched,
    payment_method_update: switched,
    subscription_cancel: z.strictObject({
      enabled: flag,
      mode: z.literal('at_period_end', 'the page of the local stand-in supports at_period_end only').optional(),
      proration_behavior: z.literal('none').optional(),
    }),
    subscription_pause: z.strictObject({ enabled: z.literal('false', 'the local stand-in does not support pauses') }),
    subscription_update: z.strictObject({
      enabled: z.literal('false', 'the page of the local stand-in does not support plan changes'),
      default_allowed_updates: z.union([z.array(text), z.literal('')]).optional(),
      products: z.union([z.array(z.unknown()), z.literal('')]).optional(),
    }),
  })
  .partial()

const profile = z.strictObject({ headline: text, privacy_policy_url: text, terms_of_service_url: text }).partial()
const about = {
  business_profile: profile.optional(),
  default_return_url: text.optional(),
  metadata: metadata.optional(),
  name: text.optional(),
}
const configuring = paramsOf<Stripe.BillingPortal.ConfigurationCreateParams>()({ ...about, features })
const reconfiguring = paramsOf<Stripe.BillingPortal.ConfigurationUpdateParams>()({
  ...about,
  active: flag.optional(),
  features: features.optional(),
})
const listing = listOf<Stripe.BillingPortal.ConfigurationListParams>()({
  active: flag.optional(),
  is_default: flag.optional(),
})

const NONE: Features = {
  ...FEATURES,
  invoice_history: { enabled: false },
  payment_method_update: { ...FEATURES.payment_method_update, enabled: false },
  subscription_cancel: { ...FEATURES.subscription_cancel, enabled: false },
}

const featuresWith = (before: Features, given: z.infer<typeof features> = {}): Features => {
  const { customer_update: update } = given
  const { allowed_updates = update?.enabled ? before.customer_update.allowed_updates : [] } = update ?? {}
  return {
    ...before,
    ...(update && {
      customer_update: { enabled: update.enabled, allowed_updates: allowed_updates === '' ? [] : allowed_updates },
    }),
    invoice_history: { ...before.invoice_history, ...given.invoice_history },
    payment_method_update: { ...before.payment_method_update, ...given.payment_method_update },
    subscription_cancel: {
      ...before.subscription_cancel,
      enabled: given.subscription_cancel?.enabled ?? before.subscription_cancel.enabled,
    },
  }
}

const profileWith = (
  before: PortalConfiguration['business_profile'],
  given: z.infer<typeof profile> = {},
): PortalConfiguration['business_profile'] => ({
  headline: given.headline === undefined ? before.headline : orNull(given.headline),
  privacy_policy_url: orNull(given.privacy_policy_url) ?? before.privacy_policy_url,
  terms_of_service_url: orNull(given.terms_of_service_url) ?? before.terms_of_service_url,
})

const NO_PROFILE = { headline: null, privacy_policy_url: null, terms_of_service_url: null }

const configure = (desk: Desk, given: z.infer<typeof configuring>): PortalConfiguration =>
  newConfiguration(desk, {
    features: featuresWith(NONE, given.features),
    business_profile: profileWith(NO_PROFILE, given.business_profile),
    default_return_url: orNull(given.default_return_url),
    metadata: withMetadata({}, given.metadata),
    name: orNull(given.name),
  })

const reconfigure = (desk: Desk, given: z.infer<typeof reconfiguring>, id: string): PortalConfiguration => {
  const before = existing(desk, 'billing_portal.configuration', id)
  const next: PortalConfiguration = {
    ...before,
    active: given.active ?? before.active,
    features: featuresWith(before.features, given.features),
    business_profile: profileWith(before.business_profile, given.business_profile),
    default_return_url:
      given.default_return_url === undefined ? before.default_return_url : orNull(given.default_return_url),
    metadata: withMetadata(before.metadata ?? {}, given.metadata),
    name: given.name === undefined ? before.name : orNull(given.name),
    updated: desk.book.now(),
  }
  desk.book.put('billing_portal.configuration', next)
  desk.emit('billing_portal.configuration.updated', next)
  return next
}

export const portalOperations = [
  operation('POST /v1/billing_portal/sessions', starting, (desk, given) =>
    newPortalSession(desk, { ...given, return_url: given.return_url ?? null }),
  ),
  operation('POST /v1/billing_portal/configurations', configuring, (desk, given) => {
    const created = configure(desk, given)
    desk.emit('billing_portal.configuration.created', created)
    return created
  }),
  ...readOperations('/v1/billing_portal/configurations', 'billing_portal.configuration', listing, (each, given) =>
    fits(each, given, ['active', 'is_default']),
  ),
  operation('POST /v1/billing_portal/configurations/:id', reconfiguring, reconfigure),
]
