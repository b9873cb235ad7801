import { createHmac } from 'node:crypto'
import { type JobRow, jobView } from '../jobs/job-row.ts'
import { dueWebhook } from './job-webhook.ts'

/** How a secret is written (Standard Webhooks 1.0, signature scheme). */
export const SECRET_PREFIX = 'whsec_'

/** One notification, ready to be signed. */
export interface WebhookEvent {
  /** The same at every attempt: receivers know by it what they have had before. */
  readonly id: string
  /** The same at every attempt, to the byte. */
  readonly body: string
}

/** What is told of a job that has ended: the job as GET answered it at that moment. */
export const webhookEvent = (row: JobRow): WebhookEvent => {
  const { webhook, job_id, state, completed_at = row.created_at } = row
  if (!webhook) throw new Error(`Job ${job_id} has no webhook`)
  const { last_status: _, ...first } = { ...webhook, state: 'pending' as const, attempts: 0 }
  const data = jobView({ ...row, webhook: dueWebhook(first, new Date(completed_at)) }, webhook.base_url)
  return {
    id: `msg_${job_id.replaceAll('-', '')}`,
    body: JSON.stringify({ type: `job.${state}`, timestamp: completed_at, data }),
  }
}

/** `v1,<base64>`: HMAC-SHA256 over id, time in epoch seconds and body (Standard Webhooks 1.0). */
const signatureOf = (secret: string, { id, body }: WebhookEvent, atSeconds: number): string => {
  const key = Buffer.from(secret.slice(SECRET_PREFIX.length), 'base64')
  return `v1,${createHmac('sha256', key).update(`${id}.${atSeconds}.${body}`).digest('base64')}`
}

/** The headers of one attempt, signed with every secret that is good now. */
export const signedHeaders = (event: WebhookEvent, secrets: readonly string[], atSeconds: number) => ({
  'content-type': 'application/json',
  'user-agent': 'signet-webhooks/1',
  'webhook-id': event.id,
  'webhook-timestamp': String(atSeconds),
  'webhook-signature': secrets.map((secret) => signatureOf(secret, event, atSeconds)).join(' '),
})
