import type { Stripe } from 'stripe'
import * as z from 'zod'
import { flag, listOf, text } from '../parameters.ts'
import { reading } from './operation.ts'

const listing = listOf<Stripe.EventListParams>()({
  type: text.optional(),
  types: z.array(text).max(20).optional(),
  delivery_success: flag.optional(),
})

/** Matches event types: `customer.*` is every event of customers. */
const isOf = (type: string, wanted: string): boolean =>
  wanted.endsWith('*') ? type.startsWith(wanted.slice(0, -1)) : type === wanted

export const eventOperations = reading('/v1/events', 'event', listing, ({ type, pending_webhooks }, given) => {
  const wanted = [...(given.type === undefined ? [] : [given.type]), ...(given.types ?? [])]
  return (
    (wanted.length === 0 || wanted.some((name) => isOf(type, name))) &&
    (given.delivery_success === undefined || given.delivery_success === (pending_webhooks === 0))
  )
})
