import type { Stripe } from 'stripe'
import * as z from 'zod'
import { flag, listOf, text } from '../parameters.ts'
import { readOperations } from './operation.ts'

const listing = listOf<Stripe.EventListParams>()({
  type: text.optional(),
  types: z.array(text).max(20).optional(),
  delivery_success: flag.optional(),
})

/** Matches event types: `customer.*` is every event of customers. */
const isOf = (type: string, pattern: string): boolean =>
  pattern.endsWith('*') ? type.startsWith(pattern.slice(0, -1)) : type === pattern

export const eventOperations = readOperations('/v1/events', 'event', listing, ({ type, pending_webhooks }, given) => {
  const patterns = [...(given.type === undefined ? [] : [given.type]), ...(given.types ?? [])]
  return (
    (patterns.length === 0 || patterns.some((name) => isOf(type, name))) &&
    (given.delivery_success === undefined || given.delivery_success === (pending_webhooks === 0))
  )
})
