import { addMs, rowTable, type TableDeps } from '@signet/kernel'
import { newsLinkRow } from '../contract/news-link-rows.ts'
import { newsMailRow, newsRequestRow, newsSubscriberRow } from '../contract/news-rows.ts'
import type { PageName } from '../subscriptions/subscription-table.ts'

const LINK_MS = 48 * 3_600_000
const PAUSE_MS = 10 * 60_000

export interface NewsRequest extends PageName {
  readonly subscriber: string
  readonly request: string
}

/** The rows behind the mail that asks whether an address is its owner's. */
export const newsLinkTable = (deps: TableDeps) => {
  const requests = rowTable(newsRequestRow, deps)
  const mailed = rowTable(newsMailRow, deps)
  const links = rowTable(newsLinkRow, deps)
  const subscribers = rowTable(newsSubscriberRow, deps)
  return {
    /**
     * The request, if it needs a mail: there is none within ten minutes of another one, and none for who is subscribed.
     */
    async due({ request, ...who }: NewsRequest) {
      const wanted = await requests.get({ ...who, request })
      if (!wanted || (await subscribers.get(who))) return undefined
      const until = addMs(deps.now(), PAUSE_MS).toISOString()
      if (await mailed.putNew(who, { request, until })) return wanted
      // A run may have died here: its mail is then sent, at worst for the second time.
      return (await mailed.get(who))?.request === request ? wanted : undefined
    },
    /** Makes a link that is valid for 48 hours. */
    async open(digest: string, asked: NewsRequest): Promise<void> {
      await links.putNew({ digest }, { ...asked, until: addMs(deps.now(), LINK_MS).toISOString() })
    },
  }
}
export type NewsLinkTable = ReturnType<typeof newsLinkTable>
