import type { Stripe } from 'stripe'
import * as z from 'zod'
import { booleanText, listOf, text } from '../parameters.ts'
import { matchesFilters, readOperations } from './operation.ts'

const listPricesParams = listOf<Stripe.PriceListParams>()({
  active: booleanText.optional(),
  currency: text.optional(),
  lookup_keys: z.array(text).max(10).optional(),
  product: text.optional(),
  type: z.enum(['one_time', 'recurring']).optional(),
})
const listProductsParams = listOf<Stripe.ProductListParams>()({
  active: booleanText.optional(),
  ids: z.array(text).optional(),
})

export const catalogOperations = [
  ...readOperations(
    '/v1/prices',
    'price',
    listPricesParams,
    (price, params) =>
      matchesFilters(price, params, ['active', 'currency', 'product', 'type']) &&
      (params.lookup_keys?.includes(price.lookup_key ?? '') ?? true),
  ),
  ...readOperations(
    '/v1/products',
    'product',
    listProductsParams,
    (product, params) => matchesFilters(product, params, ['active']) && (params.ids?.includes(product.id) ?? true),
  ),
]
