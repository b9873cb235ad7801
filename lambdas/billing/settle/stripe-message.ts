import * as z from 'zod'

/**
 * The kind of object that an event is about. Its state is always fetched again; the event's own data is not trusted.
 */
export const Subject = z.enum(['customer', 'invoice', 'checkout', 'payment', 'charge', 'refund', 'dispute', 'card'])
export type Subject = z.infer<typeof Subject>

export const StripeMessage = z.object({
  event_id: z.string(),
  type: z.string(),
  subject: Subject,
  object_id: z.string(),
  customer_id: z.string().optional(),
})
export type StripeMessage = z.infer<typeof StripeMessage>

/** Handled event types, as configured at the Stripe endpoint (docs/aws.md). */
export const SUBJECTS: Readonly<Record<string, Subject>> = {
  'checkout.session.completed': 'checkout',
  'checkout.session.async_payment_succeeded': 'checkout',
  'checkout.session.async_payment_failed': 'checkout',
  'invoice.paid': 'invoice',
  'invoice.payment_failed': 'invoice',
  'invoice.payment_action_required': 'invoice',
  'customer.subscription.created': 'customer',
  'customer.subscription.updated': 'customer',
  'customer.subscription.deleted': 'customer',
  'customer.subscription.paused': 'customer',
  'customer.subscription.resumed': 'customer',
  'payment_intent.succeeded': 'payment',
  'charge.refunded': 'charge',
  'refund.created': 'refund',
  'refund.updated': 'refund',
  'refund.failed': 'refund',
  'charge.dispute.created': 'dispute',
  'charge.dispute.closed': 'dispute',
  'payment_method.attached': 'card',
  'payment_method.detached': 'card',
  'customer.updated': 'card',
  'customer.deleted': 'card',
}
