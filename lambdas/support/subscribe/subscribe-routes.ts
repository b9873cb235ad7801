import { reply } from '@signet/contracts'
import { type NewId, type Route, refusal, route, type SecretSource } from '@signet/kernel'
import { linkDigest, unsubscriberOf } from '@signet/notifications/mail'
import { plainDocument, plainHeaders } from '@signet/ui/pages'
import {
  confirmSubscription,
  showConfirmation,
  showUnsubscription,
  subscribe,
  unsubscribe,
} from '../contract/subscribe.ts'
import { newsSubscriber } from './news-links.ts'
import type { SubscriberTable } from './subscriber-table.ts'

/** A form without an action is sent to the page's own address. */
const page = (title: string, main: string) =>
  reply(200, plainDocument({ title, main }), plainHeaders({ formTargets: ["'self'"] }))

const button = (text: string): string => `<form method="post"><button>${text}</button></form>`

const confirmationPage = () => page('News from Signet', `<p>Confirm to get news by email.</p>${button('Subscribe')}`)

const confirmedPage = () => page('You are subscribed', '<p>To unsubscribe, use the link in any email.</p>')

const unsubscriptionPage = () =>
  page('Unsubscribe from news', `<p>Unsubscribe to stop all news emails.</p>${button('Unsubscribe')}`)

const unsubscribedPage = () =>
  page('You are not subscribed', '<p>You will receive no more news, and your address was deleted.</p>')

export interface SubscribeDeps {
  readonly subscribers: SubscriberTable
  readonly pepper: SecretSource
  readonly newId: NewId
}

/** News by email with double opt-in: a request, and a link that is sent to the address (spec platform-api 8). */
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
      'The link was already used or is older than 48 hours. Subscribe again to get a new link',
    )
  }),
  route(showUnsubscription, async () => unsubscriptionPage()),
  route(unsubscribe, async ({ query: { token } }) => {
    const subscriber = unsubscriberOf(await pepper(), token)
    if (subscriber === undefined) return refusal('link_unknown', 'Use the complete link from the email')
    await subscribers.remove(subscriber)
    return unsubscribedPage()
  }),
]
