import { defineAccess } from '@signet/kernel/access'

/** The function of scaffolds and its permissions. */
export const access = defineAccess({
  api: {
    description: 'Previews of scaffolds',
    memoryMb: 512,
    timeoutSeconds: 29,
    serves: ['scaffold-preview'],
    settings: ['STAGE'],
    rows: { RATE: ['update'] },
    secrets: { read: ['pepper'] },
  },
})
