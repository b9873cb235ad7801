import { defineAccess } from '@signet/kernel/access'
import { leaving } from '@signet/erasure/access'
import { issuing } from '@signet/receipts/access'

/** The functions of posture and their permissions. */
export const access = defineAccess({
  api: issuing({
    description: 'Judges CISO intakes, which count on the quota of the tier',
    memoryMb: 512,
    timeoutSeconds: 29,
    serves: ['ciso-intake'],
    settings: ['STAGE', 'ORGANISATION_CEILING'],
    rows: {
      TIER: ['get'],
      ORG: ['get'],
      USE: ['get', 'put', 'update'],
      POSTURE: ['get', 'put', 'query'],
      OUTBOX: ['put', 'delete'],
    },
    callers: 'plat_',
    events: true,
  }),
  leave: leaving('posture', {
    description: 'Erases the intakes of those who leave, and copies them',
    timeoutSeconds: 120,
    rows: { POSTURE: ['query', 'delete'] },
  }),
})
