import { SendMessageCommand, type SQSClient } from '@aws-sdk/client-sqs'
import type { JobKey } from './job-keys.ts'

export interface JobQueue {
  /** Hands the job to the workers. Sending it again does no harm: an execution is named after its job. */
  send(key: JobKey): Promise<void>
}

/** Group ids make a standard queue fair: one tenant's backlog does not delay another's jobs. */
export const jobQueue = ({ sqs, url }: { sqs: SQSClient; url: string }): JobQueue => ({
  async send({ tenantId, jobId }) {
    await sqs.send(
      new SendMessageCommand({
        QueueUrl: url,
        MessageBody: JSON.stringify({ tenantId, jobId }),
        MessageGroupId: tenantId,
      }),
    )
  },
})
