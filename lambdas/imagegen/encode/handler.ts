import { createLog, handleStep, systemClock, tableClient } from '@signet/kernel'
import { environment } from '@signet/kernel/environment'
import { bucketFromEnvironment } from '../images/bucket-client.ts'
import { JobStep } from '../jobs/job-step.ts'
import { jobTable } from '../jobs/job-table.ts'
import { encodeJob } from './encode-job.ts'

const env = environment(process.env, ['TABLE_NAME'])

export const handler = handleStep(
  JobStep,
  encodeJob({
    jobs: jobTable({ db: tableClient(), table: env.TABLE_NAME, now: systemClock }),
    bucket: bucketFromEnvironment(process.env),
    now: systemClock,
    log: createLog({ fields: { function: 'imagegen-encode' } }),
  }),
)
