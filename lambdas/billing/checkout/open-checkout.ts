import { createHash } from 'node:crypto'
import type { Clock, RowTable } from '@signet/kernel'
import type { ProductKey } from '@signet/ledger'
import type { CustomerTable } from '../accounts/customer-table.ts'
import type { checkoutRow } from '../contract/billing-rows.ts'
import { type CheckoutSession, type PaymentProcessor, ProcessorFailed } from '../stripe/payment-processor.ts'

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

const BUCKET_MS = 10 * 60_000

const short = (text: string): string => createHash('sha256').update(text).digest('base64url').slice(0, 10)

/**
 * Returns the idempotency key of a checkout. Requests within the same ten minutes get the same page, so that repeated
 * clicks and tabs open one. After an expired page the key changes, because the processor answers a repeated key with
 * its first response.
 */
const keyOf = (
  { org, product, baseUrl }: CheckoutInput,
  customer: string,
  expiredId: string | undefined,
  now: Date,
): string => {
  const bucket = Math.floor(now.getTime() / BUCKET_MS)
  return `co:${org}:${product}:${bucket}:${short([baseUrl, customer, expiredId].join(' '))}`
}

const stillOpen = async (processor: PaymentProcessor, id: string | undefined): Promise<string | undefined> => {
  const session = id === undefined ? undefined : await processor.checkout(id)
  return session?.isOpen ? session.url : undefined
}

const newSession = async (
  { processor, customers, now }: CheckoutDeps,
  input: CheckoutInput,
  expiredId: string | undefined,
): Promise<CheckoutSession> => {
  const { org, product, baseUrl } = input
  const customerId = await customers.ensure(org, (key) => processor.createCustomer(org, key))
  const back = (outcome: string) => `${baseUrl}/billing?checkout=${outcome}`
  const order = { customerId, orgId: org, product, successUrl: back('done'), cancelUrl: back('canceled') }
  return processor.openCheckout(order, keyOf(input, customerId, expiredId, now()))
}

/**
 * Returns the URL of a page on which the organization pays for the product.
 * @throws ProcessorFailed
 */
export const openCheckout =
  (deps: CheckoutDeps) =>
  async (input: CheckoutInput): Promise<string> => {
    const { processor, checkouts } = deps
    const { org, product } = input
    const key = { mode: processor.mode, org, product }
    const recorded = await checkouts.get(key)
    const open = await stillOpen(processor, recorded?.session_id)
    if (open !== undefined) return open
    const { id, url, expiresAt } = await newSession(deps, input, recorded?.session_id)
    if (url === undefined) throw new ProcessorFailed('The opened checkout has no URL')
    const row = { session_id: id, product, expires_at: expiresAt }
    // A concurrent request may have opened the same or another page; either is valid.
    await (recorded ? checkouts.replace(key, row, { session_id: recorded.session_id }) : checkouts.putNew(key, row))
    return url
  }
