import { GetCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb'
import { addMs, epochSeconds } from '../clock.ts'
import { rowKey } from '../table/row-kind.ts'
import { conditionHeld, isConditionFailed } from '../table/table-client.ts'
import type { TableDeps } from '../table/transact.ts'
import type { SpendCategory } from './ceilings.ts'
import { dayEnd, dayOf } from './spend-refusal.ts'
import { type CeilingRow, ceilingAt, ceilingRow, spendRow } from './spend-rows.ts'

/** A row is unused after its day, and work that began in its last minutes ends well within a week. */
const RETENTION_AFTER_DAY_MS = 7 * 86_400_000

export interface SpendEntry {
  readonly category: SpendCategory
  readonly day: string
  readonly id: string
}

export interface SpendTable {
  /** Returns today's spending. Strongly consistent. */
  used(category: SpendCategory): Promise<number>
  ceiling(category: SpendCategory): Promise<number | undefined>
  /** Adds the amount if the sum stays within the ceiling. Returns the sum, and true if the amount was added. */
  take(
    category: SpendCategory,
    { amount, ceiling }: { readonly amount: number; readonly ceiling: number },
  ): Promise<{ readonly isTaken: boolean; readonly used: number }>
  /** Corrects a taken amount by a difference, once for each id. Returns true if this call corrected it. */
  correct(taken: SpendEntry, difference: number): Promise<boolean>
}

/**
 * Returns the attribute that stores the id of a correction: one of 16, chosen by the last digit of the id, which is
 * random. The SDK repeats a write whose answer was lost; the stored id shows that it was already applied. One attribute
 * per correction would let the row grow without a bound.
 */
const correctionAttributeOf = (id: string): string => `corrected_${id.slice(-1)}`

type Deps = Pick<TableDeps, 'db' | 'table' | 'now'>

const take =
  ({ db, table, now }: Deps): SpendTable['take'] =>
  async (category, { amount, ceiling }) => {
    const at = now()
    const remaining = ceiling - amount
    const command = new UpdateCommand({
      TableName: table,
      Key: rowKey(spendRow, { category, day: dayOf(at) }),
      UpdateExpression: 'SET #ttl = :ttl ADD used :amount',
      ConditionExpression: remaining >= 0 ? 'attribute_not_exists(used) OR used <= :remaining' : 'used <= :remaining',
      ExpressionAttributeNames: { '#ttl': 'ttl' },
      ExpressionAttributeValues: {
        ':amount': amount,
        ':remaining': remaining,
        ':ttl': epochSeconds(addMs(dayEnd(at), RETENTION_AFTER_DAY_MS)),
      },
      ReturnValues: 'ALL_NEW',
      ReturnValuesOnConditionCheckFailure: 'ALL_OLD',
    })
    try {
      const { Attributes } = await db.send(command)
      return { isTaken: true, used: Number(Attributes?.used ?? amount) }
    } catch (error) {
      if (!isConditionFailed(error)) throw error
      return { isTaken: false, used: Number(error.Item?.used?.N ?? 0) }
    }
  }

/**
 * Spending over the one table, with one row per category and day. A reservation and a correction are one write each, so
 * one category allows 500 calls per second (DynamoDB: 1,000 writes per second and partition, for rows below a
 * kilobyte). The APIs of a stage admit fewer, and a used-up ceiling costs no writes.
 */
export const spendTable = (deps: Deps): SpendTable => {
  const { db, table, now } = deps
  const read = async (Key: Readonly<Record<string, string>>) => {
    const { Item } = await db.send(new GetCommand({ TableName: table, Key, ConsistentRead: true }))
    return Item
  }
  return {
    used: async (category) => Number((await read(rowKey(spendRow, { category, day: dayOf(now()) })))?.used ?? 0),
    async ceiling(category) {
      const row = await read(rowKey(ceilingRow, { category }))
      return row && ceilingAt(row as Partial<CeilingRow>, dayOf(now()))
    },
    take: take(deps),
    async correct({ category, day, id }, difference) {
      if (difference === 0) return false
      const command = new UpdateCommand({
        TableName: table,
        Key: rowKey(spendRow, { category, day }),
        UpdateExpression: 'SET #correction = :id ADD used :difference',
        ConditionExpression: 'attribute_exists(used) AND (attribute_not_exists(#correction) OR #correction <> :id)',
        ExpressionAttributeNames: { '#correction': correctionAttributeOf(id) },
        ExpressionAttributeValues: { ':id': id, ':difference': difference },
      })
      return conditionHeld(db.send(command))
    },
  }
}
