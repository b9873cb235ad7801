import { apiFunction } from '@signet/kernel/api-function'
import { bucket, bucketConnection } from '@signet/kernel/bucket'
import { configuredEmbedding } from '@signet/search/embeddings'
import { collectionFromEnvironment } from '@signet/search/index'
import { access } from '../contract/access.ts'

export const handler = apiFunction({
  name: 'notebooks-search',
  access: access.search,
  variables: process.env,
  clients: {
    bucket: bucket(bucketConnection(process.env)),
    embedding: configuredEmbedding(process.env),
    collection: collectionFromEnvironment(process.env),
  },
  load: () => import('./app.ts'),
})
