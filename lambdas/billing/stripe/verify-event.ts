import { Stripe } from 'stripe'
import type { Mode } from './payment-processor.ts'
import { API_VERSION } from './stripe-client.ts'
import { idOf, timeOf } from './stripe-objects.ts'

export interface VerifiedEvent {
  readonly id: string
  readonly type: string
  readonly mode: Mode
  readonly createdAt: string
  readonly hasConfiguredVersion: boolean
  readonly objectId: string | undefined
  readonly customerId: string | undefined
}

interface EventObject {
  readonly id?: string | null
  readonly object?: string
  readonly customer?: string | { readonly id: string } | null
}

/** Returns the customer of an object. A detached card has its former customer in the previous attributes only. */
const customerOf = (
  object: EventObject,
  previousAttributes: Partial<EventObject> | null | undefined,
): string | undefined =>
  object.object === 'customer'
    ? (object.id ?? undefined)
    : (idOf(object.customer) ?? idOf(previousAttributes?.customer))

const verifiedEventOf = (event: Stripe.Event): VerifiedEvent => {
  const object = event.data.object as EventObject
  const previous = event.data.previous_attributes as Partial<EventObject> | null | undefined
  return {
    id: event.id,
    type: event.type,
    mode: event.livemode ? 'live' : 'test',
    createdAt: timeOf(event.created),
    hasConfiguredVersion: event.api_version === API_VERSION,
    objectId: object.id ?? undefined,
    customerId: customerOf(object, previous),
  }
}

/** Result for a signed body of another format, such as a thin event of Stripe's v2 API. */
export const UNKNOWN_FORMAT = 'unknown format'

/** Stripe IDs are short words. They become parts of row keys. */
const isId = (value: unknown): value is string => typeof value === 'string' && /^[\w-]{1,255}$/.test(value)

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Latest time that a Date can represent, in seconds. */
const LAST_SECOND = 8_640_000_000_000

const isTime = (value: unknown): boolean => Number.isInteger(value) && Math.abs(Number(value)) <= LAST_SECOND

const isReference = (value: unknown): boolean =>
  value === undefined || value === null || isId(isObject(value) ? value.id : value)

const isSnapshotEvent = (body: unknown): body is Stripe.Event => {
  if (!isObject(body) || body.object !== 'event' || !isObject(body.data)) return false
  const { id, type, created, livemode, data } = body
  const { object, previous_attributes: before } = data as { object?: unknown; previous_attributes?: unknown }
  if (!isId(id) || typeof type !== 'string' || !isTime(created) || typeof livemode !== 'boolean') return false
  if (!isObject(object) || !isReference(object.id) || !isReference(object.customer)) return false
  return before === undefined || before === null || (isObject(before) && isReference(before.customer))
}

/**
 * Returns the event, or UNKNOWN_FORMAT for a body of another format; `undefined` unless one of the secrets signed it
 * within the last five minutes, the SDK's default tolerance. A tolerance of zero would disable that check.
 */
export const verifyEvent = (
  body: Uint8Array,
  signature: string,
  secrets: readonly string[],
): VerifiedEvent | typeof UNKNOWN_FORMAT | undefined => {
  for (const secret of secrets) {
    try {
      const event: unknown = Stripe.webhooks.constructEvent(Buffer.from(body), signature, secret)
      return isSnapshotEvent(event) ? verifiedEventOf(event) : UNKNOWN_FORMAT
    } catch (error) {
      if (error instanceof Stripe.errors.StripeSignatureVerificationError) continue
      // The SDK parses the body after it has verified the signature, and refuses invalid JSON and thin events.
      return UNKNOWN_FORMAT
    }
  }
  return undefined
}
