import { EventBridgeClient } from '@aws-sdk/client-eventbridge'
import { eventBridgeBus } from '@signet/events'
import { createLog, handleStep, systemClock, tableClient } from '@signet/kernel'
import { environmentOf } from '@signet/kernel/access'
import { access } from '../contract/access.ts'
import { bucketFromEnvironment } from '../images/bucket-client.ts'
import { JobStep } from '../jobs/job-step.ts'
import { jobTable } from '../jobs/job-table.ts'
import { endPublisher, eventPublisher } from '../jobs/publish-end.ts'
import { publishedTable } from '../jobs/published-table.ts'
import { encodeJob } from './encode-job.ts'

const env = environmentOf(access.encode, process.env)
const log = createLog({ fields: { function: 'imagegen-encode' } })
const bus = eventBridgeBus({ client: new EventBridgeClient({}), name: env.EVENT_BUS_NAME })
const table = { db: tableClient(), table: env.TABLE_NAME }

export const handler = handleStep(
  JobStep,
  encodeJob({
    jobs: jobTable({ ...table, now: systemClock }),
    bucket: bucketFromEnvironment(process.env),
    publishEnd: endPublisher({ publishEvents: eventPublisher({ bus, log }), published: publishedTable(table), log }),
    now: systemClock,
    log,
  }),
)
