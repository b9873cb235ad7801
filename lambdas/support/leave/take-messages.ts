import { rowKey, type SecretSource, type TableDeps } from '@signet/kernel'
import { linesOf, recordsOf, type Take } from '@signet/erasure'
import { ticketRow } from '@signet/notifications/support/message-rows'
import { subscriberRow } from '@signet/notifications/support/subscriber-rows'
import { newsSubscriber } from '../subscribe/news-links.ts'
import { messagesOf } from './messages-of.ts'

export interface TakeDeps extends TableDeps {
  readonly pepper: SecretSource
}

async function* messages(deps: TakeDeps, email: string) {
  for (const rows of messagesOf(deps.now(), email)) yield* recordsOf(deps, rows)
}

/** Tickets of the person, and what is known by their address: messages, and the subscription to news. */
export const takeMessages = (deps: TakeDeps): Take =>
  async function* ({ user_id: user, email }) {
    yield* linesOf('tickets', recordsOf(deps, { pk: rowKey(ticketRow, { user, id: '0' }).pk }))
    if (email === null) return
    const subscriber = newsSubscriber(await deps.pepper(), email)
    yield* linesOf('news', recordsOf(deps, rowKey(subscriberRow, { subscriber })))
    yield* linesOf('messages', messages(deps, email))
  }
