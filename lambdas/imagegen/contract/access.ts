import { defineAccess } from '@signet/kernel/access'

const ONE_VCPU_MB = 1769
const PROVIDERS = ['edge-hosted', 'provider-a', 'provider-b'] as const

/** What each function of the image service is, and what it may touch. */
export const access = defineAccess({
  api: {
    description: 'Jobs, models and policies of the image service',
    memoryMb: 1024,
    timeoutSeconds: 29,
    serves: ['service', 'job', 'tenants', 'webhooks'],
    // It holds callers while the steps of their jobs want room of the same account.
    share: 0.4,
    settings: ['WEBHOOK_LOOPBACK', 'PAINTERS', 'VERSION', 'STAGE', 'HOLD_SECONDS'],
    rows: {
      TENANT: ['get', 'query', 'put', 'update'],
      CR: ['get', 'put', 'update', 'query'],
      USER: ['get', 'put', 'update', 'query'],
      KEY: ['get', 'put', 'update', 'delete'],
      USE: ['get', 'update'],
      MODEL: ['query'],
      MILESTONE: ['get'],
    },
    objects: { 'tmp/': ['put', 'delete'], 'img/': ['delete'], 'txt/': ['get', 'put', 'delete'] },
    queues: ['jobs', 'priority-jobs', 'webhooks'],
    secrets: { read: ['pepper'], describe: PROVIDERS },
    sessions: true,
    languageModel: true,
  },
  assets: {
    description: 'Streams images and their presets',
    memoryMb: ONE_VCPU_MB,
    timeoutSeconds: 60,
    serves: ['assets'],
    streams: true,
    layers: ['sharp'],
    settings: ['STAGE'],
    objects: { 'img/': ['get', 'put', 'delete'] },
  },
  dispatch: {
    description: 'Starts the state machine of each job on the queue',
    memoryMb: 256,
    timeoutSeconds: 20,
    queue: { name: 'jobs', batchSize: 10, maxConcurrency: 50 },
    machines: ['jobs'],
  },
  paint: {
    description: 'Asks the painter of the model for the picture and stores the master',
    memoryMb: ONE_VCPU_MB,
    timeoutSeconds: 300,
    step: 'jobs',
    layers: ['sharp'],
    settings: ['PAINTERS', 'STAGE'],
    rows: { TENANT: ['get', 'update'] },
    objects: { 'img/': ['get', 'put', 'delete'], 'tmp/': ['get'], 'txt/': ['get'] },
    secrets: { read: PROVIDERS },
  },
  // What a job holds is settled by the write that ends it.
  encode: {
    description: 'Makes the asset and its variants from the master',
    memoryMb: ONE_VCPU_MB,
    timeoutSeconds: 120,
    step: 'jobs',
    layers: ['sharp'],
    rows: { TENANT: ['get', 'update'], CR: ['update', 'put'] },
    objects: { 'img/': ['get', 'put', 'delete'] },
    queues: ['webhooks'],
  },
  settle: {
    description: 'Ends a job that cannot be completed and removes what it stored',
    memoryMb: 256,
    timeoutSeconds: 30,
    step: 'jobs',
    rows: { TENANT: ['get', 'update'], CR: ['get', 'update', 'put'], USE: ['update'] },
    objects: { 'img/': ['delete'] },
    queues: ['webhooks'],
  },
  sweep: {
    description: 'Sends lost jobs again, ends stuck ones, finishes deletions, removes what has served its time',
    memoryMb: 256,
    timeoutSeconds: 60,
    schedule: { every: 'minute' },
    settings: ['STAGE'],
    rows: { TENANT: ['get', 'update', 'delete'], CR: ['get', 'update', 'put'], USE: ['update'] },
    indexes: ['gsi1'],
    objects: { 'img/': ['delete'], 'tmp/': ['delete'], 'txt/': ['delete'] },
    queues: ['jobs', 'priority-jobs', 'webhooks'],
  },
  notify: {
    description: 'Tells the addresses that callers have named of jobs that have ended',
    memoryMb: 256,
    // Longer than the slowest receiver is waited for.
    timeoutSeconds: 40,
    queue: { name: 'webhooks', batchSize: 5, maxConcurrency: 20 },
    settings: ['WEBHOOK_LOOPBACK', 'STAGE'],
    rows: { TENANT: ['get', 'update'] },
    objects: { 'txt/': ['get'] },
    queues: ['webhooks'],
    secrets: { read: ['pepper'] },
  },
  lifecycle: {
    description: 'Asks the providers which of their models end, and when',
    memoryMb: 512,
    timeoutSeconds: 180,
    schedule: { every: 'day' },
    // The vendors' wire formats bring it along.
    layers: ['sharp'],
    settings: ['STAGE'],
    rows: { MODEL: ['query', 'put'] },
    secrets: { read: PROVIDERS },
  },
  // Called by the billing service with what was bought, paid, ended or refunded; and daily for what has run out.
  credits: {
    description: 'Books purchases, renewals, refunds and ends of subscriptions in the ledger of credits',
    memoryMb: 256,
    timeoutSeconds: 60,
    schedule: { every: 'day', input: { op: 'expire' } },
    rows: { CR: ['get', 'put', 'update', 'delete'], MILESTONE: ['get', 'update'] },
    indexes: ['gsi1'],
  },
})
