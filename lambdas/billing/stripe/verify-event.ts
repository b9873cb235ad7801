import { Stripe } from 'stripe'
import type { Mode } from './payment-processor.ts'
import { API_VERSION } from './stripe-client.ts'
import { idOf, timeOf } from './stripe-objects.ts'

export interface VerifiedEvent {
  readonly id: string
  readonly type: string
  readonly mode: Mode
  readonly createdAt: string
  readonly isOfOurVersion: boolean
  readonly objectId: string | undefined
  readonly customerId: string | undefined
}

interface EventObject {
  readonly id?: string | null
  readonly object?: string
  readonly customer?: string | { readonly id: string } | null
}

const customerOf = (object: EventObject, before: Partial<EventObject> | null | undefined): string | undefined =>
  object.object === 'customer' ? (object.id ?? undefined) : (idOf(object.customer) ?? idOf(before?.customer))

const verified = (event: Stripe.Event): VerifiedEvent => {
  const object = event.data.object as EventObject
  const before = event.data.previous_attributes as Partial<EventObject> | null | undefined
  return {
    id: event.id,
    type: event.type,
    mode: event.livemode ? 'live' : 'test',
    createdAt: timeOf(event.created),
    isOfOurVersion: event.api_version === API_VERSION,
    objectId: object.id ?? undefined,
    customerId: customerOf(object, before),
  }
}

/** Result for a signed body of another format, such as a thin event of Stripe's v2 API. */
export const OTHER_FORM = 'other form'

/** Ids of Stripe are short words; they become parts of keys. */
const isId = (value: unknown): value is string => typeof value === 'string' && /^[\w-]{1,255}$/.test(value)

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Latest time that a Date can represent, in seconds. */
const LAST_SECOND = 8_640_000_000_000

const isTime = (value: unknown): boolean => Number.isInteger(value) && Math.abs(Number(value)) <= LAST_SECOND

const isNamed = (value: unknown): boolean =>
  value === undefined || value === null || isId(isObject(value) ? value.id : value)

const hasOurForm = (body: unknown): body is Stripe.Event => {
  if (!isObject(body) || body.object !== 'event' || !isObject(body.data)) return false
  const { id, type, created, livemode, data } = body
  const { object, previous_attributes: before } = data as { object?: unknown; previous_attributes?: unknown }
  if (!isId(id) || typeof type !== 'string' || !isTime(created) || typeof livemode !== 'boolean') return false
  if (!isObject(object) || !isNamed(object.id) || !isNamed(object.customer)) return false
  return before === undefined || before === null || (isObject(before) && isNamed(before.customer))
}

/**
 * Returns the event, or OTHER_FORM for a body of another format; `undefined` unless one of the secrets signed it within
 * the last five minutes, the SDK's default tolerance. A tolerance of zero would disable that check.
 */
export const verifyEvent = (
  body: Uint8Array,
  signature: string,
  secrets: readonly string[],
): VerifiedEvent | typeof OTHER_FORM | undefined => {
  for (const secret of secrets) {
    try {
      const event: unknown = Stripe.webhooks.constructEvent(Buffer.from(body), signature, secret)
      return hasOurForm(event) ? verified(event) : OTHER_FORM
    } catch (error) {
      if (error instanceof Stripe.errors.StripeSignatureVerificationError) continue
      // The SDK parses the body after it has verified the signature, and refuses invalid JSON and thin events.
      return OTHER_FORM
    }
  }
  return undefined
}
