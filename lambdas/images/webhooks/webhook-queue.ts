import { SendMessageCommand, type SQSClient } from '@aws-sdk/client-sqs'
import { causeAttributes } from '@signet/kernel'
import type { JobRow } from '../jobs/job-row.ts'

/** Longest time that a message can wait in the queue before it is delivered. */
export const DELAY_SECONDS_MAX = 900

export interface WebhookQueue {
  /** Queues the next attempt of a job's notification. Sending it again is harmless: attempts are claimed in the row. */
  send(job: Pick<JobRow, 'tenant_id' | 'job_id' | 'cause'>, delaySeconds?: number): Promise<void>
}

/** Group ids make a standard queue fair: one tenant's slow receivers do not delay another's notifications. */
export const webhookQueue = ({ sqs, url }: { sqs: SQSClient; url: string }): WebhookQueue => ({
  async send({ tenant_id: tenantId, job_id: jobId, cause }, delaySeconds) {
    await sqs.send(
      new SendMessageCommand({
        QueueUrl: url,
        MessageBody: JSON.stringify({ tenantId, jobId }),
        MessageAttributes: causeAttributes(cause),
        MessageGroupId: tenantId,
        ...(delaySeconds === undefined ? {} : { DelaySeconds: delaySeconds }),
      }),
    )
  },
})
