import { addMs, type PartitionRows, rowKey } from '@signet/kernel'
import { addressKey } from '@signet/notifications/mail'
import { contactRow } from '@signet/notifications/support/message-rows'

const DAY_MS = 86_400_000

/** Messages are kept for 180 days, and a row may be a day older than its time. */
const CONTACT_DAYS = 181

/**
 * The messages from an address, however it is spelled. They are filed by day and found by it: a person need not have been
 * signed in.
 */
export const messagesOf = (now: Date, email: string): readonly PartitionRows[] => {
  const wanted = addressKey(email)
  return Array.from({ length: CONTACT_DAYS }, (_, day) => {
    const at = addMs(now, -day * DAY_MS)
      .toISOString()
      .slice(0, 10)
    return { pk: rowKey(contactRow, { day: at, id: '0' }).pk, where: (row) => addressKey(String(row.email)) === wanted }
  })
}
