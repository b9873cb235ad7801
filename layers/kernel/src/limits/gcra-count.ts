import { UpdateCommand } from '@aws-sdk/lib-dynamodb'
import { rowKey } from '../table/row-kind.ts'
import { conditionHeld, ifConditionHeld, isConditionFailed } from '../table/table-client.ts'
import type { TableDeps } from '../table/transact.ts'
import { type Count, refusalCache } from './count.ts'
import { type RateState, tooMany } from './rate-reading.ts'
import { rateArrival } from './rate-row.ts'

interface Arrival {
  readonly table: string
  readonly key: { readonly pk: string; readonly sk: string }
  /** Expiry of the row, in epoch seconds. */
  readonly ttl: number
}

type Change = readonly [update: string, condition: string, values: Readonly<Record<string, number>>]

const changing = ({ table, key, ttl }: Arrival, [update, condition, values]: Change) =>
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
  // By the time from which a request passes again, in epoch milliseconds.
  const refusals = refusalCache()
  return async (endpoint, rate, subject) => {
    const at = now().getTime()
    const windowMs = rate.windowSeconds * 1000
    const step = Math.ceil(windowMs / rate.requests)
    const latest = at + windowMs - step
    const key = rowKey(rateArrival, { operation: rate.pool ?? endpoint.name, rate: rate.name, subject })
    const arrival = { table, key, ttl: Math.ceil(at / 1000) + 2 * rate.windowSeconds }
    const reading = (left: number, waitMs: number): RateState => ({
      rate,
      left,
      resetSeconds: Math.max(1, Math.ceil(waitMs / 1000)),
    })
    const passesFrom = refusals.find(key.pk) ?? 0
    if (passesFrom > at) throw tooMany(reading(0, passesFrom - at), Math.floor(at / 1000))
    const write = async (change: Change): Promise<number> => {
      const { Attributes } = await db.send(changing(arrival, change))
      return Number(Attributes?.tat)
    }
    const atRest: Change = [':next', 'attribute_not_exists(tat) OR tat < :now', { ':now': at, ':next': at + step }]
    const inBurst: Change = ['tat + :step', 'tat <= :latest', { ':step': step, ':latest': latest }]
    const counted = async () => (await ifConditionHeld(write(atRest))) ?? (await write(inBurst))
    const due = await counted().catch((error: unknown) => {
      if (!isConditionFailed(error)) throw error
      const waitMs = Math.max(1, (storedTime(error) ?? latest + step) - latest)
      refusals.remember(key.pk, at + waitMs)
      throw tooMany(reading(0, waitMs), Math.floor(at / 1000))
    })
    const ahead = due - at
    return {
      reading: reading(Math.max(0, Math.floor((windowMs - ahead) / step)), ahead),
      async release() {
        refusals.forget(key.pk)
        await conditionHeld(write(['tat - :step', 'attribute_exists(tat)', { ':step': step }]))
      },
    }
  }
}
