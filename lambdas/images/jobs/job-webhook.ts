import { addMs } from '@signet/kernel'

/** Maximum stored attempts. The retry schedule never has more; the bound protects the row size. */
const TRIES_MAX = 10

const NO_RESPONSE = 0

export interface JobWebhook {
  readonly url: string
  readonly base_url: string
  readonly state: 'pending' | 'delivered' | 'failed'
  readonly attempts: number
  readonly last_status?: number
  /** Present from the end of the job while the webhook is pending. */
  readonly next_attempt_at?: string
  /**
   * The last attempts, oldest first, as alternating numbers: start in epoch milliseconds, then status of the response
   * or 0. Plain numbers, because the row has to fit into a kilobyte. Absent before the first attempt.
   */
  readonly tries?: readonly number[]
}

/** Each attempt is triggered by a queue message. If an attempt is overdue by this long, its message was lost. */
const LOST_AFTER_MS = 60_000

export const newWebhook = (url: string, baseUrl: string): JobWebhook => ({
  url,
  base_url: baseUrl,
  state: 'pending',
  attempts: 0,
})

export const webhookView = ({ url, state, attempts, last_status, next_attempt_at }: JobWebhook) => ({
  url,
  state,
  attempts,
  last_status: last_status ?? null,
  next_attempt_at: next_attempt_at ?? null,
})

export const webhookWithHistory = (webhook: JobWebhook) => ({
  ...webhookView(webhook),
  history: (webhook.tries ?? []).flatMap((startedAt, i, tries) => {
    const status = tries[i + 1] ?? NO_RESPONSE
    return i % 2 === 0
      ? [{ at: new Date(startedAt).toISOString(), status: status === NO_RESPONSE ? null : status }]
      : []
  }),
})

export const withAttempt = ({ tries = [] }: JobWebhook, at: Date): readonly number[] => [
  ...tries.slice(2 - 2 * TRIES_MAX),
  at.getTime(),
  NO_RESPONSE,
]

export const withResponse = ({ tries = [] }: JobWebhook, status = NO_RESPONSE): readonly number[] =>
  tries.length === 0 ? tries : [...tries.slice(0, -1), status]

/** Makes the webhook of an ending job due. The write that ends the job includes it. */
export const dueWebhook = (webhook: JobWebhook, endedAt: Date): JobWebhook => ({
  ...webhook,
  next_attempt_at: endedAt.toISOString(),
})

/** Time at which the sweeper checks whether the next attempt was lost; undefined if no attempt is due. */
export const nextCheckAt = (webhook: JobWebhook | undefined): Date | undefined =>
  webhook?.state === 'pending' && webhook.next_attempt_at !== undefined
    ? addMs(new Date(webhook.next_attempt_at), LOST_AFTER_MS)
    : undefined
