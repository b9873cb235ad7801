import { SQSClient } from '@aws-sdk/client-sqs'
import { bucket, bucketConnection } from '@signet/bucket'
import { conversationReader, segmentBucket } from '@signet/conversations'
import { configuredEmbedding } from '@signet/embeddings'
import { createLog, handleBatch, newUuid, systemClock, tableClient } from '@signet/kernel'
import { environmentOf } from '@signet/kernel/access'
import {
  collectionFromEnvironment,
  segmentCache,
  segmentList,
  spaceName,
  sweepStrays,
  windowTable,
} from '@signet/search-index'
import { access } from '../contract/access.ts'
import { mergeBatch } from './merge-batch.ts'
import { mergeQueue } from './merge-queue.ts'

/** Memory for the segments of one merge; merged segments are not read again. */
const CACHE_BYTES = 200 * 1024 * 1024

const env = environmentOf(access.merge, process.env)
const deps = { db: tableClient(), table: env.TABLE_NAME, now: systemClock }
const segments = segmentBucket(bucket(bucketConnection(process.env)))
const conversations = conversationReader(deps)
const collection = collectionFromEnvironment(process.env)
const sweeping = collection && { ...deps, collection, windows: windowTable(deps), newId: newUuid }

export const handler = handleBatch(
  mergeBatch({
    list: segmentList(deps),
    bucket: segments,
    cache: segmentCache(segments, CACHE_BYTES),
    async currentVersions(workspace, ids) {
      const rows = await conversations.getAll(workspace, ids)
      return new Map([...rows].map(([id, row]) => [id, row.content_hash]))
    },
    sweep: sweeping && ((workspace) => sweepStrays(sweeping, workspace)),
    queue: mergeQueue({ sqs: new SQSClient({}), url: env.ARCHIVE_MERGE_QUEUE_URL }),
    space: spaceName(configuredEmbedding(process.env)),
    // A merge in progress is finished: it takes less than the remaining time.
    workMs: (access.merge.timeoutSeconds * 1000) / 2,
    now: systemClock,
    log: createLog({ fields: { function: 'archive-merge' } }),
  }),
)
