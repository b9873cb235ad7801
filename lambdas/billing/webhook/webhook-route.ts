import { reply } from '@signet/contracts'
import { type Clock, type Metrics, type Route, type RowTable, refusal, route, type SecretSource } from '@signet/kernel'
import { receiveStripeEvent } from '../contract/webhook.ts'
import type { webhookEventRow } from '../contract/webhook-row.ts'
import { type StripeMessage, SUBJECTS } from '../settle/stripe-message.ts'
import { readCredentials } from '../stripe/stripe-credentials.ts'
import { UNKNOWN_FORMAT, type VerifiedEvent, verifyEvent } from '../stripe/verify-event.ts'
import type { EventQueue } from './event-queue.ts'

export interface WebhookDeps {
  readonly secret: SecretSource
  readonly events: RowTable<typeof webhookEventRow>
  readonly queue: EventQueue
  readonly metrics: Metrics
  readonly now: Clock
}

const messageOf = ({ id, type, objectId, customerId }: VerifiedEvent): StripeMessage | undefined => {
  const subject = Object.hasOwn(SUBJECTS, type) ? SUBJECTS[type] : undefined
  if (subject === undefined || objectId === undefined) return undefined
  const customer = customerId === undefined ? {} : { customer_id: customerId }
  return { event_id: id, type, subject, object_id: objectId, ...customer }
}

/** Stores the event and queues it. After a crash in between, Stripe sends it again, because it got no response. */
const storeAndQueue = async ({ events, queue, now }: WebhookDeps, event: VerifiedEvent, message: StripeMessage) => {
  const key = { event: event.id }
  const row = {
    event_id: event.id,
    type: event.type,
    object_id: message.object_id,
    created_at: event.createdAt,
    received_at: now().toISOString(),
    state: 'received' as const,
  }
  const isNew = await events.putNew(key, row)
  if (!isNew && (await events.get(key))?.state === 'queued') return
  await queue.send(message)
  await events.transition(key, { field: 'state', from: ['received'], to: 'queued' })
}

/** Accepts an event of Stripe once, if it is signed, of the configured mode and of a handled type. */
export const webhookRoute = (deps: WebhookDeps): Route =>
  route(receiveStripeEvent, async ({ body, headers, log }) => {
    const { secret, metrics } = deps
    const { webhookSecrets, mode } = await readCredentials(secret)
    const recordRefusal = (reason: string) => {
      log.warn('event refused', { reason })
      metrics.record('WebhooksRefused', 1)
    }
    const event = verifyEvent(body, headers['stripe-signature'] ?? '', webhookSecrets)
    if (event === undefined) {
      recordRefusal('signature')
      return refusal('bad_signature', 'The signature is missing or invalid')
    }
    if (event === UNKNOWN_FORMAT) {
      // Stripe endpoints can send formats that this code does not read. A 5xx response would be retried for three days.
      log.warn('event of another format ignored')
      metrics.record('WebhooksOfOtherForm', 1)
      return reply(200, { received: true as const })
    }
    if (event.mode !== mode) {
      recordRefusal('mode')
      return refusal('foreign_mode', `Events of the ${event.mode} mode are not accepted on this deployment`)
    }
    if (!event.hasConfiguredVersion) {
      // The event still counts, because its object is fetched with the configured version.
      log.error('event has another API version: change the version of the endpoint at Stripe', { type: event.type })
      metrics.record('WebhooksOfOtherVersion', 1)
    }
    const message = messageOf(event)
    if (message) await storeAndQueue(deps, event, message)
    log.info('event accepted', { event_id: event.id, type: event.type, is_handled: message !== undefined })
    return reply(200, { received: true as const })
  })
