import { defineAccess } from '@signet/kernel/access'

/** The relay of the outbox and its permissions. */
export const access = defineAccess({
  relay: {
    description: 'Sends events that were written and not sent',
    memoryMb: 256,
    timeoutSeconds: 60,
    schedule: { every: 'minute' },
    rows: { OUTBOX: ['get', 'delete'] },
    indexes: ['gsi1'],
    events: true,
  },
})
