import { UpdateCommand } from '@aws-sdk/lib-dynamodb'
import { rowKey } from '../table/row-kind.ts'
import { conditionHeld, isConditionFailed } from '../table/table-client.ts'
import type { TableDeps } from '../table/transact.ts'
import { type Count, refusalCache } from './count.ts'
import { type RateState, rateRefusal } from './rate-reading.ts'
import { rateCounter } from './rate-row.ts'

const countUpdate = (
  table: string,
  key: { pk: string; sk: string },
  increment: number,
  condition: string,
  values: Readonly<Record<string, number>>,
) =>
  new UpdateCommand({
    TableName: table,
    Key: key,
    UpdateExpression: 'ADD #count :by SET #ttl = :ttl',
    ConditionExpression: condition,
    ExpressionAttributeNames: { '#count': 'count', '#ttl': 'ttl' },
    ExpressionAttributeValues: { ':by': increment, ...values },
    ReturnValues: 'ALL_NEW',
  })

/** Counts requests in fixed windows, which begin at multiples of their length. */
export const windowCount = ({ db, table, now }: Pick<TableDeps, 'db' | 'table' | 'now'>): Count => {
  // Values: the end of the used-up window, in epoch seconds.
  const refusals = refusalCache()
  return async (endpoint, rate, subject) => {
    const { requests, windowSeconds, name } = rate
    const nowSeconds = Math.floor(now().getTime() / 1000)
    const windowStart = nowSeconds - (nowSeconds % windowSeconds)
    const windowEnd = windowStart + windowSeconds
    const key = rowKey(rateCounter, {
      operation: rate.pool ?? endpoint.name,
      rate: name,
      subject,
      start: String(windowStart),
    })
    const rateState = (remaining: number): RateState => ({
      rate,
      remaining,
      resetSeconds: Math.max(1, windowEnd - nowSeconds),
    })
    if (refusals.find(key.pk) === windowEnd) throw rateRefusal(rateState(0), nowSeconds)
    try {
      const values = { ':most': requests, ':ttl': windowEnd + windowSeconds }
      const condition = 'attribute_not_exists(#count) OR #count < :most'
      const { Attributes } = await db.send(countUpdate(table, key, 1, condition, values))
      const release = async () => {
        refusals.forget(key.pk)
        const releaseValues = { ':none': 0, ':ttl': windowEnd + windowSeconds }
        await conditionHeld(db.send(countUpdate(table, key, -1, '#count > :none', releaseValues)))
      }
      return { reading: rateState(Math.max(0, requests - Number(Attributes?.count ?? 0))), release }
    } catch (error) {
      if (!isConditionFailed(error)) throw error
      refusals.remember(key.pk, windowEnd)
      throw rateRefusal(rateState(0), nowSeconds)
    }
  }
}
