import type { RecordsOf, ServiceErasure } from '@signet/erasure'
import { eraseRows, partitionOf, type SecretSource, type TableDeps } from '@signet/kernel'
import { addressKey } from '@signet/notifications/mail'
import { contactRow } from '@signet/notifications/support/message-rows'
import { newsSubscriber } from '../subscribe/news-links.ts'
import { contactDays } from './contact-days.ts'

export interface ErasureDeps extends TableDeps {
  readonly pepper: SecretSource
}

const isFrom = (email: string) => {
  const key = addressKey(email)
  return (row: Readonly<Record<string, unknown>>) => addressKey(String(row.email)) === key
}

const messages: RecordsOf = ({ record }, { email }) => (email !== null && isFrom(email)(record) ? [record] : [])

/** The erasure of data that is found by the mail address: messages by their days, and the subscription to news. */
export const addressErasure = (deps: ErasureDeps): ServiceErasure => ({
  owners: {
    day: async ({ email }) => (email === null ? [] : contactDays(deps.now())),
    subscriber: async ({ email }) => (email === null ? [] : [newsSubscriber(await deps.pepper(), email)]),
  },
  records: new Map([[contactRow, messages]]),
  async before({ email }) {
    if (email !== null)
      for (const day of contactDays(deps.now()))
        await eraseRows(deps, { pk: partitionOf(contactRow, { day }), where: isFrom(email) })
    return 'done'
  },
})
