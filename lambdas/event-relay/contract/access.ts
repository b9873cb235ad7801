import { defineAccess } from '@signet/kernel/access'

export const access = defineAccess({
  publish: {
    description: 'Publishes stored events that have not been sent',
    memoryMb: 256,
    timeoutSeconds: 60,
    schedule: { every: 'minute' },
    rows: { OUTBOX: ['get', 'delete'] },
    indexes: ['gsi1'],
    events: true,
  },
})
