import { randomUUID } from 'node:crypto'
import type { Entity } from '@signet/contracts'
import { invalidTransition, refusal } from '@signet/contracts/http'
import { order } from './contracts/order.ts'
import { type OrderHandlers, orderWeb } from './generated/order/handlers.ts'

const orders = new Map<string, Entity<typeof order>>()

const existingOrder = (id: string) => {
  const existing = orders.get(id)
  if (existing === undefined) throw refusal('not_found', `The order ${id} does not exist`)
  return existing
}

/** Moves an order to the target state of the contract, if its state allows the operation. */
const move = (id: string, operation: 'place' | 'ship' | 'cancel') => {
  const before = existingOrder(id)
  const to = order.operations[operation].transition?.to[before.status]
  if (to === undefined) throw invalidTransition(order, operation, before.status)
  const after = { ...before, status: to as typeof before.status }
  orders.set(id, after)
  return after
}

const handlers: OrderHandlers = {
  create: ({ body }) => {
    const created = { id: randomUUID(), status: 'draft' as const, ...body }
    orders.set(created.id, created)
    return created
  },
  get: ({ params }) => existingOrder(params.id),
  place: ({ params }) => move(params.id, 'place'),
  ship: ({ params }) => move(params.id, 'ship'),
  cancel: ({ params }) => move(params.id, 'cancel'),
}

/** Serves Requests in Node, Deno, Bun and Workers; `orderLambda` does so behind API Gateway. */
export const serve = orderWeb(handlers)
