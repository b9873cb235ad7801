import { SQSClient } from '@aws-sdk/client-sqs'
import { createLog, handleStep, systemClock, tableClient } from '@signet/kernel'
import { environmentOf } from '@signet/kernel/access'
import { access } from '../contract/access.ts'
import { bucketFromEnvironment } from '../images/bucket-client.ts'
import { JobStep } from '../jobs/job-step.ts'
import { jobTable } from '../jobs/job-table.ts'
import { announceEnd } from '../webhooks/announce-end.ts'
import { webhookQueue } from '../webhooks/webhook-queue.ts'
import { encodeJob } from './encode-job.ts'

const env = environmentOf(access.encode, process.env)
const log = createLog({ fields: { function: 'imagegen-encode' } })

export const handler = handleStep(
  JobStep,
  encodeJob({
    jobs: jobTable({ db: tableClient(), table: env.TABLE_NAME, now: systemClock }),
    bucket: bucketFromEnvironment(process.env),
    announce: announceEnd({ webhooks: webhookQueue({ sqs: new SQSClient({}), url: env.WEBHOOKS_QUEUE_URL }), log }),
    now: systemClock,
    log,
  }),
)
