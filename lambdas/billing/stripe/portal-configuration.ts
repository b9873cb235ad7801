import type { Stripe } from 'stripe'
import { callStripe } from './stripe-client.ts'

const PAGE = 100

const PORTAL_MARK = '1'

/** Features of the customer portal. Changing plans is disabled, because the catalog handles it. */
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

/** Finds or creates the configuration of the portal, once per process, and returns its id. */
export const portalConfiguration = (stripe: Stripe) => {
  let kept: string | undefined
  return async (): Promise<string> => {
    if (kept !== undefined) return kept
    const { data } = await callStripe('list portal configurations', () =>
      stripe.billingPortal.configurations.list({ active: true, limit: PAGE }),
    )
    const marked = data.find(({ metadata }) => metadata?.signet === PORTAL_MARK)
    const made = () => stripe.billingPortal.configurations.create(PORTAL, { idempotencyKey: 'portal:1' })
    kept = (marked ?? (await callStripe('create a portal configuration', made))).id
    return kept
  }
}
