import { defineContract, endpoint, type RateDefinition } from '@signet/contracts'
import * as z from 'zod'
import { READS, SLUG_WRITES } from './rates.ts'
import { slugText } from './slugs.ts'

const tags = ['trust-news']

const html = { mediaTypes: ['text/html; charset=utf-8'] }
const VIEWS: RateDefinition = { requests: 120, window: '1m', by: 'address' }
const CLICKS: RateDefinition = { requests: 60, window: '1m', by: 'address', pool: 'trust-news-clicks' }

export const SUBSCRIBERS_MAX = 5_000

const page = z.strictObject({ slug: slugText().describe('Slug of the trust page') })

const link = z.strictObject({
  slug: slugText().describe('Slug of the trust page'),
  token: z
    .string()
    .regex(/^[\w-]{20,200}$/, 'must be the token of the link in the email')
    .describe('Token of the link in the email'),
})

const PAGE_ERRORS = ['not_found', 'unavailable'] as const
const LINK_EXPIRED = {
  code: 'link_expired',
  status: 410,
  description: 'The link is unknown or older than 48 hours. Subscribe again to get a new link.',
} as const

export const showSubscribe = endpoint({
  name: 'showTrustSubscribe',
  summary: 'Show the subscription form of a trust page',
  description: 'Returns a form to subscribe to email notifications about changes to the trust page.',
  tags,
  route: 'GET /trust/:slug/subscribe',
  authority: 'open',
  rate: VIEWS,
  request: { params: page },
  responses: { 200: { description: 'The subscription form', ...html } },
  errors: PAGE_ERRORS,
})

export const subscribeToPage = endpoint({
  name: 'subscribeToTrustPage',
  summary: 'Subscribe to a trust page',
  description:
    'Emails a confirmation link, which is valid for 48 hours. Updates about the page are sent only after the confirmation. The response does not reveal whether the address is subscribed. An address gets at most one email every ten minutes. A form with errors is returned with the entered values.',
  tags,
  route: 'POST /trust/:slug/subscribe',
  authority: 'open',
  rate: { requests: 10, window: '1h', by: 'address', counts: 'accepted' },
  request: {
    params: page,
    bodyType: 'text',
    mediaTypes: ['application/x-www-form-urlencoded'],
    maxBodyBytes: 4_096,
  },
  responses: {
    200: { description: 'A page that states that the email was sent, or the form with its errors', ...html },
  },
  errors: PAGE_ERRORS,
})

export const showNewsConfirmation = endpoint({
  name: 'showTrustConfirmation',
  summary: 'Show the confirmation page of a trust page subscription',
  description:
    'Returns a page with a confirmation button. Opening the page does not confirm the subscription, because email scanners also open links.',
  tags,
  route: 'GET /trust/:slug/subscribe/:token',
  authority: 'open',
  rate: VIEWS,
  request: { params: link },
  responses: { 200: { description: 'The confirmation page', ...html } },
})

export const confirmNews = endpoint({
  name: 'confirmTrustSubscription',
  summary: 'Confirm a trust page subscription',
  description:
    'Confirms the subscription when the visitor presses the button on the confirmation page. Submitting again returns the same page.',
  tags,
  route: 'POST /trust/:slug/subscribe/:token',
  authority: 'open',
  idempotent: true,
  rate: CLICKS,
  request: { params: link },
  responses: { 200: { description: 'A page that states that the subscription is confirmed', ...html } },
  errors: [
    LINK_EXPIRED,
    {
      code: 'trust_subscriber_limit',
      status: 409,
      description: `The page has reached the limit of ${SUBSCRIBERS_MAX.toLocaleString('en-US')} subscribers.`,
    },
    'unavailable',
  ],
})

export const showNewsEnd = endpoint({
  name: 'showTrustUnsubscribe',
  summary: 'Show the unsubscribe page of a trust page',
  description: 'Returns a page with an unsubscribe button. Opening the page does not unsubscribe.',
  tags,
  route: 'GET /trust/:slug/unsubscribe/:token',
  authority: 'open',
  rate: VIEWS,
  request: { params: link },
  responses: { 200: { description: 'The unsubscribe page', ...html } },
})

export const endNews = endpoint({
  name: 'unsubscribeFromTrustPage',
  summary: 'Unsubscribe from a trust page',
  description:
    'Unsubscribes the address and deletes it. Accepts the form of the unsubscribe page, and one-click unsubscribe requests of email programs (RFC 8058). Returns the same response for an unknown link.',
  tags,
  route: 'POST /trust/:slug/unsubscribe/:token',
  authority: 'open',
  idempotent: true,
  rate: CLICKS,
  request: { params: link },
  responses: { 200: { description: 'A page that states that the subscription has ended', ...html } },
  errors: ['unavailable'],
})

const TrustSubscriber = z
  .object({ id: z.string(), email: z.string(), since: z.iso.datetime() })
  .meta({ id: 'TrustSubscriber' })

export const listSubscribers = endpoint({
  name: 'listTrustSubscribers',
  summary: 'List subscribers of a trust page',
  description: 'Returns the confirmed addresses that are notified when the page changes.',
  tags,
  route: 'GET /api/trust/slugs/:slug/subscribers',
  authority: 'scope:trust:read',
  rate: READS,
  request: {
    params: page,
    query: z.strictObject({
      limit: z.int().min(1).max(100).default(50).describe('Maximum number of subscribers per page'),
      cursor: z.string().max(500).optional().describe('`next_cursor` of the previous page'),
    }),
  },
  responses: {
    200: {
      description: 'A page of subscribers',
      schema: z.object({ slug: z.string(), subscribers: z.array(TrustSubscriber), next_cursor: z.string().nullable() }),
    },
  },
  errors: ['not_found', 'unavailable'],
})

export const removeSubscriber = endpoint({
  name: 'removeTrustSubscriber',
  summary: 'Remove a subscriber of a trust page',
  description: 'Ends a subscription to the page and deletes the address.',
  tags,
  route: 'DELETE /api/trust/slugs/:slug/subscribers/:id',
  authority: 'scope:trust:write',
  rate: SLUG_WRITES,
  request: {
    params: z.strictObject({
      slug: slugText().describe('Slug of the trust page'),
      id: z
        .string()
        .regex(/^[0-9a-f]{32}$/, 'must be the ID of a subscriber')
        .describe('ID of the subscriber'),
    }),
  },
  responses: { 204: { description: 'The subscriber was removed' } },
  errors: ['not_found', 'unavailable'],
})

const NewsRequested = z
  .object({ org_id: z.string(), slug: z.string(), subscriber_id: z.string(), request_id: z.string() })
  .meta({ id: 'TrustNewsRequest' })

const GoingStale = z
  .object({
    org_id: z.string(),
    slug: z.string(),
    receipt_hash: z.string(),
    evidence: z
      .enum(['intake', 'soc2', 'iso27001', 'penTest'])
      .describe('Intake or certification that goes out of date'),
    stale_on: z.iso.date().describe('First day on which the state on the page is red'),
    days_left: z.int(),
  })
  .meta({ id: 'TrustPageExpiryNotice' })

export const trustPageContract = defineContract({
  name: 'trust-page',
  version: '1.0.0',
  description: 'Trust page events.',
  schema: GoingStale,
  operations: {
    subscribe: {
      kind: 'command',
      description: 'A visitor requested email updates about a trust page.',
      emits: ['trust-page.news-requested'],
    },
    remind: {
      kind: 'command',
      description: 'The security assessment or a certification on a trust page goes out of date in 30 or 7 days.',
      emits: ['trust-page.going-stale'],
    },
  },
  events: { 'trust-page.news-requested': NewsRequested, 'trust-page.going-stale': GoingStale },
  surfaces: {},
  authority: { subscribe: 'internal', remind: 'internal' },
})
