import {
  addMs,
  BlockedUrl,
  type Clock,
  causeHeaders,
  epochSeconds,
  type GuardedFetch,
  type Log,
  noteIds,
  spanned,
  trail,
} from '@signet/kernel'
import { nextDelaySeconds, retryAfterSeconds } from './retry-schedule.ts'
import { type Notification, signedHeaders } from './signature.ts'

export interface AttemptOutcome {
  readonly state: 'pending' | 'delivered' | 'failed'
  readonly last_status?: number
  /** ISO time of the next attempt while the notification is pending. */
  readonly next_attempt_at?: string
}

export interface AttemptDeps {
  readonly fetch: GuardedFetch
  readonly allowAddresses: readonly string[]
  readonly random: () => number
  readonly now: Clock
  readonly log: Pick<Log, 'info'>
  readonly onFailure: (reason: 'blocked' | 'no answer') => void
}

/** Standard Webhooks recommends 15 to 30 seconds. */
export const ANSWER_TIMEOUT_MS = 20_000
/** Longer than an attempt can take, so that attempts never overlap. */
export const LEASE_MS = 45_000
/** The receiver no longer wants notifications (RFC 9110 15.5.11). */
const GONE = 410

export interface Attempt {
  readonly url: string
  readonly notification: Notification
  readonly secrets: readonly string[]
  /** Counts from 1. */
  readonly attempt: number
  readonly headers?: Readonly<Record<string, string>>
}

/**
 * The receiver's response. Without a status, the receiver did not respond, or the host name resolves to a private
 * network.
 */
interface ReceiverResponse {
  readonly status?: number
  readonly retryAfter?: string | undefined
  readonly isBlocked?: true
}

const callReceiver = async (
  { fetch, allowAddresses, now, onFailure }: AttemptDeps,
  url: string,
  { notification, secrets, headers: extraHeaders = {} }: Pick<Attempt, 'notification' | 'secrets' | 'headers'>,
): Promise<ReceiverResponse> => {
  try {
    const { status, headers } = await fetch(url, {
      method: 'POST',
      headers: { ...causeHeaders(), ...extraHeaders, ...signedHeaders(notification, secrets, epochSeconds(now())) },
      body: notification.body,
      timeoutMs: ANSWER_TIMEOUT_MS,
      // Only the status matters, so the body is not read.
      maxBytes: 'headers only',
      allowAddresses,
    })
    return { status, retryAfter: headers['retry-after'] }
  } catch (error) {
    const isBlocked = error instanceof BlockedUrl
    onFailure(isBlocked ? 'blocked' : 'no answer')
    return isBlocked ? { isBlocked } : {}
  }
}

/** Calls the receiver within a span, which is the parent of the receiver's spans. */
const callWithinSpan = (
  deps: AttemptDeps,
  url: string,
  delivery: Parameters<typeof callReceiver>[2],
): Promise<ReceiverResponse> =>
  spanned(deps.log, { kind: 'client', parent: trail().span_id }, async (note) => {
    const response = await callReceiver(deps, url, delivery)
    const { status, isBlocked } = response
    const failure = status === undefined ? (isBlocked ? 'the address is blocked' : 'no answer') : `HTTP ${status}`
    note({ operation: 'webhook', status, host: new URL(url).host, failed: isDelivered(status) ? undefined : failure })
    return response
  })

const isDelivered = (status = 0): boolean => status >= 200 && status < 300

export interface AttemptResult {
  readonly outcome: AttemptOutcome
  readonly delaySeconds?: number
}

/**
 * Sends a notification once, signed with every valid secret, within the current trace (`traceparent`, and
 * `x-request-id` of the original request). Redirects are failures, like any other answer that is not 2xx. A private
 * address and status 410 end the deliveries.
 */
export const attemptDelivery = async (
  deps: AttemptDeps,
  { url, attempt, ...delivery }: Attempt,
): Promise<AttemptResult> => {
  noteIds({ webhook_id: delivery.notification.id })
  const { status, retryAfter, isBlocked } = await callWithinSpan(deps, url, delivery)
  const statusField = status === undefined ? {} : { last_status: status }
  if (isDelivered(status)) return { outcome: { state: 'delivered', ...statusField } }
  const requestedDelay = retryAfterSeconds(retryAfter, deps.now())
  const delaySeconds = nextDelaySeconds(attempt, { retryAfter: requestedDelay, random: deps.random })
  if (isBlocked || status === GONE || delaySeconds === undefined)
    return { outcome: { state: 'failed', ...statusField } }
  const nextAttemptAt = addMs(deps.now(), delaySeconds * 1000).toISOString()
  return { outcome: { state: 'pending', ...statusField, next_attempt_at: nextAttemptAt }, delaySeconds }
}
