import { leaving } from '@signet/erasure/access'
import { defineAccess } from '@signet/kernel/access'

export const access = defineAccess({
  api: {
    description: 'Messages, support tickets and news by mail',
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
    callers: 'plat_',
    events: true,
  },
  leave: leaving('support', {
    description: 'Erases tickets, messages and subscriptions of those who leave, and copies them',
    timeoutSeconds: 300,
    rows: {
      TICKET: ['query', 'delete'],
      CONTACT: ['query', 'delete'],
      SUBSCRIBER: ['query', 'delete'],
    },
    secrets: { read: ['pepper'] },
  }),
})
