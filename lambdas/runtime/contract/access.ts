import { defineAccess } from '@signet/kernel/access'
import { leaving } from '@signet/leaving/access'
import { issuing } from '@signet/receipts/access'

/** The functions of the runtime and their permissions. */
export const access = defineAccess({
  api: issuing({
    description: 'Readings, classification, decks and grading',
    memoryMb: 1769,
    timeoutSeconds: 29,
    serves: ['runtime-readings', 'runtime-decks', 'runtime-service'],
    settings: ['STAGE'],
    rows: { DECK: ['get', 'put'], GRIMOIRE: ['put'], INSCRIBED: ['get', 'put'], QUERENT: ['get', 'put'] },
    bucket: { name: 'readings', objects: { 'readings/': ['get', 'put'] } },
    callers: 'plat_',
    platformCalls: 'runtime',
  }),
  leave: leaving('runtime', {
    description: 'Erases readings, memory and decks of those who leave, and copies them',
    timeoutSeconds: 300,
    rows: {
      DECK: ['get', 'query', 'delete'],
      INSCRIBED: ['query', 'delete'],
      GRIMOIRE: ['query', 'delete'],
      QUERENT: ['get', 'query', 'delete'],
    },
    bucket: { name: 'readings', objects: { 'readings/': ['get', 'list', 'delete'] } },
  }),
})
