import { defineAccess } from '@signet/kernel/access'
import { leaving } from '@signet/erasure/access'

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
  'send-mail': {
    description: 'Mails confirmation links, and messages and tickets to support',
    memoryMb: 256,
    timeoutSeconds: 30,
    queue: { name: 'mails-of-support', batchSize: 10, maxConcurrency: 2 },
    subscribes: {
      types: [
        'org.signet.subscriber.requested.v1',
        'org.signet.contact-message.received.v1',
        'org.signet.support-ticket.opened.v1',
      ],
    },
    // Mail that may not be sent today waits in it.
    queues: ['mails-of-support'],
    settings: ['SUPPORT_EMAIL'],
    rows: { SUBSCRIBER: ['get', 'put'], CONFIRM: ['put'], CONTACT: ['get'], TICKET: ['get'] },
    secrets: { read: ['pepper'] },
    mail: true,
    spends: ['mail'],
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
