import type { Stripe } from 'stripe'
import * as z from 'zod'
import { flag, listOf, text } from '../parameters.ts'
import { fits, readOperations } from './operation.ts'

const listingPrices = listOf<Stripe.PriceListParams>()({
  active: flag.optional(),
  currency: text.optional(),
  lookup_keys: z.array(text).max(10).optional(),
  product: text.optional(),
  type: z.enum(['one_time', 'recurring']).optional(),
})
const listingProducts = listOf<Stripe.ProductListParams>()({
  active: flag.optional(),
  ids: z.array(text).optional(),
})

export const catalogOperations = [
  ...readOperations(
    '/v1/prices',
    'price',
    listingPrices,
    (price, given) =>
      fits(price, given, ['active', 'currency', 'product', 'type']) &&
      (given.lookup_keys?.includes(price.lookup_key ?? '') ?? true),
  ),
  ...readOperations(
    '/v1/products',
    'product',
    listingProducts,
    (product, given) => fits(product, given, ['active']) && (given.ids?.includes(product.id) ?? true),
  ),
]
