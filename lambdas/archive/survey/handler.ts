import { setTimeout as wait } from 'node:timers/promises'
import { SQSClient } from '@aws-sdk/client-sqs'
import { bucket, bucketConnection } from '@signet/bucket'
import { archiveIndex, packReader } from '@signet/conversations'
import { configuredEmbedding } from '@signet/embeddings'
import { createLog, handleBatch, newUuid, systemClock, tableClient } from '@signet/kernel'
import { environmentOf } from '@signet/kernel/access'
import { collectionFromEnvironment } from '@signet/search-index'
import { access } from '../contract/access.ts'
import { conversationTable } from '../conversations/conversation-table.ts'
import { importList } from '../imports/import-list-table.ts'
import { mergeQueue } from '../merge/merge-queue.ts'
import { reindexScan } from './reindex-scan.ts'
import { survey } from './survey.ts'
import { surveyBatch } from './survey-batch.ts'
import { surveyQueue } from './survey-queue.ts'
import { surveyTable } from './survey-table.ts'

const env = environmentOf(access.survey, process.env)
const deps = { db: tableClient(), table: env.TABLE_NAME, now: systemClock }
const storage = { bucket: bucket(bucketConnection(process.env)) }
const sqs = new SQSClient({})
const index = archiveIndex({
  ...deps,
  ...storage,
  embedding: configuredEmbedding(process.env),
  collection: collectionFromEnvironment(process.env),
  merges: mergeQueue({ sqs, url: env.ARCHIVE_MERGE_QUEUE_URL }),
  newId: newUuid,
})
const surveys = surveyTable(deps)
const queue = surveyQueue({ sqs, url: env.ARCHIVE_SURVEY_QUEUE_URL })

export const handler = handleBatch(
  surveyBatch({
    survey: survey({
      ...{ ...deps, surveys, queue, index, sleep: wait },
      conversations: conversationTable(deps),
      packs: packReader(storage),
    }),
    reindexScan: reindexScan({ ...deps, surveys, queue, form: index.form, imports: importList(deps) }),
    // A step in progress is finished: it takes less than the remaining time.
    workMs: (access.survey.timeoutSeconds * 1000) / 3,
    log: createLog({ fields: { function: 'archive-survey' } }),
  }),
)
