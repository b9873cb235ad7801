import { UpdateCommand } from '@aws-sdk/lib-dynamodb'
import { rowKey } from '../table/row-kind.ts'
import { conditionHeld, ifConditionHeld, isConditionFailed } from '../table/table-client.ts'
import type { TableDeps } from '../table/transact.ts'
import { type Count, refusalCache } from './count.ts'
import { type RateState, rateRefusal } from './rate-reading.ts'
import { rateArrival } from './rate-row.ts'

interface RateWrite {
  readonly table: string
  readonly key: { readonly pk: string; readonly sk: string }
  /** Expiry of the row, in epoch seconds. */
  readonly ttl: number
}

type WriteExpression = readonly [update: string, condition: string, values: Readonly<Record<string, number>>]

const updateCommand = ({ table, key, ttl }: RateWrite, [update, condition, values]: WriteExpression) =>
  new UpdateCommand({
    TableName: table,
    Key: key,
    UpdateExpression: `SET tat = ${update}, #ttl = :ttl`,
    ConditionExpression: condition,
    ExpressionAttributeNames: { '#ttl': 'ttl' },
    ExpressionAttributeValues: { ...values, ':ttl': ttl },
    ReturnValues: 'ALL_NEW',
    ReturnValuesOnConditionCheckFailure: 'ALL_OLD',
  })

/** Returns the stored time of a refused write: the exception contains the row in wire format. */
const storedTime = (error: unknown): number | undefined => {
  const { Item } = error as { readonly Item?: { readonly tat?: { readonly N?: string } } }
  return Item?.tat?.N === undefined ? undefined : Number(Item.tat.N)
}

/**
 * The generic cell rate algorithm (ATM Forum TM-4.1, 4.4.2). For each subject it stores only the theoretical arrival
 * time of the next request. A request passes if that time is at most a window, less one interval, ahead. An idle
 * subject takes one conditional write, a burst two. The limit is exact for any number of concurrent requests.
 */
export const gcraCount = ({ db, table, now }: Pick<TableDeps, 'db' | 'table' | 'now'>): Count => {
  // Values: the epoch millisecond from which a request passes again.
  const refusals = refusalCache()
  return async (endpoint, rate, subject) => {
    const nowMs = now().getTime()
    const windowMs = rate.windowSeconds * 1000
    const intervalMs = Math.ceil(windowMs / rate.requests)
    const latestArrival = nowMs + windowMs - intervalMs
    const key = rowKey(rateArrival, { operation: rate.pool ?? endpoint.name, rate: rate.name, subject })
    const rateWrite = { table, key, ttl: Math.ceil(nowMs / 1000) + 2 * rate.windowSeconds }
    const rateState = (remaining: number, waitMs: number): RateState => ({
      rate,
      remaining,
      resetSeconds: Math.max(1, Math.ceil(waitMs / 1000)),
    })
    const passesFromMs = refusals.find(key.pk) ?? 0
    if (passesFromMs > nowMs) throw rateRefusal(rateState(0, passesFromMs - nowMs), Math.floor(nowMs / 1000))
    const write = async (change: WriteExpression): Promise<number> => {
      const { Attributes } = await db.send(updateCommand(rateWrite, change))
      return Number(Attributes?.tat)
    }
    const idleWrite: WriteExpression = [
      ':next',
      'attribute_not_exists(tat) OR tat < :now',
      { ':now': nowMs, ':next': nowMs + intervalMs },
    ]
    const burstWrite: WriteExpression = [
      'tat + :step',
      'tat <= :latest',
      { ':step': intervalMs, ':latest': latestArrival },
    ]
    const countRequest = async () => (await ifConditionHeld(write(idleWrite))) ?? (await write(burstWrite))
    const nextArrival = await countRequest().catch((error: unknown) => {
      if (!isConditionFailed(error)) throw error
      const waitMs = Math.max(1, (storedTime(error) ?? latestArrival + intervalMs) - latestArrival)
      refusals.remember(key.pk, nowMs + waitMs)
      throw rateRefusal(rateState(0, waitMs), Math.floor(nowMs / 1000))
    })
    const aheadMs = nextArrival - nowMs
    return {
      reading: rateState(Math.max(0, Math.floor((windowMs - aheadMs) / intervalMs)), aheadMs),
      async release() {
        refusals.forget(key.pk)
        await conditionHeld(write(['tat - :step', 'attribute_exists(tat)', { ':step': intervalMs }]))
      },
    }
  }
}
