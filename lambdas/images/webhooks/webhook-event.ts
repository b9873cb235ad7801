import type { Notification } from '@signet/notifications/webhooks'
import type { JobRow } from '../jobs/job-row.ts'
import { jobView } from '../jobs/job-view.ts'
import { dueWebhook } from '../jobs/job-webhook.ts'

/** The notification about the end of a job: the job as a list would show it at that moment. */
export const webhookEvent = (row: JobRow): Notification => {
  const { webhook, job_id, state, completed_at = row.created_at } = row
  if (!webhook) throw new Error(`Job ${job_id} has no webhook`)
  const { last_status: _status, tries: _tries, ...first } = { ...webhook, state: 'pending' as const, attempts: 0 }
  // At that moment it has no receipt; every attempt says the same.
  const { receipt: _receipt, ...ended } = row
  const data = jobView({ ...ended, webhook: dueWebhook(first, new Date(completed_at)) }, webhook.base_url)
  return {
    id: `msg_${job_id.replaceAll('-', '')}`,
    body: JSON.stringify({ type: `job.${state}`, timestamp: completed_at, data }),
  }
}
