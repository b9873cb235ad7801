import { EventBridgeClient } from '@aws-sdk/client-eventbridge'
import { stepFunction, tableClient } from '@signet/kernel'
import { access } from '../contract/access.ts'
import { bucketFromEnvironment } from '../images/bucket-client.ts'
import { FailedStep, idsOfStep } from '../jobs/job-step.ts'
import { jobTable } from '../jobs/job-table.ts'
import { buildEndPublishers } from '../jobs/publish-end.ts'
import { causeOf, failureReason } from './failure-reason.ts'
import { settleJob } from './settle-job.ts'

export const handler = stepFunction({
  name: 'images-settle',
  access: access.settle,
  variables: process.env,
  clients: {
    db: tableClient(),
    eventBridge: new EventBridgeClient({}),
    bucket: bucketFromEnvironment(process.env),
  },
  input: FailedStep,
  ids: idsOfStep,
  build: (runtime) => {
    const { log, clients } = runtime
    const { publishEnd } = buildEndPublishers(runtime)
    const settle = settleJob({ ...runtime, jobs: jobTable(runtime), bucket: clients.bucket, publishEnd })
    return async (step) => {
      const { tenantId, jobId } = step
      if ('result' in step) {
        const { error, error_code } = step.result
        return settle({ tenantId, jobId }, { error, error_code })
      }
      log.error('step failed', { failure: step.failure })
      return settle({ tenantId, jobId }, failureReason(step.failure), causeOf(step.failure))
    }
  },
})
