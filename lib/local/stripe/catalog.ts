import type { Book } from './book.ts'
import type { Price, Product } from './wire-objects.ts'

export interface CatalogEntry {
  readonly lookupKey: string
  readonly cents: number
  readonly isMonthly: boolean
  readonly name: string
}

const productOf = (book: Book, { name }: CatalogEntry): Product => ({
  id: book.newId('product'),
  object: 'product',
  active: true,
  created: book.now(),
  default_price: null,
  description: null,
  images: [],
  livemode: false,
  marketing_features: [],
  metadata: {},
  name,
  package_dimensions: null,
  shippable: null,
  statement_descriptor: null,
  tax_code: null,
  tax_details: null,
  type: 'service',
  unit_label: null,
  updated: book.now(),
  url: null,
})

const MONTHLY: NonNullable<Price['recurring']> = {
  interval: 'month',
  interval_count: 1,
  meter: null,
  trial_period_days: null,
  usage_type: 'licensed',
}

const priceOf = (book: Book, product: Product, { lookupKey, cents, isMonthly }: CatalogEntry): Price => ({
  id: book.newId('price'),
  object: 'price',
  active: true,
  billing_scheme: 'per_unit',
  created: book.now(),
  currency: 'usd',
  custom_unit_amount: null,
  livemode: false,
  lookup_key: lookupKey,
  metadata: {},
  nickname: null,
  product: product.id,
  recurring: isMonthly ? MONTHLY : null,
  tax_behavior: 'unspecified',
  tiers_mode: null,
  transform_quantity: null,
  type: isMonthly ? 'recurring' : 'one_time',
  unit_amount: cents,
  unit_amount_decimal: String(cents),
})

const hasSameTerms = (price: Price, { cents, isMonthly }: CatalogEntry): boolean =>
  price.unit_amount === cents && (price.recurring !== null) === isMonthly

/**
 * Stores the catalog. A price never changes: a new amount gets a new price, which takes over the lookup key. Existing
 * subscribers keep the old price.
 */
export const seedCatalog = (book: Book, entries: readonly CatalogEntry[]): void => {
  for (const entry of entries) {
    const current = [...book.list('price')].find(({ lookup_key }) => lookup_key === entry.lookupKey)
    if (current && hasSameTerms(current, entry)) continue
    if (current) book.put('price', { ...current, active: false, lookup_key: null })
    const product = (current && book.get('product', current.product)) ?? productOf(book, entry)
    const price = priceOf(book, product, entry)
    book.put('price', price)
    book.put('product', { ...product, default_price: price.id })
  }
}
