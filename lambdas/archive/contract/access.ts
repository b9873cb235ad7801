import { defineAccess } from '@signet/kernel/access'

/** What each function of the archive is, and what it may touch. */
export const access = defineAccess({
  api: {
    description: 'Uploads, conversations and keys of the archive',
    memoryMb: 1024,
    timeoutSeconds: 29,
    serves: ['archive-service', 'archive-keys'],
    settings: ['VERSION', 'STAGE'],
    rows: {
      KEY: ['get', 'put', 'update', 'delete'],
      ORGKEY: ['get', 'query', 'put', 'delete'],
      RATE: ['update'],
    },
    secrets: { read: ['pepper'] },
    sessions: true,
  },
  search: {
    description: 'Searches and browses the archive',
    // Holds the segments of the index that were searched last.
    memoryMb: 1769,
    timeoutSeconds: 29,
    serves: ['archive-search', 'archive-conversations'],
    settings: ['STAGE'],
    rows: {
      KEY: ['get', 'update'],
      RATE: ['update'],
      CONV: ['get', 'query'],
      SEGMENT: ['get', 'query'],
    },
    indexes: ['gsi1'],
    bucket: 'archive',
    objects: { 'packs/': ['get'], 'segments/': ['get'] },
    embeddings: true,
    secrets: { read: ['pepper'] },
    sessions: true,
  },
  chat: {
    description: 'Answers questions from the archive, and hands conversations out',
    memoryMb: 1769,
    timeoutSeconds: 120,
    serves: ['archive-chat'],
    streams: true,
    settings: ['STAGE'],
    rows: {
      KEY: ['get', 'update'],
      RATE: ['update'],
      CONV: ['get', 'query'],
      SEGMENT: ['get', 'query'],
    },
    bucket: 'archive',
    objects: { 'packs/': ['get'], 'segments/': ['get'] },
    languageModel: true,
    embeddings: true,
    secrets: { read: ['pepper'] },
    sessions: true,
  },
  merge: {
    description: 'Merges segments of the index, and drops what was removed',
    memoryMb: 1769,
    timeoutSeconds: 600,
    queue: { name: 'archive-merge', batchSize: 1, maxConcurrency: 5 },
    rows: { SEGMENT: ['get', 'query', 'put', 'delete'], CONV: ['get'] },
    bucket: 'archive',
    objects: { 'segments/': ['get', 'put', 'delete'] },
    queues: ['archive-merge'],
  },
})
