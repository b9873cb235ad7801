import { defineContract } from '@signet/contracts'
import * as z from 'zod'

const Order = z.object({
  id: z.uuid(),
  status: z.enum(['draft', 'placed', 'shipped', 'cancelled']),
  email: z.email(),
  note: z.string().max(200).optional(),
  total_cents: z.int().min(1).max(1_000_000),
})
const byId = z.object({ id: z.uuid() })

export const order = defineContract({
  name: 'order',
  version: '1.1.0',
  description: 'An order of a customer.',
  schema: Order,
  operations: {
    create: { input: Order.pick({ email: true, total_cents: true }), emits: ['order.created'] },
    get: { input: byId, errors: ['not_found'] },
    place: { input: byId, transition: { from: 'draft', to: 'placed' }, errors: ['not_found'] },
    ship: { input: byId, transition: { from: 'placed', to: 'shipped' }, emits: ['order.shipped'], errors: ['not_found'] },
    cancel: { input: byId, transition: { from: ['draft', 'placed'], to: 'cancelled' }, errors: ['not_found'] },
  },
  states: { field: 'status', initial: 'draft' },
  surfaces: {
    api: {
      basePath: '/orders',
      routes: {
        create: 'POST /',
        get: 'GET /:id',
        place: 'POST /:id/place',
        ship: 'POST /:id/ship',
        cancel: 'POST /:id/cancel',
      },
    },
    db: { table: 'orders', indexes: [['status']] },
  },
  authority: { create: 'public', get: 'public', place: 'public', ship: 'public', cancel: 'public' },
})
