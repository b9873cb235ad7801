import { defineAccess } from '@signet/kernel/access'

/** What each function of the archive is, and what it may touch. */
export const access = defineAccess({
  api: {
    description: 'Uploads, conversations and keys of the archive',
    memoryMb: 1024,
    timeoutSeconds: 29,
    serves: ['archive-service', 'archive-keys'],
    settings: ['VERSION', 'STAGE'],
    rows: {
      KEY: ['get', 'put', 'update', 'delete'],
      ORGKEY: ['get', 'query', 'put', 'delete'],
      RATE: ['update'],
    },
    secrets: { read: ['pepper'] },
    sessions: true,
  },
})
