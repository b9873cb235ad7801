import { randomUUID } from 'node:crypto'
import type { Entity } from '@signet/contracts'
import { invalidTransition, refusal } from '@signet/contracts/http'
import { order } from './contracts/order.ts'
import { type OrderHandlers, orderWeb } from './generated/order/handlers.ts'

const orders = new Map<string, Entity<typeof order>>()

const found = (id: string) => {
  const known = orders.get(id)
  if (known === undefined) throw refusal('not_found', `There is no order ${id}`)
  return known
}

/** Moves an order if its state allows the operation; the contract knows where to. */
const move = (id: string, operation: 'place' | 'ship' | 'cancel') => {
  const before = found(id)
  const to = order.operations[operation].transition?.to[before.status]
  if (to === undefined) throw invalidTransition(order, operation, before.status)
  const after = { ...before, status: to as typeof before.status }
  orders.set(id, after)
  return after
}

const handlers: OrderHandlers = {
  create: ({ body }) => {
    const made = { id: randomUUID(), status: 'draft' as const, ...body }
    orders.set(made.id, made)
    return made
  },
  get: ({ params }) => found(params.id),
  place: ({ params }) => move(params.id, 'place'),
  ship: ({ params }) => move(params.id, 'ship'),
  cancel: ({ params }) => move(params.id, 'cancel'),
}

/** Request in, Response out: for Node, Deno, Bun, Workers and, as `orderLambda`, for API Gateway. */
export const serve = orderWeb(handlers)
