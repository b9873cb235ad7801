import { setTimeout as wait } from 'node:timers/promises'
import { EventBridgeClient } from '@aws-sdk/client-eventbridge'
import { SQSClient } from '@aws-sdk/client-sqs'
import { bucket, bucketConnection, partUploads } from '@signet/bucket'
import { archiveIndex, packReader } from '@signet/conversations'
import { uploadRow } from '@signet/conversations/rows'
import { configuredEmbedding } from '@signet/embeddings'
import { eventBridgeBus, outbox, outboxTable } from '@signet/events'
import { createLog, handleBatch, newUuid, rowTable, systemClock, tableClient } from '@signet/kernel'
import { environmentOf } from '@signet/kernel/access'
import { collectionFromEnvironment } from '@signet/search-index'
import { access } from '../contract/access.ts'
import { conversationTable } from '../conversations/conversation-table.ts'
import { mergeQueue } from '../merge/merge-queue.ts'
import { BATCH_LIMITS } from './batches.ts'
import { importBatch } from './import-batch.ts'
import { importEnds } from './import-ends.ts'
import { importTable } from './import-table.ts'
import { ingestQueue } from './ingest-queue.ts'
import { ingestTable } from './ingest-table.ts'
import { sliceTable } from './slice-table.ts'
import { workOnImport } from './work-on-import.ts'

const env = environmentOf(access.ingest, process.env)
const log = createLog({ fields: { function: 'archive-ingest' } })
const table = { db: tableClient(), table: env.TABLE_NAME, now: systemClock }
const connection = bucketConnection(process.env)
const storage = { bucket: bucket(connection), parts: partUploads(connection) }
const sqs = new SQSClient({})
const newId = newUuid
const bus = eventBridgeBus({ client: new EventBridgeClient({}), name: env.EVENT_BUS_NAME })
const merges = mergeQueue({ sqs, url: env.ARCHIVE_MERGE_QUEUE_URL })

export const handler = handleBatch(
  importBatch({
    work: workOnImport({
      uploads: rowTable(uploadRow, table),
      imports: ingestTable(table),
      slices: sliceTable(table),
      ends: importEnds({ ...table, outbox: outbox({ table: outboxTable(table), bus, log }) }),
      held: importTable(table),
      conversations: conversationTable(table),
      packs: packReader(storage),
      ...storage,
      index: archiveIndex({
        ...table,
        ...storage,
        embedding: configuredEmbedding(process.env),
        collection: collectionFromEnvironment(process.env),
        merges,
        newId,
      }),
      queue: ingestQueue({ sqs, url: env.ARCHIVE_INGEST_QUEUE_URL }),
      limits: BATCH_LIMITS,
      newId,
      now: systemClock,
      sleep: wait,
      log,
    }),
    timeoutMs: access.ingest.timeoutSeconds * 1000,
    log,
  }),
)
