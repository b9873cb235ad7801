import { defineContract, endpoint } from '@signet/contracts'
import * as z from 'zod'

const tags = ['subscribe']

/** The token in a mail's link. */
const link = z.strictObject({ token: z.string().regex(/^[\w.-]{1,200}$/, 'must be that of the link in the mail') })
const html = { mediaTypes: ['text/html; charset=utf-8'] }
const clicks = { requests: 60, window: '1m', by: 'address' } as const

export const subscribe = endpoint({
  name: 'subscribe',
  summary: 'Ask for news by mail',
  description:
    'Sends a mail with a link to the address, which is good for 48 hours; news come only to who has confirmed there. The answer says nothing of whether the address is known. One address is written to once in ten minutes. Only requests that are taken count.',
  tags,
  route: 'POST /api/subscribe',
  authority: 'open',
  rate: { requests: 5, window: '1h', by: 'address', counts: 'accepted' },
  request: {
    body: z.strictObject({
      email: z.email().max(254).describe('Where news are to go'),
      name: z.string().min(1).max(100).regex(/\S/, 'must not be empty').optional().describe('How to be addressed'),
    }),
    maxBodyBytes: 8_192,
  },
  responses: { 202: { description: 'Taken', schema: z.object({ received: z.literal(true) }) } },
  errors: ['unavailable'],
})

export const showConfirmation = endpoint({
  name: 'showConfirmation',
  summary: 'The page that the link leads to',
  description: 'A page with a button. Nothing happens by opening it: programs that look at mails open links, too.',
  tags,
  route: 'GET /api/subscribe/confirm',
  authority: 'open',
  request: { query: link },
  responses: { 200: { description: 'HTML', ...html } },
})

export const confirmSubscription = endpoint({
  name: 'confirmSubscription',
  summary: 'Confirm',
  description: 'What the button does. A link is used once; a second press on the same page says the same.',
  tags,
  route: 'POST /api/subscribe/confirm',
  authority: 'open',
  idempotent: true,
  rate: clicks,
  request: { query: link },
  responses: { 200: { description: 'News come from now on; HTML', ...html } },
  errors: [{ code: 'link_expired', status: 410, description: 'The link is unknown, used, or older than 48 hours' }],
})

export const showUnsubscription = endpoint({
  name: 'showUnsubscription',
  summary: 'The page to unsubscribe',
  description: 'A page with a button. Nothing happens by opening it.',
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
    'What the button does, and what mail programs send for List-Unsubscribe (RFC 8058). The address is forgotten. Whoever is not subscribed gets the same answer.',
  tags,
  route: 'POST /api/subscribe/unsubscribe',
  authority: 'open',
  idempotent: true,
  rate: clicks,
  request: { query: link },
  responses: { 200: { description: 'No news come any more; HTML', ...html } },
  errors: [{ code: 'link_unknown', status: 404, description: 'The link is not one of ours' }],
})

const subscriberId = z.string().describe('Follows from the address, and tells nobody the address')

const Requested = z
  .object({ subscriber_id: subscriberId, request_id: z.string(), requested_at: z.iso.datetime() })
  .meta({ id: 'RequestedSubscription' })
const Changed = z
  .object({ subscriber_id: subscriberId, changed_at: z.iso.datetime() })
  .meta({ id: 'ChangedSubscriber' })

/** Events of subscribers of the news. */
export const subscriberContract = defineContract({
  name: 'subscriber',
  version: '1.0.0',
  description: 'Somebody who gets news by mail, as events tell of it.',
  schema: Changed,
  operations: {
    request: { kind: 'command', description: 'subscribe has taken it.', emits: ['subscriber.requested'] },
    confirm: { kind: 'command', description: 'They have confirmed.', emits: ['subscriber.confirmed'] },
    unsubscribe: { kind: 'command', description: 'They want no more.', emits: ['subscriber.unsubscribed'] },
  },
  events: {
    'subscriber.requested': Requested,
    'subscriber.confirmed': Changed,
    'subscriber.unsubscribed': Changed,
  },
  surfaces: {},
  authority: { request: 'internal', confirm: 'internal', unsubscribe: 'internal' },
})
