import { reply } from '@signet/contracts'
import { orgOf } from '@signet/identity'
import { notFound, type Route, type RowTable, route } from '@signet/kernel'
import type { slugRow } from '@signet/notifications/trust-news/slug-rows'
import { listSubscribers, removeSubscriber } from '../contract/subscriptions.ts'
import type { SubscriptionTable } from './subscription-table.ts'

export interface SubscriberDeps {
  readonly slugs: Pick<RowTable<typeof slugRow>, 'get'>
  readonly subscriptions: Pick<SubscriptionTable, 'page' | 'remove'>
}

export const subscriberRoutes = ({ slugs, subscriptions }: SubscriberDeps): Route[] => [
  route(listSubscribers, async ({ params, query, caller }) => {
    const page = { org: orgOf(caller), slug: params.slug.toLowerCase() }
    if (!(await slugs.get(page))) return notFound('There is no such slug')
    const { rows, nextCursor } = await subscriptions.page(page, query)
    const subscribers = rows.map(({ subscriber: id, email, since }) => ({ id, email, since }))
    return reply(200, { slug: page.slug, subscribers, next_cursor: nextCursor })
  }),
  route(removeSubscriber, async ({ params, caller }) => {
    const page = { org: orgOf(caller), slug: params.slug.toLowerCase() }
    return (await subscriptions.remove(page, params.id)) ? reply(204) : notFound('There is no such subscriber')
  }),
]
