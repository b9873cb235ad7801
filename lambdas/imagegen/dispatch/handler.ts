import { SFNClient } from '@aws-sdk/client-sfn'
import { createLog, handleBatch } from '@signet/kernel'
import { environmentOf } from '@signet/kernel/access'
import { access } from '../contract/access.ts'
import { dispatchJobs } from './dispatch-jobs.ts'
import { jobMachine } from './job-machine.ts'

const env = environmentOf(access.dispatch, process.env)
const log = createLog({ fields: { function: 'imagegen-dispatch' } })

export const handler = handleBatch(
  dispatchJobs({ machine: jobMachine({ sfn: new SFNClient({}), arn: env.JOBS_MACHINE_ARN }), log }),
)
