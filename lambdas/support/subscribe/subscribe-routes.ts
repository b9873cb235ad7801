import { reply } from '@signet/contracts'
import { type NewId, type Route, refusal, route, type SecretSource } from '@signet/kernel'
import { linkDigest, unsubscriberOf } from '@signet/notifications/mail'
import {
  confirmSubscription,
  showConfirmation,
  showUnsubscription,
  subscribe,
  unsubscribe,
} from '../contract/subscribe.ts'
import { newsSubscriber } from './news-links.ts'
import { confirmationPage, confirmedPage, unsubscribedPage, unsubscriptionPage } from './subscribe-pages.ts'
import type { SubscriberTable } from './subscriber-table.ts'

export interface SubscribeDeps {
  readonly subscribers: SubscriberTable
  readonly pepper: SecretSource
  readonly newId: NewId
}

/** News by mail with double opt-in: by the form here, and by the link sent to the address (spec platform-api 8). */
export const subscribeRoutes = ({ subscribers, pepper, newId }: SubscribeDeps): Route[] => [
  route(subscribe, async ({ body, baseUrl }) => {
    const subscriber = newsSubscriber(await pepper(), body.email)
    await subscribers.request({ ...body, subscriber, request: newId(), baseUrl })
    return reply(202, { received: true as const }, { 'cache-control': 'no-store' })
  }),
  route(showConfirmation, async () => confirmationPage()),
  route(confirmSubscription, async ({ query: { token } }) => {
    if (await subscribers.confirm(linkDigest(await pepper(), token))) return confirmedPage()
    return refusal(
      'link_expired',
      'The link was used or is older than 48 hours: ask for another at POST /api/subscribe',
    )
  }),
  route(showUnsubscription, async () => unsubscriptionPage()),
  route(unsubscribe, async ({ query: { token } }) => {
    const subscriber = unsubscriberOf(await pepper(), token)
    if (subscriber === undefined) return refusal('link_unknown', 'Use the whole link, as it stands in the mail')
    await subscribers.remove(subscriber)
    return unsubscribedPage()
  }),
]
