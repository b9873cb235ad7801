import { erasureAccess } from '@signet/erasure/access'
import { defineAccess } from '@signet/kernel/access'
import { issuing } from '@signet/receipts/access'

const COLLECTION_QUERIES = { verbs: ['read'], rows: { WINDOWS: ['query'] } } as const

const SEARCH_ROWS = { CONV: ['get'], SEGMENT: ['query'] } as const
const PASSAGE_OBJECTS = { 'packs/': ['get'], 'segments/': ['get'] } as const

const METER_ROWS = { METER: ['update'] } as const

const QUOTA_ROWS = { METER: ['update', 'query'], TIER: ['get'], ORG: ['get'] } as const

export const access = defineAccess({
  api: {
    description: 'Uploads, conversations and keys of the archive',
    memoryMb: 1024,
    timeoutSeconds: 29,
    serves: ['archive-service', 'archive-keys', 'archive-uploads', 'archive-stats'],
    settings: ['VERSION', 'STAGE', 'PROMPT_MODEL', 'EMBEDDING_MODEL'],
    // The archive's address redirects to the console.
    publicUrls: ['platform'],
    bucket: { name: 'archive', objects: { 'uploads/': ['get', 'put', 'multipart'] } },
    queues: ['archive-ingest', 'archive-survey'],
    spends: ['storage'],
    rows: {
      UPLOAD: ['get', 'query', 'put', 'delete'],
      INGEST: ['get', 'put', 'query'],
      IMPORTFILE: ['get'],
      SLICE: ['query'],
      SURVEY: ['get', 'put'],
      METER: ['query'],
      TIER: ['get'],
      KEY: ['put', 'delete'],
      // Creating a key reads the creator's member row and writes it again, so that it fails if the member was removed.
      ORG: ['get', 'put'],
      TALLY: ['get', 'update'],
      ORGKEY: ['get', 'query', 'put', 'delete'],
    },
    callers: { keyPrefix: 'plat_' },
  },
  search: {
    description: 'Searches and browses the archive',
    // The memory caches the segments of recent searches.
    memoryMb: 1769,
    timeoutSeconds: 29,
    serves: ['archive-search', 'archive-conversations'],
    settings: ['STAGE'],
    rows: { ...SEARCH_ROWS, ...METER_ROWS },
    indexes: ['gsi1'],
    bucket: { name: 'archive', objects: PASSAGE_OBJECTS },
    embeddings: true,
    spends: ['embedding-tokens'],
    collection: COLLECTION_QUERIES,
    callers: { keyPrefix: 'plat_' },
  },
  chat: {
    description: 'Answers questions from the archive, and exports conversations',
    memoryMb: 1769,
    timeoutSeconds: 120,
    serves: ['archive-chat'],
    streams: true,
    settings: ['STAGE'],
    rows: { ...SEARCH_ROWS, ...QUOTA_ROWS },
    bucket: { name: 'archive', objects: PASSAGE_OBJECTS },
    languageModel: 'streaming',
    embeddings: true,
    spends: ['embedding-tokens', 'bedrock-tokens'],
    collection: COLLECTION_QUERIES,
    callers: { keyPrefix: 'plat_' },
  },
  ingest: {
    description: 'Reads uploads and converts them to conversations',
    memoryMb: 1769,
    timeoutSeconds: 900,
    queue: { name: 'archive-ingest', batchSize: 1, maxConcurrency: 10 },
    queues: ['archive-ingest', 'archive-merge'],
    bucket: {
      name: 'archive',
      objects: {
        'uploads/': ['get', 'delete'],
        'members/': ['get', 'put', 'delete', 'multipart'],
        'packs/': ['get', 'put', 'delete'],
        'segments/': ['put'],
      },
    },
    rows: {
      UPLOAD: ['get', 'delete'],
      INGEST: ['get', 'put', 'update', 'delete'],
      IMPORTFILE: ['get', 'query', 'put', 'delete'],
      SLICE: ['query', 'put', 'update', 'delete'],
      IMPORT: ['get', 'query', 'put', 'delete'],
      CONV: ['get', 'put', 'delete'],
      SEGMENT: ['get', 'query', 'put'],
      OUTBOX: ['put', 'delete'],
      RECEIPTOPENING: ['delete'],
      ...METER_ROWS,
    },
    events: true,
    embeddings: true,
    spends: ['embedding-tokens'],
    collection: { verbs: ['read', 'write'], rows: { WINDOWS: ['get', 'query', 'put', 'delete'] } },
  },
  receipt: issuing({
    description: 'Issues the receipts of completed imports',
    // One vCPU hashes files of up to 50 GiB as fast as S3 returns them.
    memoryMb: 1769,
    timeoutSeconds: 900,
    queue: { name: 'archive-receipts', batchSize: 1, maxConcurrency: 5, inOrderOf: 'tenantid' },
    subscribes: { types: ['org.signet.archive-import.completed.v1'] },
    settings: ['RECEIPT_KINDS'],
    rows: { INGEST: ['get', 'put'], IMPORT: ['query'] },
    bucket: { name: 'archive', objects: { 'uploads/': ['get'] } },
  }),
  merge: {
    description: 'Merges segments of the index and removes deleted content',
    memoryMb: 1769,
    timeoutSeconds: 600,
    settings: ['EMBEDDING_MODEL'],
    queue: { name: 'archive-merge', batchSize: 1, maxConcurrency: 5 },
    rows: { SEGMENT: ['query', 'put', 'delete'], CONV: ['get'] },
    bucket: { name: 'archive', objects: { 'segments/': ['get', 'put', 'delete'] } },
    queues: ['archive-merge'],
    collection: { verbs: ['read', 'write'], rows: { WINDOWS: ['query', 'delete'] } },
  },
  survey: {
    description: 'Counts the content of archives, and re-indexes it after a change of the index',
    // The memory holds a batch of conversations with their windows, and segments of the index.
    memoryMb: 1769,
    timeoutSeconds: 900,
    queue: { name: 'archive-survey', batchSize: 1, maxConcurrency: 2 },
    queues: ['archive-survey', 'archive-merge'],
    rows: {
      SURVEY: ['get', 'put'],
      REINDEX: ['get', 'put'],
      INGEST: ['query'],
      CONV: ['query'],
      SEGMENT: ['get', 'query', 'put'],
      ...METER_ROWS,
    },
    indexes: ['gsi1'],
    bucket: { name: 'archive', objects: { 'packs/': ['get'], 'segments/': ['get', 'put'] } },
    embeddings: true,
    spends: ['embedding-tokens'],
    collection: { verbs: ['read', 'write'], rows: { WINDOWS: ['get', 'query', 'put', 'delete'] } },
  },
  sweep: {
    description: 'Continues imports and surveys whose worker died',
    memoryMb: 256,
    timeoutSeconds: 30,
    schedule: { every: 'minute' },
    queues: ['archive-ingest', 'archive-survey'],
    rows: { INGEST: ['query'], SURVEY: ['query'] },
    indexes: ['gsi1'],
  },
  erasure: erasureAccess('archive', {
    description: 'Erases archives of accounts and adds them to account exports',
    // One vCPU unpacks 100,000 conversations within the time limit.
    memoryMb: 1769,
    timeoutSeconds: 900,
    // Rights to delete uploads as an owner does.
    rows: { UPLOAD: ['put', 'delete'], INGEST: ['get', 'put'] },
    bucket: {
      name: 'archive',
      objects: { 'uploads/': ['multipart', 'delete'], 'segments/': ['delete'], 'packs/': ['get'] },
    },
    queues: ['archive-ingest'],
  }),
})
