import { EventBridgeClient } from '@aws-sdk/client-eventbridge'
import { eventBridgeBus } from '@signet/events'
import { createLog, handleStep, systemClock, tableClient } from '@signet/kernel'
import { environmentOf } from '@signet/kernel/access'
import { access } from '../contract/access.ts'
import { bucketFromEnvironment } from '../images/bucket-client.ts'
import { FailedStep } from '../jobs/job-step.ts'
import { jobTable } from '../jobs/job-table.ts'
import { endPublisher, eventPublisher } from '../jobs/publish-end.ts'
import { publishedTable } from '../jobs/published-table.ts'
import { failureReason, settleJob } from './settle-job.ts'

const env = environmentOf(access.settle, process.env)
const log = createLog({ fields: { function: 'imagegen-settle' } })
const bus = eventBridgeBus({ client: new EventBridgeClient({}), name: env.EVENT_BUS_NAME })
const table = { db: tableClient(), table: env.TABLE_NAME }

const settle = settleJob({
  jobs: jobTable({ ...table, now: systemClock }),
  bucket: bucketFromEnvironment(process.env),
  publishEnd: endPublisher({ publishEvents: eventPublisher({ bus, log }), published: publishedTable(table), log }),
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
