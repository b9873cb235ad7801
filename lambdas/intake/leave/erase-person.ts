import type { Erase } from '@signet/identity'
import { addMs, eraseRows, rowKey, type SecretSource, type TableDeps } from '@signet/kernel'
import { contactRow, ticketRow } from '../contract/message-rows.ts'
import { subscriberRow } from '../contract/subscriber-rows.ts'
import { addressKey, subscriberIdOf } from '../subscribe/subscriber-links.ts'

const DAY_MS = 86_400_000

/** Messages are kept for 180 days, and a row may be a day older than its time. */
const CONTACT_DAYS = 181

export interface EraseDeps extends TableDeps {
  readonly pepper: SecretSource
}

/** Messages are filed by day and found by their address, however it is spelled: a person need not have been signed in. */
const eraseMessages = async (deps: EraseDeps, email: string): Promise<void> => {
  const wanted = addressKey(email)
  for (let day = 0; day < CONTACT_DAYS; day++) {
    const at = addMs(deps.now(), -day * DAY_MS)
      .toISOString()
      .slice(0, 10)
    const { pk } = rowKey(contactRow, { day: at, id: '0' })
    await eraseRows(deps, { pk, where: ({ email: written }) => addressKey(String(written)) === wanted })
  }
}

/** Erases tickets by the person, and what is known by their address: messages, and the subscription to news. */
export const erasePerson =
  (deps: EraseDeps): Erase =>
  async ({ user_id: user, email }) => {
    if (user !== null) await eraseRows(deps, { pk: rowKey(ticketRow, { user, id: '0' }).pk })
    if (email !== null) {
      const subscriber = subscriberIdOf(await deps.pepper(), email)
      await eraseRows(deps, { pk: rowKey(subscriberRow, { subscriber }).pk })
      await eraseMessages(deps, email)
    }
    return 'done'
  }
