import { eachMessage, type Log } from '@signet/kernel'
import { JobStep } from '../jobs/job-step.ts'
import type { JobMachine } from './job-machine.ts'

/** Starts one execution for each message. A message that cannot be started is returned alone. */
export const dispatchJobs = ({ machine, log }: { machine: JobMachine; log: Log }) =>
  eachMessage({ log, failed: 'a job could not be started' }, async (body) => machine.start(JobStep.parse(body)))
