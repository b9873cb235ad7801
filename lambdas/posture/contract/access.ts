import { erasureAccess } from '@signet/erasure/access'
import { defineAccess } from '@signet/kernel/access'
import { issuing } from '@signet/receipts/access'

export const access = defineAccess({
  api: issuing({
    description: "Assesses CISO intakes within the plan's quota",
    memoryMb: 512,
    timeoutSeconds: 29,
    serves: ['ciso-intake'],
    settings: ['STAGE', 'ORGANIZATION_CEILING'],
    rows: {
      TIER: ['get'],
      ORG: ['get'],
      USE: ['get', 'put', 'update'],
      POSTURE: ['get', 'put', 'query'],
      OUTBOX: ['put', 'delete'],
    },
    callers: { keyPrefix: 'plat_' },
    events: true,
  }),
  erasure: erasureAccess('posture', {
    description: 'Erases and exports intakes of accounts',
    timeoutSeconds: 120,
  }),
})
