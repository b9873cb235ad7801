import { erasureAccess } from '@signet/erasure/access'
import { defineAccess } from '@signet/kernel/access'

const BOOKS = ['images-credits', 'usage-entitlements'] as const

export const access = defineAccess({
  api: {
    description: 'Checkout, customer portal and plan cancellation',
    memoryMb: 512,
    timeoutSeconds: 29,
    serves: ['billing'],
    settings: ['STAGE', 'STRIPE_API', 'SOLD_PRODUCTS', 'DAILY_PURCHASE_CENTS'],
    rows: {
      BILLING: ['get', 'put'],
      STRIPE: ['get', 'put'],
      PUR: ['get', 'put'],
      USE: ['get', 'update'],
      ALLOWANCE: ['get', 'update'],
      CR: ['get'],
      INVITE: ['get'],
      TIER: ['get'],
      ORG: ['get'],
    },
    callers: { keyPrefix: 'plat_' },
    platformCalls: 'billing',
    secrets: { read: ['stripe'] },
    invokes: BOOKS,
  },
  // The endpoint is public, so the function can only store and queue events.
  webhook: {
    description: 'Receives signed events of the payment processor',
    memoryMb: 512,
    timeoutSeconds: 20,
    serves: ['billing-webhook'],
    settings: ['STAGE'],
    rows: { WH: ['get', 'put', 'update'] },
    secrets: { read: ['stripe'] },
    queues: ['stripe-events'],
  },
  worker: {
    description: 'Updates the records of an organization from the payment processor',
    memoryMb: 512,
    timeoutSeconds: 60,
    queue: { name: 'stripe-events', batchSize: 5, maxConcurrency: 10 },
    settings: ['STAGE', 'STRIPE_API'],
    rows: { BILLING: ['get', 'query', 'put'], STRIPE: ['get'], TIER: ['get'], OUTBOX: ['put', 'delete'] },
    secrets: { read: ['stripe'] },
    invokes: BOOKS,
    events: true,
  },
  reconcile: {
    description: 'Compares the records of all organizations with the payment processor and repairs differences',
    memoryMb: 512,
    timeoutSeconds: 300,
    schedule: { every: 'day' },
    settings: ['STAGE', 'STRIPE_API'],
    rows: { BILLING: ['get', 'query', 'put'], STRIPE: ['get'], TIER: ['get'], OUTBOX: ['put', 'delete'] },
    secrets: { read: ['stripe'] },
    invokes: BOOKS,
    events: true,
  },
  // Invoked by operators.
  invite: {
    description: 'Invites an organization to a product, or ends the invitation',
    memoryMb: 256,
    timeoutSeconds: 10,
    rows: { INVITE: ['put', 'delete'] },
  },
  erasure: erasureAccess('billing', {
    description: 'Deletes customers at the payment processor, and exports purchases of accounts',
    timeoutSeconds: 60,
    settings: ['STAGE', 'STRIPE_API'],
    rows: { BILLING: ['get', 'put'] },
    secrets: { read: ['stripe'] },
  }),
})
