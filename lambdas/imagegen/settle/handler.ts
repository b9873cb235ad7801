import { SQSClient } from '@aws-sdk/client-sqs'
import { createLog, handleStep, systemClock, tableClient } from '@signet/kernel'
import { environmentOf } from '@signet/kernel/access'
import { access } from '../contract/access.ts'
import { bucketFromEnvironment } from '../images/bucket-client.ts'
import { FailedStep } from '../jobs/job-step.ts'
import { jobTable } from '../jobs/job-table.ts'
import { announceEnd } from '../webhooks/announce-end.ts'
import { webhookQueue } from '../webhooks/webhook-queue.ts'
import { failureReason, settleJob } from './settle-job.ts'

const env = environmentOf(access.settle, process.env)
const log = createLog({ fields: { function: 'imagegen-settle' } })

const settle = settleJob({
  jobs: jobTable({ db: tableClient(), table: env.TABLE_NAME, now: systemClock }),
  bucket: bucketFromEnvironment(process.env),
  announce: announceEnd({ webhooks: webhookQueue({ sqs: new SQSClient({}), url: env.WEBHOOKS_QUEUE_URL }), log }),
  now: systemClock,
  log,
})

export const handler = handleStep(FailedStep, async (step) => {
  const { tenantId, jobId } = step
  if ('result' in step) {
    const { error, error_code } = step.result
    return settle({ tenantId, jobId }, { error, error_code })
  }
  log.error('a step was given up', { job_id: jobId, failure: step.failure })
  return settle({ tenantId, jobId }, failureReason(step.failure))
})
