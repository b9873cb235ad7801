import { SQSClient } from '@aws-sdk/client-sqs'
import { bucket, bucketConnection, partUploads } from '@signet/kernel/bucket'
import { packReader, segmentBucket } from '@signet/search/conversations'
import { uploadRow } from '@signet/search/conversations/rows'
import { eventFunction, rowTable, tableClient } from '@signet/kernel'
import { answersLeaving, exportsBucket } from '@signet/erasure'
import { access } from '../contract/access.ts'
import { ingestQueue } from '../ingest/ingest-queue.ts'
import { ingestTable } from '../ingest/ingest-table.ts'
import { eraseArchive } from './erase-archive.ts'
import { takeArchive } from './take-archive.ts'

export const handler = eventFunction({
  name: 'archive-leave',
  access: access.leave,
  variables: process.env,
  clients: {
    db: tableClient(),
    exports: exportsBucket(process.env),
    sqs: new SQSClient({}),
    connection: bucketConnection(process.env),
  },
  failed: 'a departure or an export could not be answered',
  build: (runtime) => {
    const { connection, sqs } = runtime.clients
    const objects = bucket(connection)
    return answersLeaving(runtime, 'archive', {
      erase: eraseArchive({
        ...runtime,
        uploads: rowTable(uploadRow, runtime),
        parts: partUploads(connection),
        imports: ingestTable(runtime),
        queue: ingestQueue({ sqs, url: runtime.env.ARCHIVE_INGEST_QUEUE_URL }),
        segments: segmentBucket(objects),
      }),
      take: takeArchive({ ...runtime, packs: packReader({ bucket: objects }) }),
    })
  },
})
