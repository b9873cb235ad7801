import { createHash } from 'node:crypto'
import { type Clock, Refusal, refusal } from '@signet/kernel'
import type { PackId, PurchaseLimit } from '@signet/ledger'
import type { CustomerTable } from '../accounts/customer-table.ts'
import { type PaymentDeps, settlePayment } from '../settle/settle-payment.ts'
import {
  type CardCharge,
  type PaymentProcessor,
  ProcessorError,
  type SavedCardOrder,
} from '../stripe/payment-processor.ts'
import { type Order, type OrderTable, orderKey, type StartRefusal } from './order-table.ts'
import { periodAt } from './purchase-limits.ts'

export interface PurchaseDeps extends PaymentDeps {
  readonly processor: Pick<PaymentProcessor, 'mode' | 'savedCard' | 'chargeSavedCard' | 'cardChargeOf'>
  readonly customers: Pick<CustomerTable, 'get' | 'organizationOf'>
  readonly orders: OrderTable
  readonly now: Clock
}

export interface CreditPurchase {
  readonly org: string
  readonly product: PackId
  readonly idempotencyKey: string
  readonly clientId?: string | undefined
  readonly grantId?: string | undefined
  /** Budget of the agent or key that buys; the credits of the pack are deducted from it. */
  readonly limit?: PurchaseLimit | undefined
}

export interface PurchaseResult {
  readonly order: Order
  readonly isReplay: boolean
}

export type PurchaseRefusal = Refusal<'no_saved_card' | 'purchase_mismatch'> | StartRefusal

/** Builds the order of a purchase. Returns 402 without a saved card. */
const newOrder = async (deps: PurchaseDeps, purchase: CreditPurchase): Promise<Order | PurchaseRefusal> => {
  const { processor, customers, now } = deps
  const { org, product, idempotencyKey, clientId, grantId, limit } = purchase
  const customer = (await customers.get(org))?.customer_id ?? undefined
  const method = customer === undefined ? undefined : await processor.savedCard(customer)
  if (customer === undefined || method === undefined)
    return refusal(
      'no_saved_card',
      'The organization has no saved card. A user must buy once on a payment page, which saves the card',
    )
  return {
    key: orderKey(idempotencyKey),
    product,
    state: 'started',
    customer,
    method,
    attempt: 0,
    created_at: now().toISOString(),
    ...periodAt(now()),
    ...(clientId === undefined ? {} : { client_id: clientId }),
    ...(grantId === undefined ? {} : { grant_id: grantId }),
    ...(limit === undefined ? {} : { spender: limit.spender }),
  }
}

const cardOrder = (org: string, { customer, product, method, key }: Order): SavedCardOrder => ({
  customerId: customer,
  orgId: org,
  product,
  method,
  reference: key,
})

/** Returns the idempotency key of one attempt: the processor answers a repeated key with its first response. */
const chargeKey = (org: string, { key, product, attempt }: Order): string =>
  createHash('sha256').update(['pur', org, product, key, attempt].join(' ')).digest('hex')

/** Charges the card once: it looks up an earlier charge of the order first. */
const charge = async (
  { processor, orders }: PurchaseDeps,
  org: string,
  order: Order,
  { isNew }: { readonly isNew: boolean },
): Promise<CardCharge> => {
  const purchase = cardOrder(org, order)
  const earlierCharge = isNew ? undefined : await processor.cardChargeOf(purchase, new Date(order.created_at))
  if (earlierCharge) return earlierCharge
  try {
    return await processor.chargeSavedCard(purchase, chargeKey(org, order))
  } catch (error) {
    // The processor replays this error for its idempotency key. The next call looks up the payment again and then uses
    // another key.
    if (error instanceof ProcessorError && error.isRepeated)
      await orders.settle(org, order, { attempt: order.attempt + 1 })
    throw error
  }
}

const orderChangesOf = (outcome: CardCharge): Partial<Order> & Pick<Order, 'state'> => {
  if (outcome.state === 'declined') return { state: 'declined', reason: outcome.reason }
  if (outcome.state === 'pending') return { state: 'pending', payment_id: outcome.paymentId }
  return { state: 'paid', payment_id: outcome.payment.id, paid_at: outcome.payment.createdAt }
}

/**
 * Charges the saved card for a pack and books the credits (spec image-service 4.9). The order is written before the
 * charge, the payment carries the order's key, and credits are booked by the payment's ID. After a crash at any point
 * there is one charge and one grant, whether a repeated call or the processor's event finishes it.
 * @throws ProcessorError if the outcome of the charge is unknown: repeat it with the same key
 */
export const buyCredits =
  (deps: PurchaseDeps) =>
  async (purchase: CreditPurchase): Promise<PurchaseResult | PurchaseRefusal> => {
    const { orders } = deps
    const { org, product } = purchase
    const earlierOrder = await orders.find(org, purchase.idempotencyKey)
    const candidate = earlierOrder ?? (await newOrder(deps, purchase))
    if (candidate instanceof Refusal) return candidate
    const order = earlierOrder ?? (await orders.start(org, candidate, purchase.limit))
    if (order instanceof Refusal) return order
    if (order.product !== product)
      return refusal('purchase_mismatch', `This key was used for ${order.product}. Use another key for ${product}`, {
        extras: { packId: order.product },
      })
    if (order.state === 'paid' || order.state === 'declined') return { order, isReplay: true }
    const isNew = earlierOrder === undefined && order === candidate
    const outcome = await charge(deps, org, order, { isNew })
    if (outcome.state === 'paid') await settlePayment(deps)(outcome.payment)
    const changes = orderChangesOf(outcome)
    if (changes.state !== order.state) await orders.settle(org, order, changes)
    return { order: { ...order, ...changes }, isReplay: !isNew }
  }
