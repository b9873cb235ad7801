import { type SFNClient, StartExecutionCommand } from '@aws-sdk/client-sfn'
import { currentCause, type Log, startOnce } from '@signet/kernel'
import type { JobStep } from '../jobs/job-step.ts'

export interface JobMachine {
  /** Starts the job's execution. One that was started before, running or not, stays as it is. */
  start(step: JobStep): Promise<void>
}

/** Executions are named after their job, so a message delivered twice starts nothing twice. */
export const jobMachine = ({ sfn, arn, log }: { sfn: SFNClient; arn: string; log: Pick<Log, 'info'> }): JobMachine => ({
  async start(step) {
    const input = JSON.stringify({ ...step, cause: currentCause() })
    await startOnce(sfn.send(new StartExecutionCommand({ stateMachineArn: arn, name: step.jobId, input })))
    log.info('a job was started')
  },
})
