import { defineAccess } from '@signet/kernel/access'

export const access = defineAccess({
  api: {
    description: 'Messages, support tickets and previews of scaffolds',
    memoryMb: 512,
    timeoutSeconds: 29,
    serves: ['contact', 'support-tickets', 'scaffold-preview'],
    settings: ['STAGE'],
    rows: {
      CONTACT: ['put'],
      TICKET: ['put', 'query'],
      OUTBOX: ['put', 'delete'],
      RATE: ['update'],
      KEY: ['get', 'update'],
    },
    secrets: { read: ['pepper'] },
    sessions: true,
    events: true,
  },
})
