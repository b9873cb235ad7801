import { defineAccess } from '@signet/kernel/access'
import { leaving } from '@signet/leaving/access'

/** The functions of trust pages and their permissions. */
export const access = defineAccess({
  api: {
    description: 'Keeps slugs and artifacts of trust pages',
    // It checks artifacts of megabytes.
    memoryMb: 1024,
    timeoutSeconds: 29,
    serves: ['trust-slugs', 'trust-bundles'],
    settings: ['STAGE'],
    rows: {
      TRUSTSLUG: ['get', 'put', 'delete'],
      TRUST: ['get', 'query', 'put', 'delete'],
      TRUSTHISTORY: ['query', 'put'],
      TRUSTHASH: ['get', 'put', 'delete'],
      TALLY: ['get', 'update'],
      // Whose receipt a hash is of.
      RECEIPT: ['get'],
    },
    bucket: { name: 'trust', objects: { 'artifacts/': ['put', 'delete'], 'staging/': ['get', 'delete'] } },
    spends: ['storage'],
    callers: 'plat_',
  },
  large: {
    description: 'Lets large artifacts of trust pages be sent',
    memoryMb: 512,
    timeoutSeconds: 29,
    serves: ['trust-uploads'],
    receives: { bucket: 'trust', prefix: 'staging', beyond: 4_194_304 },
    settings: ['STAGE'],
    rows: { TRUST: ['query', 'put'], TRUSTHASH: ['get'], TALLY: ['get'], RECEIPT: ['get'] },
    spends: ['storage'],
    callers: 'plat_',
  },
  leave: leaving('trust', {
    description: 'Erases trust pages of those who leave, and copies them',
    timeoutSeconds: 300,
    rows: {
      TRUSTSLUG: ['delete'],
      TRUSTHASH: ['delete'],
      TRUST: ['query', 'delete'],
      TRUSTHISTORY: ['query', 'delete'],
    },
    bucket: { name: 'trust', objects: { 'artifacts/': ['get', 'list', 'delete'], 'staging/': ['delete'] } },
  }),
})
