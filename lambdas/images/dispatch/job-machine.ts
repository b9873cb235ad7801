import { type SFNClient, StartExecutionCommand } from '@aws-sdk/client-sfn'
import { currentCause, type Log, startOnce } from '@signet/kernel'
import type { JobStep } from '../jobs/job-step.ts'

export interface JobMachine {
  /** Starts the job's execution. An execution with the same name, running or finished, is left unchanged. */
  start(step: JobStep): Promise<void>
}

/** Names executions after their job, so a message delivered twice starts only one. */
export const jobMachine = ({ sfn, arn, log }: { sfn: SFNClient; arn: string; log: Pick<Log, 'info'> }): JobMachine => ({
  async start(step) {
    const input = JSON.stringify({ ...step, cause: currentCause() })
    await startOnce(sfn.send(new StartExecutionCommand({ stateMachineArn: arn, name: step.jobId, input })))
    log.info('job started')
  },
})
