import { addMs } from '@signet/kernel'

/** The attempts that are kept: there are at most as many, and the bound holds if there should ever be more. */
const TRIES_MAX = 10

const NO_ANSWER = 0

export interface JobWebhook {
  readonly url: string
  readonly base_url: string
  readonly state: 'pending' | 'delivered' | 'failed'
  readonly attempts: number
  readonly last_status?: number
  /** Present from the end of the job while the notification is pending. */
  readonly next_attempt_at?: string
  /**
   * The last attempts, oldest first: by turns when one began, in epoch milliseconds, and the status of its answer, or 0.
   * Plain numbers, as the row has a kilobyte. Absent before the first.
   */
  readonly tries?: readonly number[]
}

/** A message carries each attempt at its time. One that is overdue by this long was lost. */
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

export const webhookStory = (webhook: JobWebhook) => ({
  ...webhookView(webhook),
  history: (webhook.tries ?? []).flatMap((began, i, tries) => {
    const status = tries[i + 1] ?? NO_ANSWER
    return i % 2 === 0 ? [{ at: new Date(began).toISOString(), status: status === NO_ANSWER ? null : status }] : []
  }),
})

export const withAttempt = ({ tries = [] }: JobWebhook, at: Date): readonly number[] => [
  ...tries.slice(2 - 2 * TRIES_MAX),
  at.getTime(),
  NO_ANSWER,
]

export const withAnswer = ({ tries = [] }: JobWebhook, status = NO_ANSWER): readonly number[] =>
  tries.length === 0 ? tries : [...tries.slice(0, -1), status]

/** The webhook of a job that ends now. The write that ends the job also makes the notification due. */
export const dueWebhook = (webhook: JobWebhook, endedAt: Date): JobWebhook => ({
  ...webhook,
  next_attempt_at: endedAt.toISOString(),
})

/** When the sweeper checks whether the next attempt was lost; undefined if none is due. */
export const lookAgainAt = (webhook: JobWebhook | undefined): Date | undefined =>
  webhook?.state === 'pending' && webhook.next_attempt_at !== undefined
    ? addMs(new Date(webhook.next_attempt_at), LOST_AFTER_MS)
    : undefined
