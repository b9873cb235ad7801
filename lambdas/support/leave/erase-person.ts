import { eraseRows, rowKey, type SecretSource, type TableDeps } from '@signet/kernel'
import type { Erase } from '@signet/erasure'
import { ticketRow } from '@signet/notifications/support/message-rows'
import { subscriberRow } from '@signet/notifications/support/subscriber-rows'
import { newsSubscriber } from '../subscribe/news-links.ts'
import { messagesOf } from './messages-of.ts'

export interface EraseDeps extends TableDeps {
  readonly pepper: SecretSource
}

/** Erases tickets by the person, and what is known by their address: messages, and the subscription to news. */
export const erasePerson =
  (deps: EraseDeps): Erase =>
  async ({ user_id: user, email }) => {
    if (user !== null) await eraseRows(deps, { pk: rowKey(ticketRow, { user, id: '0' }).pk })
    if (email !== null) {
      const subscriber = newsSubscriber(await deps.pepper(), email)
      await eraseRows(deps, { pk: rowKey(subscriberRow, { subscriber }).pk })
      for (const rows of messagesOf(deps.now(), email)) await eraseRows(deps, rows)
    }
    return 'done'
  }
