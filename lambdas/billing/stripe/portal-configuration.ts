import type { Stripe } from 'stripe'
import { callStripe } from './stripe-client.ts'

const PAGE_SIZE = 100

/** Metadata value that identifies the configuration of this version. */
const PORTAL_MARK = '1'

/** Features of the customer portal. Changing plans is disabled: a user ends the plan and buys another one. */
const PORTAL: Stripe.BillingPortal.ConfigurationCreateParams = {
  features: {
    customer_update: { enabled: true, allowed_updates: ['email', 'address', 'tax_id'] },
    invoice_history: { enabled: true },
    payment_method_update: { enabled: true },
    subscription_cancel: { enabled: true, mode: 'at_period_end' },
    subscription_update: { enabled: false },
  },
  metadata: { signet: PORTAL_MARK },
}

/** Finds or creates the configuration of the portal, once per process, and returns its ID. */
export const portalConfiguration = (stripe: Stripe) => {
  let cachedId: string | undefined
  return async (): Promise<string> => {
    if (cachedId !== undefined) return cachedId
    const { data } = await callStripe('list portal configurations', () =>
      stripe.billingPortal.configurations.list({ active: true, limit: PAGE_SIZE }),
    )
    const existing = data.find(({ metadata }) => metadata?.signet === PORTAL_MARK)
    const create = () => stripe.billingPortal.configurations.create(PORTAL, { idempotencyKey: 'portal:1' })
    cachedId = (existing ?? (await callStripe('create a portal configuration', create))).id
    return cachedId
  }
}
