import { Stripe } from 'stripe'
import type { Mode } from './payment-processor.ts'
import { API_VERSION } from './stripe-client.ts'
import { idOf, timeOf } from './stripe-objects.ts'

/** An event whose signature was good. */
export interface VerifiedEvent {
  readonly id: string
  readonly type: string
  readonly mode: Mode
  readonly createdAt: string
  /** Whether it has the shapes that the code reads. */
  readonly isOfOurVersion: boolean
  readonly objectId: string | undefined
  readonly customerId: string | undefined
}

/** What events of all types have in common. */
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

/**
 * The event that the bytes hold; `undefined` unless one of the secrets has signed them within the last five minutes, which
 * is the SDK's own tolerance: a zero would switch that check off.
 */
export const verifyEvent = (
  body: Uint8Array,
  signature: string,
  secrets: readonly string[],
): VerifiedEvent | undefined => {
  for (const secret of secrets) {
    try {
      return verified(Stripe.webhooks.constructEvent(Buffer.from(body), signature, secret))
    } catch (error) {
      if (error instanceof Stripe.errors.StripeSignatureVerificationError) continue
      // Signed, and no event: nobody but the owner of a secret can send it.
      throw error
    }
  }
  return undefined
}
