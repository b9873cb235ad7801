import { EventBridgeClient } from '@aws-sdk/client-eventbridge'
import { eventFunction, tableClient } from '@signet/kernel'
import { answersLeaving, exportsBucket } from '@signet/erasure'
import { access } from '../contract/access.ts'
import { bucketFromEnvironment } from '../images/bucket-client.ts'
import { endPublishing } from '../jobs/end-publishing.ts'
import { jobTable } from '../jobs/job-table.ts'
import { openingTable } from '../jobs/opening-table.ts'
import { deleteJob } from '../settle/delete-job.ts'
import { eraseTenants } from './erase-tenants.ts'
import { takeImages } from './take-images.ts'

export const handler = eventFunction({
  name: 'images-leave',
  access: access.leave,
  variables: process.env,
  clients: {
    db: tableClient(),
    exports: exportsBucket(process.env),
    eventBridge: new EventBridgeClient({}),
    bucket: bucketFromEnvironment(process.env),
  },
  failed: 'a departure or an export could not be answered',
  build: (runtime) => {
    const { bucket } = runtime.clients
    const jobs = jobTable(runtime)
    const { publishEvents } = endPublishing(runtime)
    const deletion = deleteJob({ jobs, bucket, openings: openingTable(runtime), publishEvents })
    return answersLeaving(runtime, 'images', {
      erase: eraseTenants({ ...runtime, deleteJob: deletion }),
      take: takeImages({ ...runtime, bucket }),
    })
  },
})
