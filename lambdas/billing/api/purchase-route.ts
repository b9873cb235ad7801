import { reply } from '@signet/contracts'
import { Refusal, type Route, refusal, route } from '@signet/kernel'
import { PACKS, type PurchaseLimits } from '@signet/ledger'
import { openCheckout } from '../checkout/open-checkout.ts'
import { buyCredits, type Purchase } from '../contract/purchases.ts'
import { buyCredits as buy, type PurchaseDeps, type PurchaseResult } from '../purchase/buy-credits.ts'
import type { Order } from '../purchase/order-table.ts'
import type { Mode, PaymentProcessor } from '../stripe/payment-processor.ts'
import { type BillingDeps, managersOnly, mayManage, organizationOf, orUpstreamFailed } from './deps.ts'

export interface PurchaseRouteDeps extends BillingDeps, Pick<PurchaseDeps, 'purchases'> {
  readonly ordersOf: (mode: Mode) => PurchaseDeps['orders']
  readonly limitOf: PurchaseLimits
}

const purchaseOf = ({ product, state, payment_id = '', paid_at }: Order): Purchase => ({
  packId: product,
  credits: PACKS[product].credits,
  cents: PACKS[product].cents,
  currency: 'usd',
  status: state === 'paid' ? 'completed' : 'pending',
  paymentId: payment_id,
  paidAt: paid_at ?? null,
})

const declinedRefusal = ({ reason = 'card_declined' }: Order, url: string) =>
  reason === 'authentication_required'
    ? refusal('authentication_required', 'The bank requires authentication. A user must pay at `url`', {
        extras: { url },
      })
    : refusal('card_declined', `The bank declined the saved card (${reason}). Save another card`, {
        extras: { reason, url },
      })

type OpenPage = (baseUrl: string) => Promise<string>

const pageOpener =
  (deps: PurchaseRouteDeps, processor: PaymentProcessor, org: string, product: Order['product']): OpenPage =>
  (baseUrl) =>
    openCheckout({ ...deps, processor, customers: deps.customersOf(processor.mode) })({ org, product, baseUrl })

/** Buys credits with the saved card (spec image-service 4.9). */
export const purchaseRoute = (deps: PurchaseRouteDeps): Route =>
  route(buyCredits, async ({ caller, body, baseUrl, log }) => {
    const [limit, isManager] = await Promise.all([deps.limitOf(caller), mayManage(deps, caller)])
    if (!isManager) return managersOnly()
    const org = organizationOf(caller)
    const { clientId, grantId } = caller
    const processor = await deps.load()
    const buyDeps = {
      ...deps,
      processor,
      customers: deps.customersOf(processor.mode),
      orders: deps.ordersOf(processor.mode),
    }
    const { packId: product, idempotencyKey } = body
    const openPage = pageOpener(deps, processor, org, product)
    return orUpstreamFailed(log, async () => {
      const result = await buy(buyDeps)({ org, product, idempotencyKey, clientId, grantId, limit })
      if (!(result instanceof Refusal)) return purchaseReply(result, openPage, baseUrl)
      if (result.code !== 'no_saved_card') return result
      return refusal('no_saved_card', result.message, { extras: { url: await openPage(baseUrl) } })
    })
  })

const purchaseReply = async ({ order, isReplay }: PurchaseResult, openPage: OpenPage, baseUrl: string) => {
  if (order.state === 'declined') return declinedRefusal(order, await openPage(baseUrl))
  const replayed = isReplay ? { 'idempotent-replayed': 'true' } : {}
  return reply(200, purchaseOf(order), { 'cache-control': 'no-store', ...replayed })
}
