import { EventBridgeClient } from '@aws-sdk/client-eventbridge'
import { stepFunction, tableClient } from '@signet/kernel'
import { access } from '../contract/access.ts'
import { bucketFromEnvironment } from '../images/bucket-client.ts'
import { idsOfStep, JobStep } from '../jobs/job-step.ts'
import { jobTable } from '../jobs/job-table.ts'
import { buildEndPublishers } from '../jobs/publish-end.ts'
import { encodeJob } from './encode-job.ts'

export const handler = stepFunction({
  name: 'images-encode',
  access: access.encode,
  variables: process.env,
  clients: {
    db: tableClient(),
    eventBridge: new EventBridgeClient({}),
    bucket: bucketFromEnvironment(process.env),
  },
  input: JobStep,
  ids: idsOfStep,
  build: (runtime) =>
    encodeJob({
      ...runtime,
      jobs: jobTable(runtime),
      bucket: runtime.clients.bucket,
      publishEnd: buildEndPublishers(runtime).publishEnd,
    }),
})
