import { erasureAccess } from '@signet/erasure/access'
import { defineAccess } from '@signet/kernel/access'

export const access = defineAccess({
  api: {
    description: 'Monitors of mentions and their progress',
    memoryMb: 512,
    timeoutSeconds: 29,
    serves: ['sentiment-monitor'],
    settings: ['STAGE', 'WEBHOOK_LOOPBACK', 'MENTIONS', 'COMPREHEND'],
    rows: {
      MONITOR: ['get', 'query', 'put', 'delete'],
      TALLY: ['get', 'update'],
      WATCH: ['put', 'delete'],
      LISTEN: ['get'],
      BATCH: ['query', 'put', 'delete'],
      ENDPOINT: ['get', 'delete'],
      CYCLE: ['query'],
    },
    queues: ['sentiment-deliveries'],
    callers: { keyPrefix: 'plat_' },
    vaults: { sentiment: ['create', 'read', 'delete'] },
  },
  dispatch: {
    description: 'Starts a cycle of every monitor, spread over five minutes',
    memoryMb: 256,
    timeoutSeconds: 60,
    schedule: { every: '15 minutes' },
    settings: ['STAGE'],
    rows: { WATCH: ['query'] },
    queues: ['sentiment-cycles'],
  },
  // Texts of mentions stay in memory only.
  collect: {
    description: 'Reads one platform for one monitor, removes personal data, scores, and queues events',
    memoryMb: 1024,
    timeoutSeconds: 120,
    queue: { name: 'sentiment-cycles', batchSize: 1, maxConcurrency: 20 },
    settings: ['STAGE', 'MENTIONS', 'COMPREHEND'],
    rows: { MONITOR: ['get'], LISTEN: ['get', 'put', 'update'], BATCH: ['put'], CYCLE: ['put'] },
    queues: ['sentiment-deliveries'],
    secrets: { read: ['pepper'] },
    vaults: { sentiment: ['read'] },
    comprehend: true,
    spends: ['comprehend-units'],
  },
  deliver: {
    description: 'Sends batches of one monitor to its endpoint',
    memoryMb: 256,
    timeoutSeconds: 120,
    queue: { name: 'sentiment-deliveries', batchSize: 1, maxConcurrency: 20 },
    settings: ['STAGE', 'WEBHOOK_LOOPBACK'],
    rows: {
      MONITOR: ['get'],
      BATCH: ['query', 'put', 'delete'],
      ENDPOINT: ['get', 'put'],
      CYCLE: ['update'],
    },
    queues: ['sentiment-deliveries'],
    secrets: { read: ['pepper'] },
    vaults: { sentiment: ['read'] },
  },
  erasure: erasureAccess('sentiment', {
    description: 'Erases and exports monitors of accounts',
    timeoutSeconds: 300,
    vaults: { sentiment: ['delete'] },
  }),
})
