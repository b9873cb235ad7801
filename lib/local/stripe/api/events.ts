import type { Stripe } from 'stripe'
import * as z from 'zod'
import { existing } from '../desk.ts'
import { listPage } from '../listing.ts'
import { flag, listOf, NOTHING, text } from '../parameters.ts'
import { operation } from './operation.ts'

const listing = listOf<Stripe.EventListParams>()({
  type: text.optional(),
  types: z.array(text).max(20).optional(),
  delivery_success: flag.optional(),
})

/** `customer.*` is every event of customers. */
const isOf = (type: string, wanted: string): boolean =>
  wanted.endsWith('*') ? type.startsWith(wanted.slice(0, -1)) : type === wanted

export const eventOperations = [
  operation('GET /v1/events', listing, ({ book }, given) => {
    const wanted = [...(given.type === undefined ? [] : [given.type]), ...(given.types ?? [])]
    const rows = [...book.list('event')].filter(
      ({ type, pending_webhooks }) =>
        (wanted.length === 0 || wanted.some((name) => isOf(type, name))) &&
        (given.delivery_success === undefined || given.delivery_success === (pending_webhooks === 0)),
    )
    return listPage('/v1/events', rows, given)
  }),
  operation('GET /v1/events/:id', NOTHING, (desk, _, id) => existing(desk, 'event', id)),
]
