import { configuredEmbedding } from '@signet/embeddings'
import { apiFunction } from '@signet/kernel/api-function'
import { access } from '../contract/access.ts'
import { collectionFromEnvironment } from '../index/opensearch/collection-client.ts'
import { storageFromEnvironment } from '../storage/bucket-client.ts'

export const handler = apiFunction({
  name: 'archive-search',
  access: access.search,
  variables: process.env,
  clients: {
    bucket: storageFromEnvironment(process.env).bucket,
    embedding: configuredEmbedding(process.env),
    collection: collectionFromEnvironment(process.env),
  },
  load: () => import('./app.ts'),
})
