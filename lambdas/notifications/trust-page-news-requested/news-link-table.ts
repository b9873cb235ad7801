import { addMs, rowTable, type TableDeps } from '@signet/kernel'
import { newsLinkRow } from '@signet/notifications/trust-news/link-rows'
import { newsMailRow, newsRequestRow, newsSubscriberRow } from '@signet/notifications/trust-news/rows'

const LINK_MS = 48 * 3_600_000
const PAUSE_MS = 10 * 60_000

export interface NewsRequest {
  readonly org: string
  readonly slug: string
  readonly subscriber: string
  readonly request: string
}

export const newsLinkTable = (deps: TableDeps) => {
  const requests = rowTable(newsRequestRow, deps)
  const mailRows = rowTable(newsMailRow, deps)
  const links = rowTable(newsLinkRow, deps)
  const subscribers = rowTable(newsSubscriberRow, deps)
  return {
    /**
     * Returns the request if it needs a mail. No mail is sent within ten minutes of the last one, or to a subscriber.
     */
    async dueRequest({ request, ...subscriberKey }: NewsRequest) {
      const pendingRequest = await requests.get({ ...subscriberKey, request })
      if (!pendingRequest || (await subscribers.get(subscriberKey))) return undefined
      const until = addMs(deps.now(), PAUSE_MS).toISOString()
      if (await mailRows.putNew(subscriberKey, { request, until })) return pendingRequest
      // A previous run may have crashed here, so the mail is sent again, at worst twice.
      return (await mailRows.get(subscriberKey))?.request === request ? pendingRequest : undefined
    },
    /** Creates a link that is valid for 48 hours. */
    async createLink(digest: string, request: NewsRequest): Promise<void> {
      await links.putNew({ digest }, { ...request, until: addMs(deps.now(), LINK_MS).toISOString() })
    },
  }
}
export type NewsLinkTable = ReturnType<typeof newsLinkTable>
