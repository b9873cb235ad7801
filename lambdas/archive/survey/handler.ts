import { setTimeout as wait } from 'node:timers/promises'
import { SQSClient } from '@aws-sdk/client-sqs'
import { queueFunction, spendGuard, tableClient } from '@signet/kernel'
import { bucket, bucketConnection } from '@signet/kernel/bucket'
import { archiveIndex, packReader } from '@signet/search/conversations'
import { configuredEmbedding } from '@signet/search/embeddings'
import { collectionFromEnvironment } from '@signet/search/index'
import { access } from '../contract/access.ts'
import { conversationTable } from '../conversations/conversation-table.ts'
import { importList } from '../imports/import-list-table.ts'
import { mergeQueue } from '../merge/merge-queue.ts'
import { reindexScan } from './reindex-scan.ts'
import { survey } from './survey.ts'
import { surveyMessage } from './survey-message.ts'
import { SurveyMessage, surveyQueue } from './survey-queue.ts'
import { surveyTable } from './survey-table.ts'

export const handler = queueFunction({
  name: 'archive-survey',
  access: access.survey,
  variables: process.env,
  clients: {
    db: tableClient(),
    sqs: new SQSClient({}),
    bucket: bucket(bucketConnection(process.env)),
    embedding: configuredEmbedding(process.env),
    collection: collectionFromEnvironment(process.env),
  },
  message: SurveyMessage,
  ids: ({ workspace }) => ({ tenant_id: workspace }),
  failed: 'archive survey failed',
  build: (runtime) => {
    const { env, clients } = runtime
    const { sqs } = clients
    const merges = mergeQueue({ sqs, url: env.ARCHIVE_MERGE_QUEUE_URL })
    const index = archiveIndex({ ...runtime, ...clients, spend: spendGuard(runtime), merges })
    const surveys = surveyTable(runtime)
    const queue = surveyQueue({ sqs, url: env.ARCHIVE_SURVEY_QUEUE_URL })
    const conversations = conversationTable(runtime)
    return surveyMessage({
      survey: survey({ ...runtime, surveys, queue, index, sleep: wait, conversations, packs: packReader(clients) }),
      reindexScan: reindexScan({ ...runtime, surveys, queue, indexFormat: index.format, imports: importList(runtime) }),
      // A step in progress is finished: it takes less than the remaining time.
      workMs: (access.survey.timeoutSeconds * 1000) / 3,
    })
  },
})
