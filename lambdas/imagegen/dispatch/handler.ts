import { SFNClient } from '@aws-sdk/client-sfn'
import { createLog, handleBatch } from '@signet/kernel'
import * as z from 'zod'
import { dispatchJobs } from './dispatch-jobs.ts'
import { jobMachine } from './machine-queue.ts'

const env = z.object({ MACHINE_ARN: z.string() }).parse(process.env)
const log = createLog({ fields: { function: 'imagegen-dispatch' } })

export const handler = handleBatch(
  dispatchJobs({ machine: jobMachine({ sfn: new SFNClient({}), arn: env.MACHINE_ARN }), log }),
)
