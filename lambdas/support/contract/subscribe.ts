import { defineContract, endpoint, nameText } from '@signet/contracts'
import * as z from 'zod'

const tags = ['subscribe']

const link = z.strictObject({ token: z.string().regex(/^[\w.-]{1,200}$/, 'must be that of the link in the mail') })
const html = { mediaTypes: ['text/html; charset=utf-8'] }
const clicks = { requests: 60, window: '1m', by: 'address' } as const

export const subscribe = endpoint({
  name: 'subscribe',
  summary: 'Subscribe to news',
  description:
    'Sends a confirmation link to the address, which is valid for 48 hours; news are sent only after the confirmation. The answer does not show whether the address is known. An address gets at most one mail in ten minutes. Only accepted requests count towards the rate limit.',
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
  responses: { 202: { description: 'Taken', schema: z.object({ received: z.literal(true) }) } },
  errors: ['unavailable'],
})

export const showConfirmation = endpoint({
  name: 'showConfirmation',
  summary: 'Confirmation page',
  description: 'A page with a button. Opening it changes nothing, because mail scanners open links, too.',
  tags,
  route: 'GET /api/subscribe/confirm',
  authority: 'open',
  request: { query: link },
  responses: { 200: { description: 'HTML', ...html } },
})

export const confirmSubscription = endpoint({
  name: 'confirmSubscription',
  summary: 'Confirm',
  description: 'The button of the page. A link is used once; pressing the button again shows the same page.',
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
  summary: 'Unsubscribe page',
  description: 'A page with a button. Opening it changes nothing.',
  tags,
  route: 'GET /api/subscribe/unsubscribe',
  authority: 'open',
  request: { query: link },
  responses: { 200: { description: 'HTML', ...html } },
})

export const unsubscribe = endpoint({
  name: 'unsubscribe',
  summary: 'Unsubscribe',
  description:
    'The button of the page, and the request of mail programs for List-Unsubscribe (RFC 8058). The address is deleted. The answer is the same for an address that is not subscribed.',
  tags,
  route: 'POST /api/subscribe/unsubscribe',
  authority: 'open',
  idempotent: true,
  rate: clicks,
  request: { query: link },
  responses: { 200: { description: 'The subscription has ended; HTML', ...html } },
  errors: [{ code: 'link_unknown', status: 404, description: 'The link is not one of ours' }],
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
    request: { kind: 'command', description: 'subscribe has accepted the request.', emits: ['subscriber.requested'] },
    confirm: { kind: 'command', description: 'The address is confirmed.', emits: ['subscriber.confirmed'] },
    unsubscribe: {
      kind: 'command',
      description: 'The subscriber has unsubscribed.',
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
