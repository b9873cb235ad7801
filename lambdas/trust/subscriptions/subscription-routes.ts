import { reply } from '@signet/contracts'
import { orgOf } from '@signet/identity'
import { type NewId, notFound, type Route, type RowTable, refusal, route, type SecretSource } from '@signet/kernel'
import { linkDigest } from '@signet/notifications/mail'
import type { slugOwnerRow, slugRow } from '@signet/notifications/trust-news/slug-rows'
import * as z from 'zod'
import {
  confirmNews,
  endNews,
  listSubscribers,
  removeSubscriber,
  SUBSCRIBERS_MAX,
  showNewsConfirmation,
  showNewsEnd,
  showSubscribe,
  subscribeToPage,
} from '../contract/subscriptions.ts'
import { subscriberId, unsubscribeDigest } from './news-links.ts'
import {
  confirmationPage,
  confirmedPage,
  linkSentPage,
  subscribePage,
  unsubscribedPage,
  unsubscribePage,
} from './news-page.ts'
import type { SubscriptionTable } from './subscription-table.ts'

export interface SubscriptionDeps {
  readonly owners: Pick<RowTable<typeof slugOwnerRow>, 'get'>
  readonly subscriptions: SubscriptionTable
  readonly pepper: SecretSource
  readonly newId: NewId
}

const Email = z.email().max(254)

const noPage = () => notFound('The trust page does not exist')

/**
 * Routes of trust page updates by email, with double opt-in: the visitor submits the form, then opens a link sent to
 * the address.
 */
export const subscriptionRoutes = ({ owners, subscriptions, pepper, newId }: SubscriptionDeps): Route[] => [
  route(showSubscribe, async ({ params }) => {
    const slug = params.slug.toLowerCase()
    return (await owners.get({ slug }, { allowsStaleRead: true })) ? subscribePage(slug) : noPage()
  }),
  route(subscribeToPage, async ({ params, body, baseUrl }) => {
    const slug = params.slug.toLowerCase()
    const owner = await owners.get({ slug })
    if (!owner) return noPage()
    const email = (new URLSearchParams(body).get('email') ?? '').trim()
    if (!Email.safeParse(email).success)
      return subscribePage(slug, {
        email: email.slice(0, 254),
        fault: 'Enter an email address, such as ada@example.com.',
      })
    const page = { org: owner.org, slug }
    const subscriber = subscriberId(await pepper(), page, email)
    await subscriptions.request({ ...page, subscriber, request: newId(), email, baseUrl })
    return linkSentPage(slug)
  }),
  route(showNewsConfirmation, async ({ params }) => confirmationPage(params.slug.toLowerCase())),
  route(confirmNews, async ({ params }) => {
    const slug = params.slug.toLowerCase()
    const secret = await pepper()
    const digest = linkDigest(secret, params.token)
    const outcome = await subscriptions.confirm({
      slug,
      digest,
      unsubscribeDigestOf: (who) => unsubscribeDigest(secret, who),
    })
    if (outcome === 'confirmed') return confirmedPage(slug)
    if (outcome === 'full')
      return refusal('trust_subscriber_limit', `The page has reached the limit of ${SUBSCRIBERS_MAX} subscribers`)
    return refusal(
      'link_expired',
      'The link is unknown, or older than 48 hours. Subscribe again on the trust page to get a new link',
    )
  }),
  route(showNewsEnd, async ({ params }) => unsubscribePage(params.slug.toLowerCase())),
  route(endNews, async ({ params }) => {
    const slug = params.slug.toLowerCase()
    await subscriptions.end(slug, linkDigest(await pepper(), params.token))
    return unsubscribedPage(slug)
  }),
]

interface SubscriberDeps {
  readonly slugs: Pick<RowTable<typeof slugRow>, 'get'>
  readonly subscriptions: Pick<SubscriptionTable, 'page' | 'remove'>
}

export const subscriberRoutes = ({ slugs, subscriptions }: SubscriberDeps): Route[] => [
  route(listSubscribers, async ({ params, query, caller }) => {
    const page = { org: orgOf(caller), slug: params.slug.toLowerCase() }
    if (!(await slugs.get(page))) return notFound('The slug does not exist')
    const { rows, nextCursor } = await subscriptions.page(page, query)
    const subscribers = rows.map(({ subscriber: id, email, since }) => ({ id, email, since }))
    return reply(200, { slug: page.slug, subscribers, next_cursor: nextCursor })
  }),
  route(removeSubscriber, async ({ params, caller }) => {
    const page = { org: orgOf(caller), slug: params.slug.toLowerCase() }
    return (await subscriptions.remove(page, params.id)) ? reply(204) : notFound('The subscriber does not exist')
  }),
]
