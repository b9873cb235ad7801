import { SQSClient } from '@aws-sdk/client-sqs'
import { queueFunction, tableClient } from '@signet/kernel'
import { bucket, bucketConnection } from '@signet/kernel/bucket'
import { conversationReader, segmentBucket } from '@signet/search/conversations'
import { configuredEmbedding } from '@signet/search/embeddings'
import {
  collectionFromEnvironment,
  segmentCache,
  segmentList,
  spaceName,
  sweepStrays,
  windowTable,
} from '@signet/search/index'
import { access } from '../contract/access.ts'
import { MergeMessage, mergeMessage } from './merge-message.ts'
import { mergeQueue } from './merge-queue.ts'

/** Memory for the segments of one merge; merged segments are not read again. */
const CACHE_BYTES = 200 * 1024 * 1024

export const handler = queueFunction({
  name: 'archive-merge',
  access: access.merge,
  variables: process.env,
  clients: {
    db: tableClient(),
    sqs: new SQSClient({}),
    bucket: bucket(bucketConnection(process.env)),
    embedding: configuredEmbedding(process.env),
    collection: collectionFromEnvironment(process.env),
  },
  message: MergeMessage,
  ids: ({ workspace }) => ({ tenant_id: workspace }),
  failed: 'segment merge failed',
  build: (runtime) => {
    const { env, clients } = runtime
    const { collection } = clients
    const segments = segmentBucket(clients.bucket)
    const conversations = conversationReader(runtime)
    const sweepDeps = collection && { ...runtime, collection, windows: windowTable(runtime) }
    return mergeMessage({
      ...runtime,
      list: segmentList(runtime),
      bucket: segments,
      cache: segmentCache(segments, CACHE_BYTES),
      async currentVersions(workspace, ids) {
        const rows = await conversations.getAll(workspace, ids)
        return new Map([...rows].map(([id, row]) => [id, row.content_hash]))
      },
      sweep: sweepDeps && ((workspace) => sweepStrays(sweepDeps, workspace)),
      queue: mergeQueue({ sqs: clients.sqs, url: env.ARCHIVE_MERGE_QUEUE_URL }),
      space: spaceName(clients.embedding),
      // A merge in progress is finished: it takes less than the remaining time.
      workMs: (access.merge.timeoutSeconds * 1000) / 2,
    })
  },
})
