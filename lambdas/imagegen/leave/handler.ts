import { EventBridgeClient } from '@aws-sdk/client-eventbridge'
import { answersDepartures } from '@signet/identity'
import { eventFunction, tableClient } from '@signet/kernel'
import { access } from '../contract/access.ts'
import { bucketFromEnvironment } from '../images/bucket-client.ts'
import { endPublishing } from '../jobs/end-publishing.ts'
import { jobTable } from '../jobs/job-table.ts'
import { deleteJob } from '../settle/delete-job.ts'
import { eraseTenants } from './erase-tenants.ts'

export const handler = eventFunction({
  name: 'imagegen-leave',
  access: access.leave,
  variables: process.env,
  clients: {
    db: tableClient(),
    eventBridge: new EventBridgeClient({}),
    bucket: bucketFromEnvironment(process.env),
  },
  failed: 'a departure could not be answered',
  build: (runtime) => {
    const { bucket } = runtime.clients
    const jobs = jobTable(runtime)
    const deletion = deleteJob({ jobs, bucket, publishEvents: endPublishing(runtime).publishEvents })
    return answersDepartures(runtime, 'imagegen', eraseTenants({ ...runtime, deleteJob: deletion }))
  },
})
