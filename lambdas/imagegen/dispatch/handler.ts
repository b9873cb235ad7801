import { SFNClient } from '@aws-sdk/client-sfn'
import { createLog, handleBatch } from '@signet/kernel'
import { environment } from '@signet/kernel/environment'
import { dispatchJobs } from './dispatch-jobs.ts'
import { jobMachine } from './job-machine.ts'

const env = environment(process.env, ['MACHINE_ARN'])
const log = createLog({ fields: { function: 'imagegen-dispatch' } })

export const handler = handleBatch(
  dispatchJobs({ machine: jobMachine({ sfn: new SFNClient({}), arn: env.MACHINE_ARN }), log }),
)
