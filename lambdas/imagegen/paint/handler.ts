import { createLog, handleStep, systemClock, tableClient } from '@signet/kernel'
import { environment } from '@signet/kernel/environment'
import { bucketFromEnvironment } from '../images/bucket-client.ts'
import { JobStep } from '../jobs/job-step.ts'
import { jobTable } from '../jobs/job-table.ts'
import { painterNamed } from '../painters/painter-named.ts'
import { paintJob } from './paint-job.ts'

const env = environment(process.env, ['TABLE_NAME'])
const log = createLog({ fields: { function: 'imagegen-paint' } })

export const handler = handleStep(
  JobStep,
  paintJob({
    jobs: jobTable({ db: tableClient(), table: env.TABLE_NAME, now: systemClock }),
    bucket: bucketFromEnvironment(process.env),
    painterNamed,
    log,
  }),
)
