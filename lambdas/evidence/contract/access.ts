import { defineAccess } from '@signet/kernel/access'
import { leaving } from '@signet/leaving/access'

/** The functions of evidence and their permissions. */
export const access = defineAccess({
  api: {
    description: 'Libraries of evidence',
    memoryMb: 1024,
    timeoutSeconds: 29,
    serves: ['evidence-library'],
    settings: ['STAGE'],
    rows: {
      TIER: ['get'],
      ORG: ['get'],
      TALLY: ['get', 'update'],
      EVIDENCE: ['get', 'put', 'query', 'delete'],
    },
    callers: 'plat_',
  },
  leave: leaving('evidence', {
    description: 'Erases the evidence of those who leave, and copies it',
    timeoutSeconds: 120,
    rows: { EVIDENCE: ['query', 'delete'] },
  }),
})
