import { DeleteCommand, paginateQuery } from '@aws-sdk/lib-dynamodb'
import type { Erase } from '@signet/identity'
import { addMs, eraseRows, rowKey, type SecretSource, type TableDeps } from '@signet/kernel'
import { contactRow, ticketRow } from '../contract/rows.ts'
import { subscriberRow } from '../contract/subscriber-rows.ts'
import { subscriberIdOf } from '../subscribe/subscriber-links.ts'

const DAY_MS = 86_400_000

/** Messages are kept for 180 days, and a row may be a day older than its time. */
const CONTACT_DAYS = 181

export interface EraseDeps extends TableDeps {
  readonly pepper: SecretSource
}

const partition = (key: { readonly pk: string }): string => key.pk

/** Messages are filed by day and found by their address: a person need not have been signed in. */
const eraseMessages = async ({ db, table, now }: EraseDeps, email: string): Promise<void> => {
  for (let day = 0; day < CONTACT_DAYS; day++) {
    const at = addMs(now(), -day * DAY_MS)
      .toISOString()
      .slice(0, 10)
    const query = {
      TableName: table,
      KeyConditionExpression: 'pk = :pk',
      FilterExpression: 'email = :email',
      ExpressionAttributeValues: { ':pk': partition(rowKey(contactRow, { day: at, id: '0' })), ':email': email },
      ProjectionExpression: 'pk, sk',
    }
    for await (const { Items = [] } of paginateQuery({ client: db }, query))
      for (const { pk, sk } of Items) await db.send(new DeleteCommand({ TableName: table, Key: { pk, sk } }))
  }
}

/** Erases tickets by the person, and what is known by their address: messages, and the subscription to news. */
export const erasePerson =
  (deps: EraseDeps): Erase =>
  async ({ user_id: user, email }) => {
    if (user !== null) await eraseRows(deps, { pk: partition(rowKey(ticketRow, { user, id: '0' })) })
    if (email !== null) {
      const subscriber = subscriberIdOf(await deps.pepper(), email)
      await eraseRows(deps, { pk: partition(rowKey(subscriberRow, { subscriber })) })
      await eraseMessages(deps, email)
    }
    return 'done'
  }
