import { defineAccess } from '@signet/kernel/access'
import { leaving } from '@signet/leaving/access'

/** The functions of trust pages and their permissions. */
export const access = defineAccess({
  api: {
    description: 'Keeps slugs of trust pages',
    memoryMb: 512,
    timeoutSeconds: 29,
    serves: ['trust-slugs'],
    settings: ['STAGE'],
    rows: {
      TRUSTSLUG: ['get', 'put', 'delete'],
      TRUST: ['get', 'query', 'put', 'delete'],
      TRUSTHISTORY: ['query', 'put'],
      TALLY: ['get', 'update'],
      // Whose receipt a hash is of.
      RECEIPT: ['get'],
    },
    callers: 'plat_',
  },
  leave: leaving('trust', {
    description: 'Erases trust pages of those who leave, and copies them',
    timeoutSeconds: 120,
    rows: { TRUSTSLUG: ['delete'], TRUST: ['query', 'delete'], TRUSTHISTORY: ['query', 'delete'] },
  }),
})
