import { erasing } from '@signet/erasure/access'
import { defineAccess } from '@signet/kernel/access'
import { issuing } from '@signet/receipts/access'

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
      TRUSTPAGES: ['get', 'put'],
      TRUSTHASH: ['get', 'put', 'delete'],
      TALLY: ['get', 'update'],
      // Whose receipt a hash is of.
      RECEIPT: ['get'],
    },
    bucket: {
      name: 'trust',
      objects: { 'artifacts/': ['get', 'put', 'delete'], 'staging/': ['get', 'put', 'delete'] },
    },
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
  subscriptions: {
    description: 'Takes subscriptions to trust pages, and ends them',
    memoryMb: 512,
    timeoutSeconds: 29,
    serves: ['trust-subscriptions'],
    settings: ['STAGE'],
    rows: {
      TRUSTSLUG: ['get'],
      TRUST: ['get'],
      TRUSTNEWS: ['get', 'query', 'put', 'delete'],
      TRUSTLINK: ['get', 'put', 'delete'],
      TALLY: ['get', 'update'],
      OUTBOX: ['put', 'delete'],
    },
    callers: 'plat_',
    events: true,
  },
  requests: {
    description: 'Decides about requests for artifacts, and tells who downloaded them',
    memoryMb: 512,
    timeoutSeconds: 29,
    serves: ['trust-requests'],
    settings: ['STAGE'],
    rows: {
      TRUSTREQUEST: ['get', 'query', 'put', 'delete'],
      // What is asked for must be there.
      TRUST: ['get'],
      OUTBOX: ['put', 'delete'],
    },
    callers: 'plat_',
    events: true,
  },
  visitors: issuing({
    description: 'Takes requests for artifacts, and hands them out where they are granted',
    // It stamps PDFs of ten megabytes, which it holds three times.
    memoryMb: 1769,
    timeoutSeconds: 29,
    // A PDF may take seconds of a whole processor: without a share, one link could take the room of every API.
    share: 0.05,
    serves: ['trust-request-forms'],
    streams: true,
    settings: ['STAGE'],
    rows: {
      RATE: ['update'],
      TRUSTSLUG: ['get'],
      TRUST: ['get'],
      TRUSTREQUEST: ['get', 'query', 'put', 'delete'],
      TRUSTGRANT: ['get'],
      // What the organization calls itself.
      RECEIPT: ['get'],
      TALLY: ['get', 'update'],
      OUTBOX: ['put', 'delete'],
    },
    bucket: { name: 'trust', objects: { 'artifacts/': ['get'] } },
    events: true,
  }),
  notices: {
    description: 'Tells subscribers what trust pages show anew, and owners what goes stale',
    memoryMb: 512,
    timeoutSeconds: 300,
    schedule: { every: '15 minutes' },
    rows: {
      TRUSTPAGES: ['query', 'delete'],
      TRUSTSLUG: ['get'],
      TRUST: ['query', 'put'],
      TRUSTNEWS: ['get', 'query', 'put', 'delete'],
      TRUSTLINK: ['delete'],
      POSTURE: ['get'],
      OUTBOX: ['put', 'delete'],
    },
    secrets: { read: ['pepper'] },
    events: true,
    mail: true,
    spends: ['mail'],
  },
  erasure: erasing('trust', {
    description: 'Erases and exports trust pages of accounts',
    timeoutSeconds: 300,
    bucket: { name: 'trust', objects: { 'artifacts/': ['get', 'list', 'delete'], 'staging/': ['delete'] } },
  }),
})
