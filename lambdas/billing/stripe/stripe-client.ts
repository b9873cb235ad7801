import { PACKS, PRODUCTS, type ProductKey } from '@signet/ledger'
import { Stripe } from 'stripe'
import { type OrderMark, ProcessorError } from './payment-processor.ts'

/** Stripe API version of this code; the webhook endpoint at Stripe must use the same. */
export const API_VERSION = '2026-10-28.endive'

/** Two attempts of 8 seconds and one more call fit in the function's timeout. */
const TIMEOUT_MS = 8_000
const RETRIES = 1

export const stripeClient = (apiKey: string, address: string): Stripe => {
  const { hostname, port, protocol } = new URL(address)
  return new Stripe(apiKey, {
    apiVersion: API_VERSION,
    host: hostname,
    ...(port === '' ? {} : { port }),
    protocol: protocol === 'http:' ? 'http' : 'https',
    timeout: TIMEOUT_MS,
    // Retries use the key of the first attempt.
    maxNetworkRetries: RETRIES,
    telemetry: false,
  })
}

/**
 * Runs a call to Stripe and converts its errors. Error messages are dropped, because they may contain a key or a card
 * number.
 */
export const callStripe = async <T>(action: string, call: () => Promise<T>): Promise<T> => {
  try {
    return await call()
  } catch (error) {
    if (!(error instanceof Stripe.errors.StripeError)) throw error
    const { type, code, requestId, statusCode, headers } = error
    const details = [type, code, statusCode, requestId].filter((each) => each !== undefined).join(' ')
    const isRepeated = headers?.['idempotent-replayed'] === 'true'
    throw new ProcessorError(`Stripe did not ${action}: ${details}`, { isRepeated })
  }
}

const isMissing = (error: unknown): boolean =>
  error instanceof Stripe.errors.StripeInvalidRequestError && error.code === 'resource_missing'

/** Like `callStripe`; returns `undefined` if the object does not exist. */
export const findAtStripe = <T>(action: string, call: () => Promise<T>): Promise<T | undefined> =>
  callStripe(action, async () => {
    try {
      return await call()
    } catch (error) {
      if (isMissing(error)) return undefined
      throw error
    }
  })

/** Like `callStripe`; the error `doneCode` means that an earlier call did the work. */
export const callStripeOnce = <T>(action: string, doneCode: string, call: () => Promise<T>): Promise<T | undefined> =>
  callStripe(action, async () => {
    try {
      return await call()
    } catch (error) {
      if (error instanceof Stripe.errors.StripeInvalidRequestError && error.code === doneCode) return undefined
      throw error
    }
  })

export const orderMarkOf = (orgId: string, productKey: ProductKey): OrderMark => {
  const { billed, sku } = PRODUCTS[productKey]
  const oneTimeKind = Object.hasOwn(PACKS, productKey) ? 'credit_pack' : 'product'
  return { orgId, productKey, kind: billed === 'monthly' ? 'subscription' : oneTimeKind, ...(sku ? { sku } : {}) }
}
