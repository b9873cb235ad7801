import { addMs } from '@signet/kernel'

/** What a job's row says of the notification that its caller asked for. */
export interface JobWebhook {
  readonly url: string
  /** Address under which the service was called: URLs in the notification are built on it. */
  readonly base_url: string
  readonly state: 'pending' | 'delivered' | 'failed'
  /** Attempts that were begun. */
  readonly attempts: number
  /** Status of the last answer; absent while there is none. */
  readonly last_status?: number
  /** Present from the end of the job on, while the notification is pending. */
  readonly next_attempt_at?: string
}

/** Messages carry an attempt at its time; what is still due this much later was lost. */
const LOST_AFTER_MS = 60_000

/** The webhook of a new job; `baseUrl` is the address under which the service was called. */
export const newWebhook = (url: string, baseUrl: string): JobWebhook => ({
  url,
  base_url: baseUrl,
  state: 'pending',
  attempts: 0,
})

/** A job's webhook as callers see it. */
export const webhookView = ({ url, state, attempts, last_status, next_attempt_at }: JobWebhook) => ({
  url,
  state,
  attempts,
  last_status: last_status ?? null,
  next_attempt_at: next_attempt_at ?? null,
})

/** The webhook of a job that ends now: the write that ends the job says that a notification is due. */
export const dueWebhook = (webhook: JobWebhook, endedAt: Date): JobWebhook => ({
  ...webhook,
  next_attempt_at: endedAt.toISOString(),
})

/** When the sweeper is to look whether the next attempt was lost; undefined when none is due. */
export const lookAgainAt = (webhook: JobWebhook | undefined): Date | undefined =>
  webhook?.state === 'pending' && webhook.next_attempt_at !== undefined
    ? addMs(new Date(webhook.next_attempt_at), LOST_AFTER_MS)
    : undefined
