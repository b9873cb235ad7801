import type { Stripe } from 'stripe'
import * as z from 'zod'
import { type Desk, requireObject } from '../desk.ts'
import { booleanText, listOf, metadata, orNull, paramsOf, text, withMetadata } from '../parameters.ts'
import { DEFAULT_FEATURES, type Features, newConfiguration, newPortalSession } from '../portal.ts'
import type { PortalConfiguration } from '../wire-objects.ts'
import { matchesFilters, operation, readOperations } from './operation.ts'

const createSessionParams = paramsOf<Stripe.BillingPortal.SessionCreateParams>()({
  customer: text,
  configuration: text.optional(),
  return_url: z.url({ protocol: /^https?$/, error: 'Not a valid URL' }).optional(),
})

const toggle = z.strictObject({ enabled: booleanText })
const features = z
  .strictObject({
    customer_update: z.strictObject({
      enabled: booleanText,
      allowed_updates: z
        .union([z.array(z.enum(['address', 'email', 'name', 'phone', 'shipping', 'tax_id'])), z.literal('')])
        .optional(),
    }),
    invoice_history: toggle,
    payment_method_update: toggle,
    subscription_cancel: z.strictObject({
      enabled: booleanText,
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
const sharedParams = {
  business_profile: profile.optional(),
  default_return_url: text.optional(),
  metadata: metadata.optional(),
  name: text.optional(),
}
const createConfigurationParams = paramsOf<Stripe.BillingPortal.ConfigurationCreateParams>()({
  ...sharedParams,
  features,
})
const updateConfigurationParams = paramsOf<Stripe.BillingPortal.ConfigurationUpdateParams>()({
  ...sharedParams,
  active: booleanText.optional(),
  features: features.optional(),
})
const listParams = listOf<Stripe.BillingPortal.ConfigurationListParams>()({
  active: booleanText.optional(),
  is_default: booleanText.optional(),
})

const NO_FEATURES: Features = {
  ...DEFAULT_FEATURES,
  invoice_history: { enabled: false },
  payment_method_update: { ...DEFAULT_FEATURES.payment_method_update, enabled: false },
  subscription_cancel: { ...DEFAULT_FEATURES.subscription_cancel, enabled: false },
}

const featuresWith = (current: Features, params: z.infer<typeof features> = {}): Features => {
  const { customer_update: update } = params
  const { allowed_updates = update?.enabled ? current.customer_update.allowed_updates : [] } = update ?? {}
  return {
    ...current,
    ...(update && {
      customer_update: { enabled: update.enabled, allowed_updates: allowed_updates === '' ? [] : allowed_updates },
    }),
    invoice_history: { ...current.invoice_history, ...params.invoice_history },
    payment_method_update: { ...current.payment_method_update, ...params.payment_method_update },
    subscription_cancel: {
      ...current.subscription_cancel,
      enabled: params.subscription_cancel?.enabled ?? current.subscription_cancel.enabled,
    },
  }
}

const profileWith = (
  current: PortalConfiguration['business_profile'],
  params: z.infer<typeof profile> = {},
): PortalConfiguration['business_profile'] => ({
  headline: params.headline === undefined ? current.headline : orNull(params.headline),
  privacy_policy_url: orNull(params.privacy_policy_url) ?? current.privacy_policy_url,
  terms_of_service_url: orNull(params.terms_of_service_url) ?? current.terms_of_service_url,
})

const NO_PROFILE = { headline: null, privacy_policy_url: null, terms_of_service_url: null }

const configure = (desk: Desk, params: z.infer<typeof createConfigurationParams>): PortalConfiguration =>
  newConfiguration(desk, {
    features: featuresWith(NO_FEATURES, params.features),
    business_profile: profileWith(NO_PROFILE, params.business_profile),
    default_return_url: orNull(params.default_return_url),
    metadata: withMetadata({}, params.metadata),
    name: orNull(params.name),
  })

const reconfigure = (
  desk: Desk,
  params: z.infer<typeof updateConfigurationParams>,
  id: string,
): PortalConfiguration => {
  const current = requireObject(desk, 'billing_portal.configuration', id)
  const next: PortalConfiguration = {
    ...current,
    active: params.active ?? current.active,
    features: featuresWith(current.features, params.features),
    business_profile: profileWith(current.business_profile, params.business_profile),
    default_return_url:
      params.default_return_url === undefined ? current.default_return_url : orNull(params.default_return_url),
    metadata: withMetadata(current.metadata ?? {}, params.metadata),
    name: params.name === undefined ? current.name : orNull(params.name),
    updated: desk.book.now(),
  }
  desk.book.put('billing_portal.configuration', next)
  desk.emit('billing_portal.configuration.updated', next)
  return next
}

export const portalOperations = [
  operation('POST /v1/billing_portal/sessions', createSessionParams, (desk, params) =>
    newPortalSession(desk, { ...params, return_url: params.return_url ?? null }),
  ),
  operation('POST /v1/billing_portal/configurations', createConfigurationParams, (desk, params) => {
    const created = configure(desk, params)
    desk.emit('billing_portal.configuration.created', created)
    return created
  }),
  ...readOperations('/v1/billing_portal/configurations', 'billing_portal.configuration', listParams, (each, params) =>
    matchesFilters(each, params, ['active', 'is_default']),
  ),
  operation('POST /v1/billing_portal/configurations/:id', updateConfigurationParams, reconfigure),
]
