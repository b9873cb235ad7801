import { cloudEvent } from '@signet/contracts/events'
import { limitStep, type PageOptions, type RowOf, rowTable, type TableDeps, transact } from '@signet/kernel'
import type { Outbox } from '@signet/kernel/events'
import { newsEndRow, newsLinkRow } from '@signet/notifications/trust-news/link-rows'
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

/** Result of confirming a link. `expired`: unknown, too old, or for another page. */
export type ConfirmOutcome = 'confirmed' | 'expired' | 'full'

export interface Confirming {
  readonly slug: string
  readonly digest: string
  readonly unsubscribes: (subscriber: PageName & { readonly subscriber: string }) => string
}

const confirming = (deps: TableDeps) => {
  const links = rowTable(newsLinkRow, deps)
  const ends = rowTable(newsEndRow, deps)
  const requests = rowTable(newsRequestRow, deps)
  const subscribers = rowTable(newsSubscriberRow, deps)
  const editions = rowTable(newsEditionRow, deps)
  return ({ slug, digest, unsubscribes }: Confirming): Promise<ConfirmOutcome> =>
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
      // The address was erased or has already confirmed: a removed subscriber must not be restored by an old link.
      if (!pending) return { result: 'expired' }
      const count = async () => (await subscribers.all(page)).length
      const capacity = await limitStep(deps, { owner: org, list: `subscribers ${slug}`, max: SUBSCRIBERS_MAX, count })
      if (!capacity) return { result: 'full' }
      const end = unsubscribes({ ...page, subscriber })
      const putStep = subscribers.steps.putNew(
        { ...page, subscriber },
        {
          subscriber,
          email: pending.email,
          base_url: pending.base_url,
          digest: end,
          since: deps.now().toISOString(),
          told: edition?.edition ?? 0,
        },
      )
      const used = requests.steps.remove({ ...page, subscriber, request })
      const ending = ends.steps.putNew({ digest: end }, { ...page, subscriber })
      return { steps: [putStep, capacity, used, ending], result: 'confirmed' }
    })
}

export const subscriptionTable = ({ outbox, ...deps }: TableDeps & { readonly outbox: Outbox }) => {
  const ends = rowTable(newsEndRow, deps)
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
    /** Stores a subscription request. Its evaluation is asynchronous, so that a known address takes the same time. */
    async request({ org, slug, subscriber, request, email, baseUrl }: NewsRequest): Promise<void> {
      const data = { org_id: org, slug, subscriber_id: subscriber, request_id: request }
      const occasion = { entity: request, version: 1, time: deps.now(), data }
      const events = [cloudEvent(trustPageContract, 'trust-page.news-requested', occasion)]
      const putStep = requests.steps.putNew({ org, slug, subscriber, request }, { email, base_url: baseUrl })
      await transact<void>(deps, async () => ({ steps: [putStep, ...outbox.steps(events)], result: undefined }))
      await outbox.publish(events)
    },

    confirm: confirming(deps),

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
