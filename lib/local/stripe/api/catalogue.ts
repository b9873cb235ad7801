import type { Stripe } from 'stripe'
import * as z from 'zod'
import { existing } from '../desk.ts'
import { listPage } from '../listing.ts'
import { flag, listOf, NOTHING, text } from '../parameters.ts'
import { operation } from './operation.ts'

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

const fits = <T>(wanted: T | undefined, value: T): boolean => wanted === undefined || wanted === value

export const catalogueOperations = [
  operation('GET /v1/prices', listingPrices, ({ book }, given) => {
    const rows = [...book.list('price')].filter(
      (price) =>
        fits(given.active, price.active) &&
        fits(given.currency, price.currency) &&
        fits(given.product, price.product) &&
        fits<string>(given.type, price.type) &&
        (given.lookup_keys?.includes(price.lookup_key ?? '') ?? true),
    )
    return listPage('/v1/prices', rows, given)
  }),
  operation('GET /v1/prices/:id', NOTHING, (desk, _, id) => existing(desk, 'price', id)),
  operation('GET /v1/products', listingProducts, ({ book }, given) => {
    const rows = [...book.list('product')].filter(
      ({ id, active }) => fits(given.active, active) && (given.ids?.includes(id) ?? true),
    )
    return listPage('/v1/products', rows, given)
  }),
  operation('GET /v1/products/:id', NOTHING, (desk, _, id) => existing(desk, 'product', id)),
]
