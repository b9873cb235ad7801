import { UpdateCommand } from '@aws-sdk/lib-dynamodb'
import { rowKey } from '../table/row-kind.ts'
import { conditionHeld, isConditionFailed } from '../table/table-client.ts'
import type { TableDeps } from '../table/transact.ts'
import { type Count, refusalCache } from './count.ts'
import { type RateState, tooMany } from './rate-reading.ts'
import { rateCounter } from './rate-row.ts'

const counting = (
  table: string,
  key: { pk: string; sk: string },
  by: number,
  condition: string,
  values: Readonly<Record<string, number>>,
) =>
  new UpdateCommand({
    TableName: table,
    Key: key,
    UpdateExpression: 'ADD #count :by SET #ttl = :ttl',
    ConditionExpression: condition,
    ExpressionAttributeNames: { '#count': 'count', '#ttl': 'ttl' },
    ExpressionAttributeValues: { ':by': by, ...values },
    ReturnValues: 'ALL_NEW',
  })

export const windowCount = ({ db, table, now }: Pick<TableDeps, 'db' | 'table' | 'now'>): Count => {
  // By the end of their window, in epoch seconds.
  const exhausted = refusalCache()
  return async (endpoint, rate, subject) => {
    const { requests, windowSeconds, name } = rate
    const seconds = Math.floor(now().getTime() / 1000)
    const start = seconds - (seconds % windowSeconds)
    const end = start + windowSeconds
    const key = rowKey(rateCounter, {
      operation: rate.pool ?? endpoint.name,
      rate: name,
      subject,
      start: String(start),
    })
    const reading = (left: number): RateState => ({ rate, left, resetSeconds: Math.max(1, end - seconds) })
    if (exhausted.find(key.pk) === end) throw tooMany(reading(0), seconds)
    try {
      const values = { ':most': requests, ':ttl': end + windowSeconds }
      const condition = 'attribute_not_exists(#count) OR #count < :most'
      const { Attributes } = await db.send(counting(table, key, 1, condition, values))
      const release = async () => {
        exhausted.forget(key.pk)
        const least = { ':none': 0, ':ttl': end + windowSeconds }
        await conditionHeld(db.send(counting(table, key, -1, '#count > :none', least)))
      }
      return { reading: reading(Math.max(0, requests - Number(Attributes?.count ?? 0))), release }
    } catch (error) {
      if (!isConditionFailed(error)) throw error
      exhausted.remember(key.pk, end)
      throw tooMany(reading(0), seconds)
    }
  }
}
