import { PACKS, type PackId, PLANS } from './plans.ts'
import type { Sku } from './skus.ts'

export interface ProductTerms {
  readonly title: string
  readonly cents: number
  readonly billed: 'once' | 'monthly'
  /** Terms on the platform and at the image service; absent for a product without them. */
  readonly sku?: Exclude<Sku, 'team'>
}

export type ProductKey = 'pro' | 'agency' | PackId | 'ciso-trust-bundle' | 'ciso-trust-page-hosting'

/**
 * All products, by the lookup key of their price at the payment processor (spec platform-api 4.10, image-service 8).
 */
export const PRODUCTS: Readonly<Record<ProductKey, ProductTerms>> = {
  pro: { title: 'Signet Pro', cents: PLANS.pro.monthlyCents, billed: 'monthly', sku: 'pro' },
  agency: { title: 'Signet Agency', cents: PLANS.agency.monthlyCents, billed: 'monthly', sku: 'agency' },
  'agent-credits-500': {
    title: '500 credits',
    cents: PACKS['agent-credits-500'].cents,
    billed: 'once',
    sku: 'agent-credits-500',
  },
  'agent-credits-1000': {
    title: '1000 credits',
    cents: PACKS['agent-credits-1000'].cents,
    billed: 'once',
    sku: 'agent-credits-1000',
  },
  'ciso-trust-bundle': { title: 'CISO trust bundle', cents: 49_900, billed: 'once' },
  'ciso-trust-page-hosting': { title: 'CISO trust page hosting', cents: 14_900, billed: 'monthly' },
}

/**
 * Maximum charges per hour of a saved card without the user present, so that a looping agent cannot empty it
 * (docs/billing.md, Limits).
 */
export const PURCHASES_PER_HOUR = 5

export const isProductKey = (text: string): text is ProductKey => Object.hasOwn(PRODUCTS, text)
