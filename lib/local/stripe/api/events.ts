import type { Stripe } from 'stripe'
import * as z from 'zod'
import { booleanText, listOf, text } from '../parameters.ts'
import { readOperations } from './operation.ts'

const listParams = listOf<Stripe.EventListParams>()({
  type: text.optional(),
  types: z.array(text).max(20).optional(),
  delivery_success: booleanText.optional(),
})

/** Matches event types: `customer.*` is every event of customers. */
const matchesType = (type: string, pattern: string): boolean =>
  pattern.endsWith('*') ? type.startsWith(pattern.slice(0, -1)) : type === pattern

export const eventOperations = readOperations(
  '/v1/events',
  'event',
  listParams,
  ({ type, pending_webhooks }, params) => {
    const patterns = [...(params.type === undefined ? [] : [params.type]), ...(params.types ?? [])]
    return (
      (patterns.length === 0 || patterns.some((name) => matchesType(type, name))) &&
      (params.delivery_success === undefined || params.delivery_success === (pending_webhooks === 0))
    )
  },
)
