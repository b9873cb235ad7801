import { SendMessageCommand, type SQSClient } from '@aws-sdk/client-sqs'
import { causeAttributes } from '@signet/kernel'
import { type JobRow, requesterOf } from './job-row.ts'

export interface JobQueue {
  /**
   * Sends the job to the standard or the priority queue. Sending it again is harmless: executions are named after their
   * job.
   */
  send(job: Pick<JobRow, 'tenant_id' | 'network' | 'job_id' | 'has_priority' | 'cause'>): Promise<void>
}

export interface JobQueueUrls {
  readonly standard: string
  readonly priority: string
}

/** Group ids make a standard queue fair: the backlog of one requester does not delay another requester's jobs. */
export const jobQueue = ({ sqs, urls }: { sqs: SQSClient; urls: JobQueueUrls }): JobQueue => ({
  async send(job) {
    const { tenant_id: tenantId, job_id: jobId, has_priority: hasPriority } = job
    await sqs.send(
      new SendMessageCommand({
        QueueUrl: hasPriority ? urls.priority : urls.standard,
        MessageBody: JSON.stringify({ tenantId, jobId }),
        MessageAttributes: causeAttributes(job.cause),
        MessageGroupId: requesterOf(job),
      }),
    )
  },
})
