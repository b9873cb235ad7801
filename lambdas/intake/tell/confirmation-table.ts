import { addMs, rowTable, type TableDeps } from '@signet/kernel'
import {
  confirmationLinkRow,
  confirmationMailRow,
  subscriberRow,
  subscriptionRequestRow,
} from '../contract/subscriber-rows.ts'

/** Whom a link confirms. */
interface Confirmed {
  readonly subscriber: string
  readonly email: string
  readonly name?: string | undefined
}

const LINK_MS = 48 * 3_600_000
const PAUSE_MS = 10 * 60_000

/** What the mail that asks for confirmation stands on. */
export const confirmationTable = (deps: TableDeps) => {
  const requests = rowTable(subscriptionRequestRow, deps)
  const mailed = rowTable(confirmationMailRow, deps)
  const links = rowTable(confirmationLinkRow, deps)
  const subscribers = rowTable(subscriberRow, deps)
  return {
    /** The request, if a mail is to be sent for it: nobody is asked twice within ten minutes, nor whoever has confirmed. */
    async due(subscriber: string, request: string) {
      const wanted = await requests.get({ subscriber, request })
      if (!wanted || (await subscribers.get({ subscriber }))) return undefined
      const until = addMs(deps.now(), PAUSE_MS).toISOString()
      if (await mailed.putNew({ subscriber }, { request, until })) return wanted
      // A run that died may have got as far as here: its mail is sent, a second time at worst.
      return (await mailed.get({ subscriber }))?.request === request ? wanted : undefined
    },
    /** Makes a link good for 48 hours. */
    async open(digest: string, { subscriber, email, name }: Confirmed): Promise<void> {
      const until = addMs(deps.now(), LINK_MS).toISOString()
      const named = name === undefined ? {} : { name }
      await links.putNew({ digest }, { email, ...named, subscriber, state: 'open', until })
    },
  }
}
export type ConfirmationTable = ReturnType<typeof confirmationTable>
