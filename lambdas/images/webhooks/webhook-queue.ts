import { type DeliveryQueue, deliveryQueue } from '@signet/notifications/webhooks'
import type { JobRow } from '../jobs/job-row.ts'

export interface WebhookQueue {
  /** Queues the next attempt of a job's webhook. A duplicate message is harmless: attempts are claimed in the row. */
  send(job: Pick<JobRow, 'tenant_id' | 'job_id' | 'cause'>, delaySeconds?: number): Promise<void>
}

export const webhookQueue = (options: Parameters<typeof deliveryQueue>[0]): WebhookQueue => {
  const queue: DeliveryQueue = deliveryQueue(options)
  return {
    send: ({ tenant_id: tenantId, job_id: jobId, cause }, delaySeconds) =>
      queue.send({ body: { tenantId, jobId }, tenant: tenantId, cause, delaySeconds }),
  }
}
