import { defineAccess } from '@signet/kernel/access'

export const access = defineAccess({
  api: {
    description: 'Usage of the plan',
    memoryMb: 512,
    timeoutSeconds: 29,
    serves: ['usage'],
    settings: ['STAGE', 'ORGANIZATION_CEILING'],
    rows: { TIER: ['get'], ORG: ['get'], USE: ['get'] },
    callers: { keyPrefix: 'plat_' },
  },
  // Invoked by billing for purchases, renewals and ends, and by operators.
  entitlements: {
    description: 'Records the plan of each organization',
    memoryMb: 256,
    timeoutSeconds: 30,
    rows: { TIER: ['get', 'put'] },
  },
})
