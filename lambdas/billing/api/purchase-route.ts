import { reply } from '@signet/contracts'
import { Refusal, type Route, refusal, route } from '@signet/kernel'
import { PACKS, type PurchaseLimits } from '@signet/ledger'
import { openCheckout } from '../checkout/open-checkout.ts'
import { buyCredits, type Purchase } from '../contract/purchases.ts'
import { buyCredits as buy, type PurchaseDeps, type PurchaseResult } from '../purchase/buy-credits.ts'
import type { Order } from '../purchase/order-table.ts'
import type { Mode, PaymentProcessor } from '../stripe/payment-processor.ts'
import { type BillingDeps, mayManage, notYours, orFailed, organizationOf } from './deps.ts'

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

type Load = (baseUrl: string) => Promise<string>

const pageFor =
  (deps: PurchaseRouteDeps, processor: PaymentProcessor, org: string, product: Order['product']): Load =>
  (baseUrl) =>
    openCheckout({ ...deps, processor, customers: deps.customersOf(processor.mode) })({ org, product, baseUrl })

/** Buys credits with the saved card (spec image-service 4.9). */
export const purchaseRoute = (deps: PurchaseRouteDeps): Route =>
  route(buyCredits, async ({ caller, body, baseUrl, log }) => {
    const [limit, manages] = await Promise.all([deps.limitOf(caller), mayManage(deps, caller)])
    if (!manages) return notYours()
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
    const page = pageFor(deps, processor, org, product)
    return orFailed(log, async () => {
      const bought = await buy(buyDeps)({ org, product, idempotencyKey, clientId, grantId, limit })
      if (!(bought instanceof Refusal)) return answer(bought, page, baseUrl)
      if (bought.code !== 'no_saved_card') return bought
      return refusal('no_saved_card', bought.message, { extras: { url: await page(baseUrl) } })
    })
  })

const answer = async ({ order, isReplay }: PurchaseResult, page: Load, baseUrl: string) => {
  if (order.state === 'declined') return declinedRefusal(order, await page(baseUrl))
  const replayed = isReplay ? { 'idempotent-replayed': 'true' } : {}
  return reply(200, purchaseOf(order), { 'cache-control': 'no-store', ...replayed })
}
