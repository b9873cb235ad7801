import { defineAccess } from '@signet/kernel/access'

export const access = defineAccess({
  api: {
    description: "Consultations of roles within the plan's quota",
    memoryMb: 512,
    timeoutSeconds: 29,
    serves: ['consultations'],
    settings: ['STAGE', 'ORGANIZATION_CEILING'],
    calls: ['runtime'],
    rows: {
      TIER: ['get'],
      ORG: ['get'],
      USE: ['get', 'put', 'update'],
      CONSULT: ['get', 'put'],
      OUTBOX: ['put', 'delete'],
    },
    callers: { keyPrefix: 'plat_' },
    platformCalls: 'consultations',
    events: true,
  },
})
