import { defineAccess } from '@signet/kernel/access'
import { leaving } from '@signet/leaving/access'

/** The functions of evidence and their permissions. */
export const access = defineAccess({
  api: {
    description: 'Checks texts, and keeps libraries of evidence',
    memoryMb: 1024,
    timeoutSeconds: 29,
    serves: ['evidence', 'evidence-library'],
    settings: ['STAGE', 'ORGANISATION_CEILING'],
    rows: {
      TIER: ['get'],
      ORG: ['get'],
      USE: ['get', 'put', 'update'],
      OUTBOX: ['put', 'delete'],
      TALLY: ['get', 'update'],
      EVIDENCE: ['get', 'put', 'query', 'delete'],
    },
    callers: 'plat_',
    events: true,
  },
  leave: leaving('evidence', {
    description: 'Erases the evidence of those who leave, and copies it',
    timeoutSeconds: 120,
    rows: { EVIDENCE: ['query', 'delete'] },
  }),
})
