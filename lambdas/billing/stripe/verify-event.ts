import { Stripe } from 'stripe'
import type { Mode } from './payment-processor.ts'
import { API_VERSION } from './stripe-client.ts'
import { idOf, timeOf } from './stripe-objects.ts'

/** An event with a valid signature. */
export interface VerifiedEvent {
  readonly id: string
  readonly type: string
  readonly mode: Mode
  readonly createdAt: string
  /** Whether it has the API version that the code reads. */
  readonly isOfOurVersion: boolean
  readonly objectId: string | undefined
  readonly customerId: string | undefined
}

/** Members that events of all types share. */
interface EventObject {
  readonly id?: string
  readonly object?: string
  readonly customer?: string | { readonly id: string } | null
}

const customerOf = (object: EventObject, before: Partial<EventObject> | undefined): string | undefined =>
  object.object === 'customer' ? object.id : (idOf(object.customer) ?? idOf(before?.customer))

const verified = (event: Stripe.Event): VerifiedEvent => {
  const object = event.data.object as EventObject
  const before = event.data.previous_attributes as Partial<EventObject> | undefined
  return {
    id: event.id,
    type: event.type,
    mode: event.livemode ? 'live' : 'test',
    createdAt: timeOf(event.created),
    isOfOurVersion: event.api_version === API_VERSION,
    objectId: object.id,
    customerId: customerOf(object, before),
  }
}

/** A signed body of another form, such as a thin event of Stripe's second API. */
export const OTHER_FORM = 'other form'

const hasOurForm = (body: unknown): body is Stripe.Event => {
  const { object, data } = (typeof body === 'object' && body !== null ? body : {}) as Partial<Stripe.Event>
  return object === 'event' && typeof data?.object === 'object' && data.object !== null
}

/**
 * The event in the bytes, or that they have another form; `undefined` unless one of the secrets signed them within the
 * last five minutes, the SDK's default tolerance. A tolerance of zero would switch that check off.
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
      // The SDK reads the body once its signature is good: it refuses what is no JSON, and thin events.
      return OTHER_FORM
    }
  }
  return undefined
}
