import { setTimeout as wait } from 'node:timers/promises'
import { EventBridgeClient } from '@aws-sdk/client-eventbridge'
import { SQSClient } from '@aws-sdk/client-sqs'
import { queueFunction, rowTable, spendGuard, tableClient } from '@signet/kernel'
import { bucket, bucketConnection, partUploads } from '@signet/kernel/bucket'
import { functionOutbox } from '@signet/kernel/events'
import { openingRow } from '@signet/receipts/rows'
import { archiveIndex, packReader } from '@signet/search/conversations'
import { uploadRow } from '@signet/search/conversations/rows'
import { configuredEmbedding } from '@signet/search/embeddings'
import { collectionFromEnvironment } from '@signet/search/index'
import { access } from '../contract/access.ts'
import { conversationTable } from '../conversations/conversation-table.ts'
import { mergeQueue } from '../merge/merge-queue.ts'
import { BATCH_LIMITS } from './batches.ts'
import { fileTable } from './file-table.ts'
import { importEnds } from './import-ends.ts'
import { importTable } from './import-table.ts'
import { IngestMessage, ingestQueue } from './ingest-queue.ts'
import { ingestTable } from './ingest-table.ts'
import { sliceTable } from './slice-table.ts'
import { workOnImport } from './work-on-import.ts'

/** Share of its time limit after which a worker starts no further batch. */
const USED_TIME_SHARE = 0.8

export const handler = queueFunction({
  name: 'archive-ingest',
  access: access.ingest,
  variables: process.env,
  clients: {
    db: tableClient(),
    sqs: new SQSClient({}),
    eventBridge: new EventBridgeClient({}),
    connection: bucketConnection(process.env),
    embedding: configuredEmbedding(process.env),
    collection: collectionFromEnvironment(process.env),
  },
  message: IngestMessage,
  ids: ({ workspace, upload }) => ({ tenant_id: workspace, import_id: upload }),
  failed: 'import could not be continued',
  oneByOne: true,
  build: (runtime) => {
    const { env, clients } = runtime
    const { sqs, connection } = clients
    const storage = { bucket: bucket(connection), parts: partUploads(connection) }
    const merges = mergeQueue({ sqs, url: env.ARCHIVE_MERGE_QUEUE_URL })
    const work = workOnImport({
      ...runtime,
      ...storage,
      uploads: rowTable(uploadRow, runtime),
      imports: ingestTable(runtime),
      files: fileTable(runtime),
      slices: sliceTable(runtime),
      ends: importEnds({ ...runtime, outbox: functionOutbox(runtime) }),
      importRows: importTable(runtime),
      openings: rowTable(openingRow, runtime),
      conversations: conversationTable(runtime),
      packs: packReader(storage),
      index: archiveIndex({ ...runtime, ...clients, spend: spendGuard(runtime), ...storage, merges }),
      queue: ingestQueue({ sqs, url: env.ARCHIVE_INGEST_QUEUE_URL }),
      limits: BATCH_LIMITS,
      sleep: wait,
    })
    const reservedMs = access.ingest.timeoutSeconds * 1000 * (1 - USED_TIME_SHARE)
    return (message, remainingMs) => work(message, () => remainingMs() < reservedMs)
  },
})
