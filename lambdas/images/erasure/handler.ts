import { EventBridgeClient } from '@aws-sdk/client-eventbridge'
import { erasureFunction } from '@signet/erasure'
import { access } from '../contract/access.ts'
import { rows } from '../contract/rows.ts'
import { bucketFromEnvironment } from '../images/bucket-client.ts'
import { jobTable } from '../jobs/job-table.ts'
import { openingTable } from '../jobs/opening-table.ts'
import { buildEndPublishers } from '../jobs/publish-end.ts'
import { deleteJob } from '../settle/delete-job.ts'
import { jobErasure } from './job-erasure.ts'

export const handler = erasureFunction('images', {
  access: access.erasure,
  variables: process.env,
  kinds: rows,
  clients: { eventBridge: new EventBridgeClient({}), bucket: bucketFromEnvironment(process.env) },
  special: (runtime) => {
    const { bucket } = runtime.clients
    const { publishEvents } = buildEndPublishers(runtime)
    const deletion = deleteJob({ jobs: jobTable(runtime), bucket, openings: openingTable(runtime), publishEvents })
    return jobErasure({ ...runtime, bucket, deleteJob: deletion })
  },
})
