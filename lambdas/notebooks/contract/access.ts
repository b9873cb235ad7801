import { erasureAccess } from '@signet/erasure/access'
import { defineAccess } from '@signet/kernel/access'

/** Row rights to read a notebook, which also updates its sources. */
const NOTEBOOK_ROWS = { NOTEBOOK: ['get', 'put'], INGEST: ['get'], IMPORT: ['query'] } as const

/** If a collection is configured, search reads it, and the rows that hide removed windows. */
const COLLECTION_QUERIES = { verbs: ['read'], rows: { WINDOWS: ['query'] } } as const

const SEARCH_ROWS = { ...NOTEBOOK_ROWS, CONV: ['get'], SEGMENT: ['query'] } as const

const METER_ROWS = { METER: ['update'] } as const

const QUOTA_ROWS = { METER: ['update', 'query'], TIER: ['get'], ORG: ['get'] } as const

export const access = defineAccess({
  api: {
    description: 'Notebooks, their sources and artifacts',
    memoryMb: 1024,
    timeoutSeconds: 29,
    serves: ['archive-notebooks', 'archive-artifacts'],
    settings: ['STAGE', 'PROMPT_MODEL'],
    queues: ['notebooks-artifacts'],
    rows: {
      ...NOTEBOOK_ROWS,
      NOTEBOOK: ['get', 'query', 'put', 'delete'],
      ARTIFACT: ['get', 'query', 'put', 'delete'],
      UPLOAD: ['get'],
    },
    callers: { keyPrefix: 'plat_' },
  },
  search: {
    description: 'Searches notebooks',
    // The memory caches the segments of recent searches.
    memoryMb: 1769,
    timeoutSeconds: 29,
    serves: ['archive-notebook-search'],
    settings: ['STAGE'],
    rows: { ...SEARCH_ROWS, ...METER_ROWS },
    bucket: { name: 'archive', objects: { 'segments/': ['get'] } },
    embeddings: true,
    spends: ['embedding-tokens'],
    collection: COLLECTION_QUERIES,
    callers: { keyPrefix: 'plat_' },
  },
  chat: {
    description: 'Answers questions from notebooks',
    memoryMb: 1769,
    timeoutSeconds: 120,
    serves: ['archive-notebook-chat'],
    streams: true,
    settings: ['STAGE'],
    rows: { ...SEARCH_ROWS, ...QUOTA_ROWS },
    bucket: { name: 'archive', objects: { 'segments/': ['get'] } },
    languageModel: 'streaming',
    embeddings: true,
    spends: ['embedding-tokens', 'bedrock-tokens'],
    collection: COLLECTION_QUERIES,
    callers: { keyPrefix: 'plat_' },
  },
  compose: {
    description: 'Generates artifacts of notebooks',
    memoryMb: 1769,
    timeoutSeconds: 300,
    queue: { name: 'notebooks-artifacts', batchSize: 1, maxConcurrency: 5 },
    rows: { ...SEARCH_ROWS, ...METER_ROWS, ARTIFACT: ['get', 'put', 'delete'] },
    // Sections without search terms use the beginnings of conversations, which are read from packs.
    bucket: { name: 'archive', objects: { 'packs/': ['get'], 'segments/': ['get'] } },
    languageModel: 'streaming',
    embeddings: true,
    spends: ['embedding-tokens', 'bedrock-tokens'],
    collection: COLLECTION_QUERIES,
  },
  sweep: {
    description: 'Continues the generation of artifacts whose worker died',
    memoryMb: 256,
    timeoutSeconds: 30,
    schedule: { every: 'minute' },
    queues: ['notebooks-artifacts'],
    rows: { ARTIFACT: ['query'] },
    indexes: ['gsi1'],
  },
  forget: {
    description: 'Removes quotes of deleted uploads from artifacts',
    memoryMb: 512,
    timeoutSeconds: 300,
    queue: { name: 'deleted-imports', batchSize: 1, maxConcurrency: 2 },
    subscribes: { types: ['org.signet.archive-import.deleted.v1'] },
    rows: { NOTEBOOK: ['query'], ARTIFACT: ['query', 'put'] },
  },
  erasure: erasureAccess('notebooks', {
    description: 'Erases notebooks of accounts and adds them to account exports',
    timeoutSeconds: 300,
  }),
})
