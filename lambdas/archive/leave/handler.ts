import { SQSClient } from '@aws-sdk/client-sqs'
import { bucket, bucketConnection, partUploads } from '@signet/bucket'
import { segmentBucket } from '@signet/conversations'
import { uploadRow } from '@signet/conversations/rows'
import { answersDepartures } from '@signet/identity'
import { eventFunction, rowTable, tableClient } from '@signet/kernel'
import { access } from '../contract/access.ts'
import { ingestQueue } from '../ingest/ingest-queue.ts'
import { ingestTable } from '../ingest/ingest-table.ts'
import { eraseArchive } from './erase-archive.ts'

export const handler = eventFunction({
  name: 'archive-leave',
  access: access.leave,
  variables: process.env,
  clients: {
    db: tableClient(),
    sqs: new SQSClient({}),
    connection: bucketConnection(process.env),
  },
  failed: 'a departure could not be answered',
  build: (runtime) => {
    const { connection, sqs } = runtime.clients
    return answersDepartures(
      runtime,
      'archive',
      eraseArchive({
        ...runtime,
        uploads: rowTable(uploadRow, runtime),
        parts: partUploads(connection),
        imports: ingestTable(runtime),
        queue: ingestQueue({ sqs, url: runtime.env.ARCHIVE_INGEST_QUEUE_URL }),
        segments: segmentBucket(bucket(connection)),
      }),
    )
  },
})
