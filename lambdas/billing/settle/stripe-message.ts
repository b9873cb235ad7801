import * as z from 'zod'

/** What an event is about: that is read again, and nothing of the event itself is believed. */
export const Subject = z.enum(['customer', 'invoice', 'checkout', 'payment', 'charge', 'refund', 'dispute', 'card'])
export type Subject = z.infer<typeof Subject>

/** An event on its way from the webhook to the worker. */
export const StripeMessage = z.object({
  event_id: z.string(),
  type: z.string(),
  subject: Subject,
  object_id: z.string(),
  /** Whose it is, where the event says so. */
  customer_id: z.string().optional(),
})
export type StripeMessage = z.infer<typeof StripeMessage>

/** The events that are wanted, as the endpoint at Stripe has them (docs/aws.md). */
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
