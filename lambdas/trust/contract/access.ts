import { defineAccess } from '@signet/kernel/access'
import { leaving } from '@signet/leaving/access'
import { issuing } from '@signet/receipts/access'

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
      TRUSTPAGES: ['get', 'put'],
      TRUSTHASH: ['get', 'put', 'delete'],
      TALLY: ['get', 'update'],
      // Whose receipt a hash is of.
      RECEIPT: ['get'],
    },
    bucket: { name: 'trust', objects: { 'artifacts/': ['put', 'delete'] } },
    spends: ['storage'],
    callers: 'plat_',
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
  'send-mail': {
    description: 'Mails links that confirm addresses, and what became of requests',
    memoryMb: 256,
    timeoutSeconds: 30,
    queue: { name: 'mails-of-trust', batchSize: 10, maxConcurrency: 2 },
    subscribes: {
      types: [
        'org.signet.trust-page.news-requested.v1',
        'org.signet.trust-request.asked.v1',
        'org.signet.trust-request.granted.v1',
        'org.signet.trust-request.declined.v1',
        'org.signet.trust-request.revoked.v1',
      ],
    },
    // Mail that may not be sent today waits in it.
    queues: ['mails-of-trust'],
    rows: { TRUSTNEWS: ['get', 'put'], TRUSTLINK: ['put'], TRUSTREQUEST: ['get', 'put'], TRUSTGRANT: ['put'] },
    secrets: { read: ['pepper'] },
    mail: true,
    spends: ['mail'],
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
    serves: ['trust-request-forms'],
    streams: true,
    settings: ['STAGE'],
    rows: {
      RATE: ['update'],
      TRUSTSLUG: ['get'],
      TRUST: ['get'],
      TRUSTREQUEST: ['get', 'query', 'put', 'delete'],
      TRUSTGRANT: ['get'],
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
      TRUST: ['get', 'query', 'put'],
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
  leave: leaving('trust', {
    description: 'Erases trust pages of those who leave, and copies them',
    timeoutSeconds: 300,
    rows: {
      TRUSTSLUG: ['delete'],
      TRUSTHASH: ['delete'],
      TRUST: ['query', 'delete'],
      TRUSTPAGES: ['delete'],
      TRUSTNEWS: ['query', 'delete'],
      TRUSTREQUEST: ['query', 'delete'],
      TRUSTLINK: ['delete'],
      TRUSTHISTORY: ['query', 'delete'],
    },
    bucket: { name: 'trust', objects: { 'artifacts/': ['get', 'list', 'delete'] } },
  }),
})
