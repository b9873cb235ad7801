import type { RecordsOf, ServiceErasure } from '@signet/erasure'
import { addMs, eraseRows, partitionOf, type SecretSource, type TableDeps } from '@signet/kernel'
import { addressKey } from '@signet/notifications/mail'
import { contactRow } from '@signet/notifications/support/message-rows'
import { newsSubscriber } from '../subscribe/news-links.ts'

const DAY_MS = 86_400_000

/** Messages are stored for 180 days, and expired rows can remain for a day. */
const CONTACT_DAYS = 181

/**
 * Returns the days under which messages are stored. A message is found by its day and address, because its sender may
 * not have been signed in.
 */
const contactDays = (now: Date): readonly string[] =>
  Array.from({ length: CONTACT_DAYS }, (_, day) =>
    addMs(now, -day * DAY_MS)
      .toISOString()
      .slice(0, 10),
  )

export interface ErasureDeps extends TableDeps {
  readonly pepper: SecretSource
}

const isFromAddress = (email: string) => {
  const key = addressKey(email)
  return (row: Readonly<Record<string, unknown>>) => addressKey(String(row.email)) === key
}

const ownMessages: RecordsOf = ({ record }, { email }) =>
  email !== null && isFromAddress(email)(record) ? [record] : []

export const addressErasure = (deps: ErasureDeps): ServiceErasure => ({
  owners: {
    day: async ({ email }) => (email === null ? [] : contactDays(deps.now())),
    subscriber: async ({ email }) => (email === null ? [] : [newsSubscriber(await deps.pepper(), email)]),
  },
  records: new Map([[contactRow, ownMessages]]),
  async before({ email }) {
    if (email !== null)
      for (const day of contactDays(deps.now()))
        await eraseRows(deps, { pk: partitionOf(contactRow, { day }), where: isFromAddress(email) })
    return 'done'
  },
})
