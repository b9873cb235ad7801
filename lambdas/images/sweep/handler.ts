import { EventBridgeClient } from '@aws-sdk/client-eventbridge'
import { SQSClient } from '@aws-sdk/client-sqs'
import { scheduleFunction, tableClient } from '@signet/kernel'
import { access } from '../contract/access.ts'
import { bucketFromEnvironment } from '../images/bucket-client.ts'
import { jobQueue } from '../jobs/job-queue.ts'
import { jobSweepIndex } from '../jobs/job-sweep-index-table.ts'
import { jobTable } from '../jobs/job-table.ts'
import { openingTable } from '../jobs/opening-table.ts'
import { buildEndPublishers } from '../jobs/publish-end.ts'
import { expireJob } from '../settle/expire-job.ts'
import { settleJob } from '../settle/settle-job.ts'
import { webhookQueue } from '../webhooks/webhook-queue.ts'
import { sweepJobs } from './sweep-jobs.ts'

export const handler = scheduleFunction({
  name: 'images-sweep',
  access: access.sweep,
  variables: process.env,
  clients: {
    db: tableClient(),
    eventBridge: new EventBridgeClient({}),
    sqs: new SQSClient({}),
    bucket: bucketFromEnvironment(process.env),
  },
  build: (runtime) => {
    const { env, clients } = runtime
    const { sqs, bucket } = clients
    const jobs = jobTable(runtime)
    const publishing = buildEndPublishers(runtime)
    const deps = { ...runtime, ...publishing, jobs, bucket, openings: openingTable(runtime) }
    return sweepJobs({
      ...deps,
      index: jobSweepIndex(runtime),
      queue: jobQueue({ sqs, urls: { standard: env.JOBS_QUEUE_URL, priority: env.PRIORITY_JOBS_QUEUE_URL } }),
      settle: settleJob(deps),
      expire: expireJob(deps),
      webhooks: webhookQueue({ sqs, url: env.WEBHOOKS_QUEUE_URL }),
    })
  },
})
