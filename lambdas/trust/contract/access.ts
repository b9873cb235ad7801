import { erasureAccess } from '@signet/erasure/access'
import { defineAccess } from '@signet/kernel/access'
import { issuing } from '@signet/receipts/access'

export const access = defineAccess({
  api: {
    description: 'Manages slugs and documents of trust pages',
    // Sized to check artifacts of several megabytes.
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
      // Finds the owner of the receipt with a hash.
      RECEIPT: ['get'],
    },
    bucket: {
      name: 'trust',
      objects: { 'artifacts/': ['get', 'put', 'delete'], 'staging/': ['get', 'put', 'delete'] },
    },
    spends: ['storage'],
    callers: { keyPrefix: 'plat_' },
  },
  large: {
    description: 'Accepts uploads of large documents for trust pages',
    memoryMb: 512,
    timeoutSeconds: 29,
    serves: ['trust-uploads'],
    receives: { bucket: 'trust', prefix: 'staging', maxDirectBytes: 4_194_304 },
    settings: ['STAGE'],
    rows: { TRUST: ['query', 'put'], TRUSTHASH: ['get'], TALLY: ['get'], RECEIPT: ['get'] },
    spends: ['storage'],
    callers: { keyPrefix: 'plat_' },
  },
  page: {
    description: 'Serves public trust pages and their documents',
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
    description: 'Accepts, confirms and ends subscriptions to trust pages',
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
    callers: { keyPrefix: 'plat_' },
    events: true,
  },
  requests: {
    description: 'Decides requests for documents and lists downloads',
    memoryMb: 512,
    timeoutSeconds: 29,
    serves: ['trust-requests'],
    settings: ['STAGE'],
    rows: {
      TRUSTREQUEST: ['get', 'query', 'put', 'delete'],
      // Checks that the requested artifact exists.
      TRUST: ['get'],
      OUTBOX: ['put', 'delete'],
    },
    callers: { keyPrefix: 'plat_' },
    events: true,
  },
  visitors: issuing({
    description: 'Accepts requests for documents and serves granted documents',
    // Sized for three copies of a 10 MB PDF while it is stamped.
    memoryMb: 1769,
    timeoutSeconds: 29,
    // A PDF can take seconds of CPU time. Without this limit on its share of the concurrency, requests for one link
    // could exhaust the capacity of every API.
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
      // Reads the name of the organization from the receipt.
      RECEIPT: ['get'],
      TALLY: ['get', 'update'],
      OUTBOX: ['put', 'delete'],
    },
    bucket: { name: 'trust', objects: { 'artifacts/': ['get'] } },
    events: true,
  }),
  notices: {
    description: 'Notifies subscribers of changed trust pages, and owners of pages whose evidence is about to go stale',
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
      // Reads the state of the receipt and the name of the organization.
      RECEIPT: ['get'],
      OUTBOX: ['put', 'delete'],
    },
    secrets: { read: ['pepper'] },
    events: true,
    mail: true,
    spends: ['mail'],
  },
  erasure: erasureAccess('trust', {
    description: 'Erases and exports trust pages of accounts',
    timeoutSeconds: 300,
    bucket: { name: 'trust', objects: { 'artifacts/': ['get', 'list', 'delete'], 'staging/': ['delete'] } },
  }),
})
