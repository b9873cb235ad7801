import { defineContract, endpoint, nameText } from '@signet/contracts'
import * as z from 'zod'

const tags = ['subscribe']

const link = z.strictObject({ token: z.string().regex(/^[\w.-]{1,200}$/, 'must be the token of the link in the mail') })
const html = { mediaTypes: ['text/html; charset=utf-8'] }
const clicks = { requests: 60, window: '1m', by: 'address' } as const

export const subscribe = endpoint({
  name: 'subscribe',
  summary: 'Subscribe to news',
  description:
    'Emails a confirmation link, valid for 48 hours; news is sent only after the confirmation. The response does not reveal whether the address is known. An address gets at most one email in ten minutes. Only accepted requests count toward the rate limit.',
  tags,
  route: 'POST /api/subscribe',
  authority: 'open',
  rate: { requests: 5, window: '1h', by: 'address', counts: 'accepted' },
  request: {
    body: z.strictObject({
      email: z.email().max(254).describe('Address for the news'),
      name: nameText(100).optional().describe('Name for the salutation'),
    }),
    maxBodyBytes: 8_192,
  },
  responses: { 202: { description: 'The request was accepted', schema: z.object({ received: z.literal(true) }) } },
  errors: ['unavailable'],
})

export const showConfirmation = endpoint({
  name: 'showConfirmation',
  summary: 'Show the confirmation page',
  description: 'Shows a page with a button. Opening it changes nothing, because email scanners open links, too.',
  tags,
  route: 'GET /api/subscribe/confirm',
  authority: 'open',
  request: { query: link },
  responses: { 200: { description: 'HTML', ...html } },
})

export const confirmSubscription = endpoint({
  name: 'confirmSubscription',
  summary: 'Confirm a subscription',
  description: 'Submits the button of the page. A link can be used once; submitting again shows the same page.',
  tags,
  route: 'POST /api/subscribe/confirm',
  authority: 'open',
  idempotent: true,
  rate: clicks,
  request: { query: link },
  responses: { 200: { description: 'The subscription is confirmed; HTML', ...html } },
  errors: [{ code: 'link_expired', status: 410, description: 'The link is unknown, used, or older than 48 hours' }],
})

export const showUnsubscription = endpoint({
  name: 'showUnsubscription',
  summary: 'Show the unsubscribe page',
  description: 'Shows a page with a button. Opening it changes nothing.',
  tags,
  route: 'GET /api/subscribe/unsubscribe',
  authority: 'open',
  request: { query: link },
  responses: { 200: { description: 'HTML', ...html } },
})

export const unsubscribe = endpoint({
  name: 'unsubscribe',
  summary: 'Unsubscribe from news',
  description:
    'Accepts the button of the page and List-Unsubscribe requests of mail programs (RFC 8058). Deletes the address. Returns the same response for an address that is not subscribed.',
  tags,
  route: 'POST /api/subscribe/unsubscribe',
  authority: 'open',
  idempotent: true,
  rate: clicks,
  request: { query: link },
  responses: { 200: { description: 'The subscription has ended; HTML', ...html } },
  errors: [{ code: 'link_unknown', status: 404, description: 'The link is incomplete or invalid' }],
})

const subscriberId = z.string().describe('Derived from the address, without revealing it')

const Requested = z
  .object({ subscriber_id: subscriberId, request_id: z.string(), requested_at: z.iso.datetime() })
  .meta({ id: 'SubscriptionRequest' })
const Changed = z.object({ subscriber_id: subscriberId, changed_at: z.iso.datetime() }).meta({ id: 'SubscriberEvent' })

export const subscriberContract = defineContract({
  name: 'subscriber',
  version: '1.0.0',
  description: 'A subscriber of the news, in events.',
  schema: Changed,
  operations: {
    request: { kind: 'command', description: 'subscribe accepted a request.', emits: ['subscriber.requested'] },
    confirm: { kind: 'command', description: 'The address was confirmed.', emits: ['subscriber.confirmed'] },
    unsubscribe: {
      kind: 'command',
      description: 'The subscriber unsubscribed.',
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
