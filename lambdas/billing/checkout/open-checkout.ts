import { createHash } from 'node:crypto'
import type { Clock, RowTable } from '@signet/kernel'
import type { ProductKey } from '@signet/ledger'
import type { CustomerTable } from '../accounts/customer-table.ts'
import type { checkoutRow } from '../contract/billing-rows.ts'
import { type CheckoutSession, type PaymentProcessor, ProcessorError } from '../stripe/payment-processor.ts'

export interface CheckoutDeps {
  readonly processor: PaymentProcessor
  readonly customers: CustomerTable
  readonly checkouts: RowTable<typeof checkoutRow>
  readonly now: Clock
}

interface CheckoutInput {
  readonly org: string
  readonly product: ProductKey
  readonly baseUrl: string
}

/** Period in which repeated requests have the same idempotency key. */
const KEY_WINDOW_MS = 10 * 60_000

const shortHash = (text: string): string => createHash('sha256').update(text).digest('base64url').slice(0, 10)

/**
 * Returns the idempotency key of a checkout. Requests within the same ten minutes get the same page, so that repeated
 * clicks and several tabs open one page. After a page was paid or has expired, the key changes, because the processor
 * answers a repeated key with its first response.
 */
const idempotencyKeyOf = (
  { org, product, baseUrl }: CheckoutInput,
  customer: string,
  closedId: string | undefined,
  now: Date,
): string => {
  const window = Math.floor(now.getTime() / KEY_WINDOW_MS)
  return `co:${org}:${product}:${window}:${shortHash([baseUrl, customer, closedId].join(' '))}`
}

const openUrlOf = async (processor: PaymentProcessor, id: string | undefined): Promise<string | undefined> => {
  const session = id === undefined ? undefined : await processor.checkout(id)
  return session?.isOpen ? session.url : undefined
}

const newSession = async (
  { processor, customers, now }: CheckoutDeps,
  input: CheckoutInput,
  closedId: string | undefined,
): Promise<CheckoutSession> => {
  const { org, product, baseUrl } = input
  const customerId = await customers.ensure(org, (key) => processor.createCustomer(org, key))
  const returnUrl = (outcome: string) => `${baseUrl}/billing?checkout=${outcome}`
  const order = { customerId, orgId: org, product, successUrl: returnUrl('done'), cancelUrl: returnUrl('canceled') }
  return processor.openCheckout(order, idempotencyKeyOf(input, customerId, closedId, now()))
}

/**
 * Returns the URL of a page on which the organization pays for the product.
 * @throws ProcessorError
 */
export const openCheckout =
  (deps: CheckoutDeps) =>
  async (input: CheckoutInput): Promise<string> => {
    const { processor, checkouts } = deps
    const { org, product } = input
    const key = { mode: processor.mode, org, product }
    const recorded = await checkouts.get(key)
    const openUrl = await openUrlOf(processor, recorded?.session_id)
    if (openUrl !== undefined) return openUrl
    const { id, url, expiresAt } = await newSession(deps, input, recorded?.session_id)
    if (url === undefined) throw new ProcessorError('The opened checkout has no URL')
    const row = { session_id: id, product, expires_at: expiresAt }
    // A concurrent request may have opened the same or another page; either is valid.
    await (recorded ? checkouts.replace(key, row, { session_id: recorded.session_id }) : checkouts.putNew(key, row))
    return url
  }
