import { Stripe } from 'stripe'
import type { Book } from './book.ts'
import { type Delivery, deliveriesOf, type Endpoint } from './desk.ts'
import type { StripeEvent } from './wire-objects.ts'

interface WebhookEndpoint extends Endpoint {
  /** Signing secrets; two during a rotation. */
  readonly secrets: readonly string[]
}

interface DeliveryDeps {
  readonly book: Book
  readonly endpoints: () => readonly WebhookEndpoint[]
  readonly log: (line: string) => void
  readonly commit: <T>(work: () => T) => T
}

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
const RESPONSE_TIMEOUT_MS = 10_000
const MAX_RETRY_MS = 72 * HOUR_MS
/** Pauses between attempts. The last one repeats until three days have passed. */
const RETRY_PAUSES_MS = [5 * MINUTE_MS, 30 * MINUTE_MS, 2 * HOUR_MS, 5 * HOUR_MS, 10 * HOUR_MS, 12 * HOUR_MS] as const

const waitAfter = (attempts: number): number =>
  RETRY_PAUSES_MS[Math.min(attempts, RETRY_PAUSES_MS.length) - 1] ?? 12 * HOUR_MS

/** Returns the signature header: one timestamp and one signature per secret (docs.stripe.com/webhooks/signature). */
export const signatureHeader = (payload: string, secrets: readonly string[], timestamp: number): string => {
  const headers = secrets.map((secret) => Stripe.webhooks.generateTestHeaderString({ payload, secret, timestamp }))
  return [`t=${timestamp}`, ...headers.map((header) => header.slice(header.indexOf(',') + 1))].join(',')
}

export const payloadOf = (event: StripeEvent): string => JSON.stringify(event, null, 2)

type Outcome = { readonly status: number | null; readonly problem?: string }

const send = async (
  endpoint: WebhookEndpoint,
  event: StripeEvent,
  sentAt: number,
  signal: AbortSignal,
): Promise<Outcome> => {
  const payload = payloadOf(event)
  try {
    const response = await fetch(endpoint.url, {
      method: 'POST',
      headers: {
        'content-type': 'application/json; charset=utf-8',
        'stripe-signature': signatureHeader(payload, endpoint.secrets, Math.floor(sentAt / 1000)),
        'user-agent': 'Stripe/1.0 (+https://stripe.com/docs/webhooks)',
      },
      body: payload,
      redirect: 'manual',
      signal: AbortSignal.any([signal, AbortSignal.timeout(RESPONSE_TIMEOUT_MS)]),
    })
    await response.body?.cancel()
    return { status: response.status }
  } catch (error) {
    const { cause, message } = error as Error
    return { status: null, problem: cause instanceof Error ? cause.message : message }
  }
}

const isDelivered = ({ status }: Outcome): boolean => status !== null && status >= 200 && status < 300

const recordAttempt = (
  { book, log }: DeliveryDeps,
  delivery: Delivery,
  event: StripeEvent,
  at: number,
  outcome: Outcome,
): void => {
  const attempts = [...delivery.attempts, { at, ...outcome }]
  const next = at + waitAfter(attempts.length)
  const isLast = next - (attempts[0]?.at ?? at) > MAX_RETRY_MS
  const status = isDelivered(outcome) ? 'delivered' : isLast ? 'failed' : 'pending'
  deliveriesOf(book).put({ ...delivery, status, attempts })
  if (status === 'pending') book.due.plan({ task: 'deliver', id: delivery.id, at: next })
  else book.due.removeTask({ task: 'deliver', id: delivery.id })
  if (status !== 'delivered')
    log(`webhook ${event.type} to ${delivery.endpoint} failed: ${outcome.problem ?? outcome.status}`)
  const current = status === 'delivered' && book.get('event', event.id)
  if (current) book.put('event', { ...current, pending_webhooks: Math.max(0, current.pending_webhooks - 1) })
}

/**
 * Sends signed webhooks at least once. Each attempt is planned again before it starts, so that the next process repeats
 * an interrupted attempt.
 */
export const deliveries = (deps: DeliveryDeps) => {
  const { book, endpoints, commit } = deps
  const runningAttempts = new Set<Promise<void>>()
  const closing = new AbortController()
  const attempt = async (endpoint: WebhookEndpoint, delivery: Delivery, event: StripeEvent) => {
    const attemptedAt = book.clock.now()
    const outcome = await send(endpoint, event, attemptedAt, closing.signal)
    if (!closing.signal.aborted) commit(() => recordAttempt(deps, delivery, event, attemptedAt, outcome))
  }
  return {
    attempt(id: string): void {
      const delivery = deliveriesOf(book).get(id)
      const event = delivery && book.get('event', delivery.event)
      const endpoint = endpoints().find(({ name }) => name === delivery?.endpoint)
      if (!delivery || !event || !endpoint || delivery.status === 'delivered') {
        book.due.removeTask({ task: 'deliver', id })
        return
      }
      book.due.plan({ task: 'deliver', id, at: book.clock.now() + waitAfter(delivery.attempts.length + 1) })
      const run = attempt(endpoint, delivery, event).finally(() => runningAttempts.delete(run))
      runningAttempts.add(run)
      // The clock stops until the receiver has checked the signed time.
      book.clock.hold(run)
    },
    /** Aborts running attempts; the next start repeats them. */
    async stop() {
      closing.abort()
      await Promise.allSettled(runningAttempts)
    },
  }
}

export type Deliveries = ReturnType<typeof deliveries>
