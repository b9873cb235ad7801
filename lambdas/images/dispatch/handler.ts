import { SFNClient } from '@aws-sdk/client-sfn'
import { queueFunction } from '@signet/kernel'
import { access } from '../contract/access.ts'
import { idsOfStep, JobStep } from '../jobs/job-step.ts'
import { jobMachine } from './job-machine.ts'

export const handler = queueFunction({
  name: 'images-dispatch',
  access: access.dispatch,
  variables: process.env,
  clients: { sfn: new SFNClient({}) },
  message: JobStep,
  ids: idsOfStep,
  failed: 'job not started',
  build: ({ clients, env, log }) => jobMachine({ sfn: clients.sfn, arn: env.JOBS_MACHINE_ARN, log }).start,
})
