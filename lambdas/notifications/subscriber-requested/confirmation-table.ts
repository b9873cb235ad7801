import { addMs, rowTable, type TableDeps } from '@signet/kernel'
import { confirmationLinkRow } from '@signet/notifications/support/confirmation-link-row'
import {
  confirmationMailRow,
  subscriberRow,
  subscriptionRequestRow,
} from '@signet/notifications/support/subscriber-rows'

const LINK_MS = 48 * 3_600_000
const PAUSE_MS = 10 * 60_000

export const confirmationTable = (deps: TableDeps) => {
  const requests = rowTable(subscriptionRequestRow, deps)
  const mailRows = rowTable(confirmationMailRow, deps)
  const links = rowTable(confirmationLinkRow, deps)
  const subscribers = rowTable(subscriberRow, deps)
  return {
    /**
     * Returns the request if it needs a mail. No mail is sent within ten minutes of the last one, or to a confirmed
     * subscriber.
     */
    async dueRequest(subscriber: string, request: string) {
      const pendingRequest = await requests.get({ subscriber, request })
      if (!pendingRequest || (await subscribers.get({ subscriber }))) return undefined
      const until = addMs(deps.now(), PAUSE_MS).toISOString()
      if (await mailRows.putNew({ subscriber }, { request, until })) return pendingRequest
      // A previous run may have crashed here, so the mail is sent again, at worst twice.
      return (await mailRows.get({ subscriber }))?.request === request ? pendingRequest : undefined
    },
    /** Creates a link that is valid for 48 hours. */
    async createLink(digest: string, subscriber: string, request: string): Promise<void> {
      const until = addMs(deps.now(), LINK_MS).toISOString()
      await links.putNew({ digest }, { subscriber, request, state: 'open', until })
    },
  }
}
export type ConfirmationTable = ReturnType<typeof confirmationTable>
