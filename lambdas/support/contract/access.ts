import { erasureAccess } from '@signet/erasure/access'
import { defineAccess } from '@signet/kernel/access'

export const access = defineAccess({
  api: {
    description: 'Contact messages, support tickets and news by email',
    memoryMb: 512,
    timeoutSeconds: 29,
    serves: ['contact', 'support-tickets', 'subscribe'],
    settings: ['STAGE'],
    rows: {
      CONTACT: ['put'],
      TICKET: ['put', 'query'],
      SUBSCRIBER: ['get', 'put', 'delete'],
      CONFIRM: ['get', 'update'],
      OUTBOX: ['put', 'delete'],
    },
    callers: { keyPrefix: 'plat_' },
    events: true,
  },
  erasure: erasureAccess('support', {
    description: 'Erases and exports tickets, messages and subscriptions of accounts',
    timeoutSeconds: 300,
    rows: { CONTACT: ['query', 'delete'] },
    secrets: { read: ['pepper'] },
  }),
})
