import type { Log } from '@signet/kernel'
import type { SQSBatchResponse, SQSEvent } from 'aws-lambda'
import { JobStep } from '../jobs/job-step.ts'
import type { deliverWebhook } from './deliver-webhook.ts'

/** One attempt a message, all at once. A message whose attempt could not be made is returned alone. */
export const deliverBatch =
  ({ deliver, log }: { deliver: ReturnType<typeof deliverWebhook>; log: Log }) =>
  async ({ Records }: SQSEvent): Promise<SQSBatchResponse> => {
    const attempted = await Promise.allSettled(
      Records.map(async ({ body }) => deliver(JobStep.parse(JSON.parse(body)))),
    )
    const batchItemFailures = attempted.flatMap((result, i) => {
      const record = Records[i]
      if (result.status === 'fulfilled' || !record) return []
      log.error('a notification could not be attempted', { message_id: record.messageId, error: result.reason })
      return [{ itemIdentifier: record.messageId }]
    })
    return { batchItemFailures }
  }
