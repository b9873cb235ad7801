import { defineAccess } from '@signet/kernel/access'

/** What the functions of usage are, and what they may touch. */
export const access = defineAccess({
  api: {
    description: 'Usage of the tier, and images that count on it',
    memoryMb: 512,
    timeoutSeconds: 29,
    serves: ['usage'],
    settings: ['STAGE'],
    rows: { TIER: ['get'], ORG: ['get'], USE: ['get'], RATE: ['update'], KEY: ['get', 'update'] },
    secrets: { read: ['pepper'] },
    sessions: true,
  },
  // Called by billing with what was bought, renewed or ended, and by operators.
  entitlements: {
    description: 'Keeps the tier of each organisation',
    memoryMb: 256,
    timeoutSeconds: 30,
    rows: { TIER: ['get', 'put'] },
  },
})
