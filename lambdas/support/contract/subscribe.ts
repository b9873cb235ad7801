import { defineContract, endpoint, nameText } from '@signet/contracts'
import * as z from 'zod'

const tags = ['subscribe']

const link = z.strictObject({
  token: z
    .string()
    .regex(/^[\w.-]{1,200}$/, 'must be the token of the link in the email')
    .describe('Token of the link in the email'),
})
const html = { mediaTypes: ['text/html; charset=utf-8'] }
const clicks = { requests: 60, window: '1m', by: 'address' } as const

export const subscribe = endpoint({
  name: 'subscribe',
  summary: 'Subscribe to Signet news',
  description:
    'Emails a confirmation link, which is valid for 48 hours. News is sent only after the confirmation. The response does not reveal whether the address is subscribed. An address gets at most one email every ten minutes. Rejected requests do not count against the rate limit.',
  tags,
  route: 'POST /api/subscribe',
  authority: 'open',
  rate: { requests: 5, window: '1h', by: 'address', counts: 'accepted' },
  request: {
    body: z.strictObject({
      email: z.email().max(254).describe('Email address that receives the news'),
      name: nameText(100).optional().describe('Name for the salutation of emails'),
    }),
    maxBodyBytes: 8_192,
  },
  responses: { 202: { description: 'The request was accepted', schema: z.object({ received: z.literal(true) }) } },
  errors: ['unavailable'],
})

export const showConfirmation = endpoint({
  name: 'showConfirmation',
  summary: 'Show the confirmation page of a news subscription',
  description:
    'Returns a page with a confirmation button. Opening the page does not confirm the subscription, because email scanners also open links.',
  tags,
  route: 'GET /api/subscribe/confirm',
  authority: 'open',
  request: { query: link },
  responses: { 200: { description: 'The confirmation page', ...html } },
})

export const confirmSubscription = endpoint({
  name: 'confirmSubscription',
  summary: 'Confirm a news subscription',
  description:
    'Confirms the subscription when the user presses the button on the confirmation page. Submitting the form again returns the same page.',
  tags,
  route: 'POST /api/subscribe/confirm',
  authority: 'open',
  idempotent: true,
  rate: clicks,
  request: { query: link },
  responses: { 200: { description: 'A page that states that the subscription is confirmed', ...html } },
  errors: [
    {
      code: 'link_expired',
      status: 410,
      description:
        'The link is unknown or older than 48 hours, or was used before the user unsubscribed. Subscribe again to get a new link.',
    },
  ],
})

export const showUnsubscription = endpoint({
  name: 'showUnsubscription',
  summary: 'Show the unsubscribe page of a news subscription',
  description: 'Returns a page with an unsubscribe button. Opening the page does not unsubscribe.',
  tags,
  route: 'GET /api/subscribe/unsubscribe',
  authority: 'open',
  request: { query: link },
  responses: { 200: { description: 'The unsubscribe page', ...html } },
})

export const unsubscribe = endpoint({
  name: 'unsubscribe',
  summary: 'Unsubscribe from Signet news',
  description:
    'Unsubscribes the address and deletes it. Accepts the form of the unsubscribe page, and one-click unsubscribe requests of email programs (RFC 8058). Returns the same response for an address that is not subscribed.',
  tags,
  route: 'POST /api/subscribe/unsubscribe',
  authority: 'open',
  idempotent: true,
  rate: clicks,
  request: { query: link },
  responses: { 200: { description: 'A page that states that the subscription has ended', ...html } },
  errors: [
    {
      code: 'link_unknown',
      status: 404,
      description: 'The link is incomplete or invalid. Use the complete link from the email.',
    },
  ],
})

const subscriberId = z.string().describe('ID derived from the address; does not reveal the address')

const Requested = z
  .object({ subscriber_id: subscriberId, request_id: z.string(), requested_at: z.iso.datetime() })
  .meta({ id: 'SubscriptionRequest' })
const Changed = z.object({ subscriber_id: subscriberId, changed_at: z.iso.datetime() }).meta({ id: 'SubscriberEvent' })

export const subscriberContract = defineContract({
  name: 'subscriber',
  version: '1.0.0',
  description: 'News subscriber events.',
  schema: Changed,
  operations: {
    request: {
      kind: 'command',
      description: 'A visitor requested a news subscription.',
      emits: ['subscriber.requested'],
    },
    confirm: {
      kind: 'command',
      description: 'The visitor confirmed the news subscription.',
      emits: ['subscriber.confirmed'],
    },
    unsubscribe: {
      kind: 'command',
      description: 'The subscriber unsubscribed from the news.',
      emits: ['subscriber.unsubscribed'],
    },
  },
  events: {
    'subscriber.requested': Requested,
    'subscriber.confirmed': Changed,
    'subscriber.unsubscribed': Changed,
  },
  surfaces: {},
  authority: { request: 'internal', confirm: 'internal', unsubscribe: 'internal' },
})
