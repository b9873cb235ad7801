import { reply } from '@signet/contracts'
import { type Refusal, type Route, refusal, route } from '@signet/kernel'
import { isProductKey, type ProductKey, TIER_SKUS } from '@signet/ledger'
import { CONSULTATION, INVITED, LEGACY_PRODUCT } from '../checkout/catalogue.ts'
import { openCheckout } from '../checkout/open-checkout.ts'
import { startCheckout } from '../contract/billing.ts'
import { type BillingDeps, orFailed, organisationOf, tierOf, whyNotManage } from './deps.ts'

type Refused = Refusal<'unknown_product' | 'product_gated' | 'invite_required' | 'already_subscribed'>

const INVITED_KEYS: readonly string[] = INVITED
const PLANS: readonly string[] = TIER_SKUS

/** The product to buy, or why there is none. */
const productOf = (asked: string | undefined, accepted: readonly string[]): ProductKey | Refused => {
  if (asked === undefined) return LEGACY_PRODUCT
  if (accepted.includes(asked) && isProductKey(asked)) return asked
  if (accepted.includes(asked) && asked === CONSULTATION)
    return refusal('product_gated', 'A consultation has no fixed price: contact us (POST /api/contact) to arrange it')
  return refusal('unknown_product', `productKey must be one of ${accepted.join(', ')}, or omitted for the Pro plan`, {
    extras: { accepted },
  })
}

const uninvited = (product: string): Refused =>
  refusal('invite_required', `${product} is for invited organisations: ask us for an invitation`)

const subscribed = (currentTier: string): Refused =>
  refusal('already_subscribed', `The organisation has the tier ${currentTier} already: end that plan first`, {
    extras: { currentTier },
  })

/** Why the organisation may not buy it; `undefined`: it may. */
const refused = async (deps: BillingDeps, org: string, product: ProductKey): Promise<Refused | undefined> => {
  if (INVITED_KEYS.includes(product)) return (await deps.invites.get({ org, product })) ? undefined : uninvited(product)
  if (!PLANS.includes(product)) return undefined
  const tier = await tierOf(deps, org)
  return tier === 'free' ? undefined : subscribed(tier)
}

/** The checkout page of a product (spec platform-api 4.10). */
export const checkoutRoute = (deps: BillingDeps): Route =>
  route(startCheckout, async ({ caller, body, baseUrl, log }) => {
    const product = productOf(body.productKey, deps.accepted)
    if (typeof product !== 'string') return product
    const mayNot = await whyNotManage(deps, caller)
    if (mayNot) return mayNot
    const org = organisationOf(caller)
    const no = await refused(deps, org, product)
    if (no) return no
    const processor = await deps.load()
    const customers = deps.customersOf(processor.mode)
    const url = await orFailed(log, () => openCheckout({ ...deps, processor, customers })({ org, product, baseUrl }))
    return typeof url === 'string' ? reply(200, { url }, { 'cache-control': 'no-store' }) : url
  })
