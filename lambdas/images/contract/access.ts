import { erasureAccess } from '@signet/erasure/access'
import { PROVIDERS } from '@signet/imaging/schemas/vocabulary'
import { defineAccess } from '@signet/kernel/access'
import { issuing } from '@signet/receipts/access'

/** Lambda gives a function one full vCPU at this memory size. */
const ONE_VCPU_MB = 1769

export const access = defineAccess({
  api: {
    description: 'Jobs, models and policies of the image service',
    memoryMb: 1024,
    timeoutSeconds: 29,
    serves: ['service', 'job', 'variations', 'tenants', 'webhooks'],
    // Waiting requests occupy this function, and the steps of their jobs need concurrency of the same AWS account.
    share: 0.4,
    settings: ['WEBHOOK_LOOPBACK', 'PAINTERS', 'VERSION', 'STAGE', 'HOLD_SECONDS'],
    rows: {
      TENANT: ['get', 'query', 'put', 'update'],
      CR: ['get', 'put', 'update', 'query'],
      // Read to check whether a new account is a personal one.
      ORG: ['get'],
      USER: ['get', 'put', 'update', 'query'],
      KEY: ['put', 'delete'],
      USE: ['get', 'update'],
      ALLOWANCE: ['get', 'update'],
      MODEL: ['query'],
      MILESTONE: ['get'],
      // Public keys of the authorization server, to verify tokens of agents.
      OAKEYS: ['get'],
      OUTBOX: ['put', 'delete'],
      RECEIPTOPENING: ['delete'],
    },
    bucket: {
      name: 'images',
      objects: { 'tmp/': ['put', 'delete'], 'img/': ['delete'], 'txt/': ['get', 'put', 'delete'] },
    },
    queues: ['jobs', 'priority-jobs'],
    events: true,
    callers: { keyPrefix: 'gen_' },
    platformCalls: 'images',
    secrets: { describe: PROVIDERS },
    languageModel: true,
    spends: [...PROVIDERS, 'anonymous-images', 'bedrock-tokens'],
  },
  assets: {
    description: 'Streams images and their presets',
    memoryMb: ONE_VCPU_MB,
    timeoutSeconds: 60,
    serves: ['assets'],
    streams: true,
    layers: ['sharp'],
    settings: ['STAGE'],
    rows: { RATE: ['update'] },
    bucket: { name: 'images', objects: { 'img/': ['get', 'put', 'delete'] } },
    secrets: { read: ['pepper'] },
  },
  dispatch: {
    description: 'Starts the state machine of each job on the queue',
    memoryMb: 256,
    timeoutSeconds: 20,
    queue: { name: 'jobs', batchSize: 10, maxConcurrency: 50 },
    machines: ['jobs'],
  },
  paint: {
    description: "Calls the model's provider and stores the master image",
    // Mostly waits for the provider, and is billed by memory in the meantime; the encoder processes the pixels.
    memoryMb: 1024,
    timeoutSeconds: 300,
    step: 'jobs',
    layers: ['sharp'],
    settings: ['PAINTERS', 'STAGE'],
    rows: { TENANT: ['get', 'update'] },
    bucket: { name: 'images', objects: { 'img/': ['get', 'put', 'delete'], 'tmp/': ['get'], 'txt/': ['get'] } },
    secrets: { read: PROVIDERS },
    spends: PROVIDERS,
  },
  // The write that ends a job also settles its charge.
  encode: {
    description: 'Encodes the image and its variants from the master',
    memoryMb: ONE_VCPU_MB,
    timeoutSeconds: 120,
    step: 'jobs',
    layers: ['sharp'],
    rows: { TENANT: ['get', 'update'], CR: ['update', 'put'] },
    bucket: { name: 'images', objects: { 'img/': ['get', 'put', 'delete'] } },
    events: true,
    settings: ['STAGE'],
  },
  settle: {
    description: 'Ends a job that cannot be completed and removes its objects',
    memoryMb: 256,
    timeoutSeconds: 30,
    step: 'jobs',
    settings: ['STAGE'],
    rows: {
      TENANT: ['get', 'update'],
      CR: ['get', 'update', 'put'],
      USE: ['update'],
      ALLOWANCE: ['update'],
    },
    bucket: { name: 'images', objects: { 'img/': ['delete'] } },
    events: true,
  },
  sweep: {
    description: 'Resends lost jobs, ends stuck jobs, finishes deletions, removes expired data',
    memoryMb: 256,
    timeoutSeconds: 60,
    schedule: { every: 'minute' },
    settings: ['STAGE'],
    rows: {
      TENANT: ['get', 'put', 'update', 'delete'],
      CR: ['get', 'update', 'put'],
      USE: ['update'],
      ALLOWANCE: ['update'],
      RECEIPTOPENING: ['delete'],
    },
    indexes: ['gsi1'],
    bucket: { name: 'images', objects: { 'img/': ['delete'], 'tmp/': ['delete'], 'txt/': ['delete'] } },
    queues: ['jobs', 'priority-jobs', 'webhooks'],
    events: true,
  },
  notify: {
    description: 'Sends the webhooks of jobs that have ended',
    memoryMb: 256,
    // Longer than the maximum wait for a webhook receiver.
    timeoutSeconds: 40,
    queue: { name: 'webhooks', batchSize: 5, maxConcurrency: 20 },
    subscribes: {
      types: ['org.signet.job.completed.v1', 'org.signet.job.failed.v1', 'org.signet.job.failed_encoding.v1'],
      data: { has_webhook: [true] },
    },
    settings: ['WEBHOOK_LOOPBACK', 'STAGE'],
    rows: { TENANT: ['get', 'update'] },
    bucket: { name: 'images', objects: { 'txt/': ['get'] } },
    queues: ['webhooks'],
    secrets: { read: ['pepper'] },
  },
  // Receipts of one account are issued in sequence, because they are links of one chain.
  receipt: issuing({
    description: 'Issues the receipts for images of accounts',
    memoryMb: 512,
    timeoutSeconds: 30,
    queue: { name: 'image-receipts', batchSize: 1, maxConcurrency: 10, inOrderOf: 'data.account_id' },
    subscribes: { types: ['org.signet.job.completed.v1'], data: { has_account: [true] } },
    settings: ['STAGE', 'RECEIPT_KINDS'],
    rows: { TENANT: ['get', 'update'] },
    bucket: { name: 'images', objects: { 'img/': ['get', 'put', 'delete'], 'txt/': ['get'] } },
  }),
  lifecycle: {
    description: 'Reads from the providers which of their models will be retired, and when',
    memoryMb: 512,
    timeoutSeconds: 180,
    schedule: { every: 'day' },
    // The vendors' wire formats import sharp.
    layers: ['sharp'],
    settings: ['STAGE'],
    rows: { MODEL: ['query', 'put'] },
    secrets: { read: PROVIDERS },
  },
  // Called by the billing service with purchases, payments, cancellations and refunds, and daily to expire credits.
  credits: {
    description: 'Records purchases, renewals, refunds and ends of subscriptions in the credit ledger',
    memoryMb: 256,
    timeoutSeconds: 60,
    schedule: { every: 'day', input: { op: 'expire' } },
    rows: { CR: ['get', 'put', 'update', 'delete'], MILESTONE: ['get', 'update'], ORG: ['get'] },
    indexes: ['gsi1'],
  },
  statements: issuing({
    description: 'Issues the monthly credit statement of each account with activity',
    memoryMb: 512,
    timeoutSeconds: 300,
    schedule: { every: 'hour' },
    settings: ['RECEIPT_KINDS'],
    rows: { CR: ['get', 'query', 'put'], LEDGERRUN: ['get', 'put'] },
    indexes: ['gsi1'],
  }),
  erasure: erasureAccess('images', {
    description: 'Erases jobs and tenants of accounts and adds them to account exports',
    timeoutSeconds: 900,
    rows: {
      TENANT: ['get', 'put', 'update'],
      KEY: ['query', 'delete'],
      CR: ['get', 'put', 'update'],
      USE: ['update'],
      ALLOWANCE: ['update'],
      OUTBOX: ['put', 'delete'],
      RECEIPTOPENING: ['delete'],
    },
    bucket: { name: 'images', objects: { 'img/': ['get', 'delete'], 'tmp/': ['delete'], 'txt/': ['get', 'delete'] } },
    events: true,
  }),
})
