import { defineAccess } from '@signet/kernel/access'
import { leaving } from '@signet/leaving/access'

/** The functions of trust pages and their permissions. */
export const access = defineAccess({
  api: {
    description: 'Keeps slugs and artifacts of trust pages',
    // It checks artifacts of megabytes.
    memoryMb: 1024,
    timeoutSeconds: 29,
    serves: ['trust-slugs', 'trust-bundles', 'trust-page-settings'],
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
    bucket: { name: 'trust', objects: { 'artifacts/': ['put', 'delete'] } },
    spends: ['storage'],
    callers: 'plat_',
  },
  page: {
    description: 'Shows trust pages and their artifacts to everybody',
    memoryMb: 1024,
    timeoutSeconds: 29,
    serves: ['trust-pages'],
    streams: true,
    settings: ['STAGE'],
    rows: {
      RATE: ['update'],
      TRUSTSLUG: ['get'],
      TRUST: ['get', 'query'],
      TRUSTHISTORY: ['query'],
      RECEIPT: ['get'],
      SIGNINGKEY: ['query'],
    },
    bucket: { name: 'trust', objects: { 'artifacts/': ['get'] } },
    secrets: { read: ['pepper'] },
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
    bucket: { name: 'trust', objects: { 'artifacts/': ['get', 'list', 'delete'] } },
  }),
})
