import { cloudEvent } from '@signet/contracts/events'
import { limitStep, type PageOptions, type RowOf, rowTable, type TableDeps, transact } from '@signet/kernel'
import type { Outbox } from '@signet/kernel/events'
import { newsLinkRow, newsUnsubscribeRow } from '@signet/notifications/trust-news/link-rows'
import { newsEditionRow, newsRequestRow, newsSubscriberRow } from '@signet/notifications/trust-news/rows'
import { SUBSCRIBERS_MAX, trustPageContract } from '../contract/subscriptions.ts'

export interface PageName {
  readonly org: string
  readonly slug: string
}

export interface NewsRequest extends PageName {
  readonly subscriber: string
  readonly request: string
  readonly email: string
  readonly baseUrl: string
}

export type SubscriberRow = RowOf<typeof newsSubscriberRow>

/**
 * Result of confirming a link. `expired`: the link is unknown, too old, or for another page. `full`: the page has too
 * many subscribers.
 */
export type ConfirmOutcome = 'confirmed' | 'expired' | 'full'

export interface Confirmation {
  readonly slug: string
  readonly digest: string
  readonly unsubscribeDigestOf: (subscriber: PageName & { readonly subscriber: string }) => string
}

const confirmSubscription = (deps: TableDeps) => {
  const links = rowTable(newsLinkRow, deps)
  const unsubscribeLinks = rowTable(newsUnsubscribeRow, deps)
  const requests = rowTable(newsRequestRow, deps)
  const subscribers = rowTable(newsSubscriberRow, deps)
  const editions = rowTable(newsEditionRow, deps)
  return ({ slug, digest, unsubscribeDigestOf }: Confirmation): Promise<ConfirmOutcome> =>
    transact<ConfirmOutcome>(deps, async () => {
      const link = await links.get({ digest })
      if (link?.slug !== slug) return { result: 'expired' }
      const { org, subscriber, request } = link
      const page = { org, slug }
      const [row, pending, edition] = await Promise.all([
        subscribers.get({ ...page, subscriber }),
        requests.get({ ...page, subscriber, request }),
        editions.get(page),
      ])
      if (row) return { result: 'confirmed' }
      // The address was erased or already confirmed. An old link must not restore a removed subscriber.
      if (!pending) return { result: 'expired' }
      const count = async () => (await subscribers.all(page)).length
      const capacity = await limitStep(deps, { owner: org, list: `subscribers ${slug}`, max: SUBSCRIBERS_MAX, count })
      if (!capacity) return { result: 'full' }
      const digestOfLink = unsubscribeDigestOf({ ...page, subscriber })
      const putStep = subscribers.steps.putNew(
        { ...page, subscriber },
        {
          subscriber,
          email: pending.email,
          base_url: pending.base_url,
          digest: digestOfLink,
          since: deps.now().toISOString(),
          notified_edition: edition?.edition ?? 0,
        },
      )
      const requestRemoval = requests.steps.remove({ ...page, subscriber, request })
      const linkStep = unsubscribeLinks.steps.putNew({ digest: digestOfLink }, { ...page, subscriber })
      return { steps: [putStep, capacity, requestRemoval, linkStep], result: 'confirmed' }
    })
}

export const subscriptionTable = ({ outbox, ...deps }: TableDeps & { readonly outbox: Outbox }) => {
  const ends = rowTable(newsUnsubscribeRow, deps)
  const requests = rowTable(newsRequestRow, deps)
  const subscribers = rowTable(newsSubscriberRow, deps)

  const remove = (page: PageName, subscriber: string): Promise<boolean> =>
    transact<boolean>(deps, async () => {
      const row = await subscribers.get({ ...page, subscriber })
      if (!row) return { result: false }
      const removal = subscribers.steps.remove({ ...page, subscriber }, { since: row.since })
      return { steps: [removal, ends.steps.remove({ digest: row.digest })], result: true }
    })

  return {
    /**
     * Stores a subscription request. An event handler checks the address later, so that the response time does not
     * reveal known addresses.
     */
    async request({ org, slug, subscriber, request, email, baseUrl }: NewsRequest): Promise<void> {
      const data = { org_id: org, slug, subscriber_id: subscriber, request_id: request }
      const envelope = { entity: request, version: 1, time: deps.now(), data }
      const events = [cloudEvent(trustPageContract, 'trust-page.news-requested', envelope)]
      const putStep = requests.steps.putNew({ org, slug, subscriber, request }, { email, base_url: baseUrl })
      await transact<void>(deps, async () => ({ steps: [putStep, ...outbox.steps(events)], result: undefined }))
      await outbox.publish(events)
    },

    confirm: confirmSubscription(deps),

    /** Ends the subscription of a link of this page. An unknown link is not an error. */
    async end(slug: string, digest: string): Promise<void> {
      const link = await ends.get({ digest })
      if (link?.slug === slug) await remove(link, link.subscriber)
    },

    remove,

    /** @throws Refusal 400 for a cursor of another list. */
    page: (page: PageName, options: Pick<PageOptions, 'limit' | 'cursor'>) => subscribers.page(page, options),
  }
}
export type SubscriptionTable = ReturnType<typeof subscriptionTable>
