import { reply } from '@signet/contracts'
import { type Refusal, type Route, refusal, route } from '@signet/kernel'
import { isProductKey, type ProductKey, TIER_SKUS } from '@signet/ledger'
import { CONSULTATION, INVITED, LEGACY_PRODUCT } from '../checkout/catalog.ts'
import { openCheckout } from '../checkout/open-checkout.ts'
import { startCheckout } from '../contract/billing.ts'
import { isLive } from '../plans/project-tier.ts'
import { type BillingDeps, managementRefusal, orFailed, organizationOf, tierOf } from './deps.ts'

type CheckoutRefusal = Refusal<'unknown_product' | 'product_gated' | 'invite_required' | 'already_subscribed'>

const INVITED_KEYS: readonly string[] = INVITED
const PLANS: readonly string[] = TIER_SKUS

const productOf = (productKey: unknown, accepted: readonly string[]): ProductKey | CheckoutRefusal => {
  if (productKey === undefined) return LEGACY_PRODUCT
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
  const sentence =
    currentTier === 'free'
      ? 'The plan of the organization renews with its next paid month. End it in the customer portal first'
      : `The organization already has the tier ${currentTier}. End that plan first`
  return refusal('already_subscribed', sentence, { extras: { currentTier } })
}

/**
 * Returns whether a subscription continues at the processor although its current month was refunded and gives no tier.
 * A second subscription would be ended and refunded as a duplicate.
 */
const continues = async (deps: BillingDeps, org: string): Promise<boolean> => {
  const { mode } = await deps.load()
  const plan = await deps.plans.get({ mode, org })
  return (plan?.subscriptions ?? []).some((each) => each.product && PLANS.includes(each.product) && isLive(each))
}

const refusalFor = async (
  deps: BillingDeps,
  org: string,
  product: ProductKey,
): Promise<CheckoutRefusal | undefined> => {
  if (INVITED_KEYS.includes(product))
    return (await deps.invites.get({ org, product })) ? undefined : inviteRequired(product)
  if (!PLANS.includes(product)) return undefined
  const tier = await tierOf(deps, org)
  if (tier !== 'free') return alreadySubscribed(tier)
  return (await continues(deps, org)) ? alreadySubscribed(tier) : undefined
}

/** Opens the checkout page of a product (spec platform-api 4.10). */
export const checkoutRoute = (deps: BillingDeps): Route =>
  route(startCheckout, async ({ caller, body, baseUrl, log }) => {
    const product = productOf(body.productKey, deps.accepted)
    if (typeof product !== 'string') return product
    const mayNot = await managementRefusal(deps, caller)
    if (mayNot) return mayNot
    const org = organizationOf(caller)
    const no = await refusalFor(deps, org, product)
    if (no) return no
    const processor = await deps.load()
    const customers = deps.customersOf(processor.mode)
    const url = await orFailed(log, () => openCheckout({ ...deps, processor, customers })({ org, product, baseUrl }))
    return typeof url === 'string' ? reply(200, { url }, { 'cache-control': 'no-store' }) : url
  })
