import { EventBridgeClient } from '@aws-sdk/client-eventbridge'
import { SQSClient } from '@aws-sdk/client-sqs'
import { eventBridgeBus } from '@signet/events'
import { createLog, emfMetrics, handleSchedule, systemClock, tableClient } from '@signet/kernel'
import { environmentOf } from '@signet/kernel/access'
import { access } from '../contract/access.ts'
import { bucketFromEnvironment } from '../images/bucket-client.ts'
import { jobQueue } from '../jobs/job-queue.ts'
import { jobSweepIndex } from '../jobs/job-sweep-index-table.ts'
import { jobTable } from '../jobs/job-table.ts'
import { endPublisher, eventPublisher } from '../jobs/publish-end.ts'
import { publishedTable } from '../jobs/published-table.ts'
import { expireJob } from '../settle/expire-job.ts'
import { settleJob } from '../settle/settle-job.ts'
import { webhookQueue } from '../webhooks/webhook-queue.ts'
import { sweepJobs } from './sweep-jobs.ts'

const env = environmentOf(access.sweep, process.env)
const log = createLog({ fields: { function: 'imagegen-sweep' } })
const now = systemClock
const db = tableClient()
const table = env.TABLE_NAME
const jobs = jobTable({ db, table, now })
const bucket = bucketFromEnvironment(process.env)
const sqs = new SQSClient({})
const webhooks = webhookQueue({ sqs, url: env.WEBHOOKS_QUEUE_URL })
const publishEvents = eventPublisher({
  bus: eventBridgeBus({ client: new EventBridgeClient({}), name: env.EVENT_BUS_NAME }),
  log,
})
const publishEnd = endPublisher({ publishEvents, published: publishedTable({ db, table }), log })

export const handler = handleSchedule(
  sweepJobs({
    jobs,
    open: jobSweepIndex({ db, table }),
    queue: jobQueue({
      sqs,
      urls: { standard: env.JOBS_QUEUE_URL, priority: env.PRIORITY_JOBS_QUEUE_URL },
    }),
    bucket,
    settle: settleJob({ jobs, bucket, publishEnd, now, log }),
    expire: expireJob({ jobs, publishEnd, now, log }),
    publishEnd,
    publishEvents,
    webhooks,
    now,
    log,
    metrics: emfMetrics({ namespace: 'Signet', dimensions: { stage: env.STAGE, function: 'imagegen-sweep' } }),
  }),
)
