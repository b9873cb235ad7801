import { SQSClient } from '@aws-sdk/client-sqs'
import { erasureFunction } from '@signet/erasure'
import { rowTable } from '@signet/kernel'
import { bucket, bucketConnection, partUploads } from '@signet/kernel/bucket'
import { packReader, segmentBucket } from '@signet/search/conversations'
import { uploadRow } from '@signet/search/conversations/rows'
import { access } from '../contract/access.ts'
import { rows } from '../contract/rows.ts'
import { ingestQueue } from '../ingest/ingest-queue.ts'
import { ingestTable } from '../ingest/ingest-table.ts'
import { archiveErasure } from './archive-erasure.ts'

export const handler = erasureFunction('archive', {
  access: access.erasure,
  variables: process.env,
  kinds: rows,
  clients: { sqs: new SQSClient({}), connection: bucketConnection(process.env) },
  special: (runtime) => {
    const { connection, sqs } = runtime.clients
    const objects = bucket(connection)
    return archiveErasure({
      ...runtime,
      uploads: rowTable(uploadRow, runtime),
      parts: partUploads(connection),
      imports: ingestTable(runtime),
      queue: ingestQueue({ sqs, url: runtime.env.ARCHIVE_INGEST_QUEUE_URL }),
      segments: segmentBucket(objects),
      packs: packReader({ bucket: objects }),
    })
  },
})
