import { erasureAccess } from '@signet/erasure/access'
import { defineAccess } from '@signet/kernel/access'
import { issuing, LOG_KEY } from '@signet/receipts/access'

const QUEUE = 'receipts-sequence'

const SEQUENCING = {
  memoryMb: 1024,
  timeoutSeconds: 120,
  settings: ['ISSUER_URL'],
  // URL of the witness that cosigns the checkpoints.
  publicUrls: ['witness'],
  rows: {
    RECEIPTLOG: ['get', 'put'],
    RECEIPTLEAF: ['query', 'delete'],
    RECEIPT: ['update'],
    SIGNINGKEY: ['query', 'put'],
  },
  kms: { sign: [LOG_KEY] },
  bucket: { name: 'receipt-log', objects: { 'log/': ['get', 'put'], 'batches/': ['get', 'put'] } },
} as const

export const access = defineAccess({
  api: issuing({
    description: 'Lists and withdraws receipts',
    memoryMb: 512,
    timeoutSeconds: 29,
    serves: ['receipts'],
    settings: ['STAGE'],
    rows: { RECEIPT: ['get', 'update'], RECEIPTS: ['query'], RECEIPTOPENING: ['get'] },
    queues: [QUEUE],
    callers: { keyPrefix: 'plat_' },
  }),
  files: {
    description: 'Creates receipt files for their owners',
    memoryMb: 1024,
    timeoutSeconds: 29,
    serves: ['receipt-files'],
    streams: true,
    settings: ['STAGE'],
    rows: { RECEIPT: ['get'], RECEIPTOPENING: ['get'], RECEIPTLOG: ['get'], SIGNINGKEY: ['query'] },
    bucket: { name: 'receipt-log', objects: { 'log/': ['get'] } },
    callers: { keyPrefix: 'plat_' },
  },
  public: {
    description: 'Serves public receipts, keys and the log',
    memoryMb: 1024,
    timeoutSeconds: 29,
    serves: ['receipt-verification', 'receipt-log'],
    streams: true,
    settings: ['STAGE', 'ISSUER_URL'],
    rows: { RATE: ['update'], RECEIPT: ['get'], SIGNINGKEY: ['query'], RECEIPTLOG: ['get'] },
    bucket: { name: 'receipt-log', objects: { 'log/': ['get'] } },
    secrets: { read: ['pepper'] },
  },
  sequence: {
    description: 'Adds issued receipts to the log every minute',
    schedule: { every: 'minute' },
    ...SEQUENCING,
  },
  nudged: {
    description: 'Adds receipts to the log soon after they are issued',
    queue: { name: QUEUE, batchSize: 10, maxConcurrency: 2 },
    ...SEQUENCING,
  },
  keys: issuing({
    description: 'Rotates or revokes receipt keys when an operator requests it',
    memoryMb: 256,
    timeoutSeconds: 60,
    rows: { RECEIPTLOG: ['get'] },
    queues: [QUEUE],
  }),
  erasure: erasureAccess('receipts', {
    description: 'Erases openings of private claims of accounts, and exports receipts',
    timeoutSeconds: 300,
    rows: { RECEIPT: ['get'], RECEIPTOPENING: ['get'] },
  }),
})
