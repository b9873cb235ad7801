import { reply } from '@signet/contracts'
import { type Refusal, type Route, refusal, route } from '@signet/kernel'
import { isProductKey, type ProductKey, TIER_SKUS } from '@signet/ledger'
import { CONSULTATION, DEFAULT_PRODUCT, INVITE_ONLY } from '../checkout/catalog.ts'
import { openCheckout } from '../checkout/open-checkout.ts'
import { startCheckout } from '../contract/billing.ts'
import { isLive } from '../plans/project-tier.ts'
import { type BillingDeps, managementRefusal, organizationOf, orUpstreamFailed, tierOf } from './deps.ts'

type CheckoutRefusal = Refusal<'unknown_product' | 'product_gated' | 'invite_required' | 'already_subscribed'>

const INVITE_ONLY_KEYS: readonly string[] = INVITE_ONLY
const PLANS: readonly string[] = TIER_SKUS

const productOf = (productKey: unknown, accepted: readonly string[]): ProductKey | CheckoutRefusal => {
  if (productKey === undefined) return DEFAULT_PRODUCT
  const key = accepted.find((each) => each === productKey)
  if (key !== undefined && isProductKey(key)) return key
  if (key === CONSULTATION)
    return refusal('product_gated', 'The consultation has no fixed price. Contact us to arrange it (POST /api/contact)')
  const rule = `must be one of ${accepted.join(', ')}, or omitted for the Pro plan`
  return refusal('unknown_product', `productKey ${rule}`, {
    extras: { accepted, errors: [{ field: 'productKey', message: rule }] },
  })
}

const inviteRequired = (product: string): CheckoutRefusal =>
  refusal('invite_required', `${product} is available to invited organizations only. Contact us for an invitation`)

const alreadySubscribed = (currentTier: string): CheckoutRefusal => {
  const explanation =
    currentTier === 'free'
      ? 'The current month of the organization’s plan was refunded, but the subscription continues. End it in the customer portal first'
      : `The organization already has the ${currentTier} plan. End that plan first`
  return refusal('already_subscribed', explanation, { extras: { currentTier } })
}

/**
 * Returns whether a plan's subscription continues at the processor. It gives no tier after its current month was
 * refunded, but a second subscription would be ended and refunded as a duplicate.
 */
const hasRunningSubscription = async (deps: BillingDeps, org: string): Promise<boolean> => {
  const { mode } = await deps.load()
  const plan = await deps.plans.get({ mode, org })
  return (plan?.subscriptions ?? []).some((each) => each.product && PLANS.includes(each.product) && isLive(each))
}

const refusalFor = async (
  deps: BillingDeps,
  org: string,
  product: ProductKey,
): Promise<CheckoutRefusal | undefined> => {
  if (INVITE_ONLY_KEYS.includes(product))
    return (await deps.invites.get({ org, product })) ? undefined : inviteRequired(product)
  if (!PLANS.includes(product)) return undefined
  const tier = await tierOf(deps, org)
  if (tier !== 'free') return alreadySubscribed(tier)
  return (await hasRunningSubscription(deps, org)) ? alreadySubscribed(tier) : undefined
}

/** Opens the checkout page of a product (spec platform-api 4.10). */
export const checkoutRoute = (deps: BillingDeps): Route =>
  route(startCheckout, async ({ caller, body, baseUrl, log }) => {
    const product = productOf(body.productKey, deps.acceptedKeys)
    if (typeof product !== 'string') return product
    const permissionRefusal = await managementRefusal(deps, caller)
    if (permissionRefusal) return permissionRefusal
    const org = organizationOf(caller)
    const productRefusal = await refusalFor(deps, org, product)
    if (productRefusal) return productRefusal
    const processor = await deps.load()
    const customers = deps.customersOf(processor.mode)
    const url = await orUpstreamFailed(log, () =>
      openCheckout({ ...deps, processor, customers })({ org, product, baseUrl }),
    )
    return typeof url === 'string' ? reply(200, { url }, { 'cache-control': 'no-store' }) : url
  })
