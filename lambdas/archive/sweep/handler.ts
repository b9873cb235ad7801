import { SQSClient } from '@aws-sdk/client-sqs'
import { handleSchedule, systemClock, tableClient } from '@signet/kernel'
import { environmentOf } from '@signet/kernel/access'
import { access } from '../contract/access.ts'
import { ingestQueue } from '../ingest/ingest-queue.ts'
import { abandonedImports } from '../ingest/open-imports-table.ts'
import { sweepImports } from './sweep-imports.ts'

const env = environmentOf(access.sweep, process.env)

export const handler = handleSchedule(
  sweepImports({
    abandoned: abandonedImports({ db: tableClient(), table: env.TABLE_NAME, now: systemClock }),
    queue: ingestQueue({ sqs: new SQSClient({}), url: env.ARCHIVE_INGEST_QUEUE_URL }),
  }),
)
