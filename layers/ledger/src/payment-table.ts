import { GetCommand } from '@aws-sdk/lib-dynamodb'
import type { Refused, TableDeps, WriteStep } from '@signet/kernel'
import { epochSeconds, rowKey } from '@signet/kernel'
import { type Account, nextCycle, splitOf, usageOf } from './account.ts'
import { anonymousUsageRow } from './account-rows.ts'
import { accountTable } from './account-table.ts'
import { balanceUpdate, holdChange } from './balance-update.ts'
import { calendarMonthAt } from './billing-cycle.ts'
import { isNearlyUsedUp, type MeterReading, noImagesLeft, type Payment, unpayable } from './payment.ts'
import { ANONYMOUS } from './plans.ts'

export interface PaymentTable {
  /** The account as it stands, or as it will be opened when it is first charged. Writes nothing. */
  account(id: string): Promise<Account>
  /** How many images of the month somebody without an account has used. Writes nothing. */
  images(scope: string): Promise<MeterReading>
  /** Pays with credits; `account` is what was read of it before. */
  credits(account: Account, price: number): Payment
  /** Pays with one of the month's images of somebody without an account. */
  image(scope: string): Payment
}

/** A counter is of no use after its month; jobs of its last minutes end well within a week. */
const KEPT_AFTER_SECONDS = 7 * 86_400

/** Payments over the one table (docs/adr/0013). */
export const paymentTable = (deps: TableDeps): PaymentTable => {
  const { db, table, now } = deps
  const accounts = accountTable(deps)
  const monthOf = (at: Date): string => at.toISOString().slice(0, 7)

  const images = async (scope: string): Promise<MeterReading> => {
    const Key = rowKey(anonymousUsageRow, { tenant: scope, month: monthOf(now()) })
    const { Item } = await db.send(new GetCommand({ TableName: table, Key, ConsistentRead: true }))
    return { meter: 'images', used: Number(Item?.used ?? 0), limit: ANONYMOUS.imagesPerMonth }
  }

  const charged = async (seen: Account, refused: Refused | undefined, step: WriteStep | undefined) => {
    const row = step && refused?.conditionFailed(step) ? refused.rowOf(step) : undefined
    const account = row ? ({ ...row, id: seen.id } as unknown as Account) : seen
    // After a meeting at another row nothing is known of this one: it is read again.
    const isFresh = row !== undefined || (refused === undefined && !seen.isUnopened)
    return isFresh && !nextCycle(account, now()) ? account : accounts.ready(seen.id)
  }

  return {
    account: accounts.read,
    images,

    credits(seen, price) {
      let step: WriteStep | undefined
      return {
        async hold(refused) {
          const account = await charged(seen, refused, step)
          const at = now()
          const parts = splitOf(account, price, at)
          if (!parts) throw unpayable(account, price, at)
          const { used, limit } = usageOf(account, at)
          const reading = { meter: 'credits', used: used + price, limit } as const
          const isCrossing = isNearlyUsedUp(reading) && account.warned !== account.cycle_start
          step = balanceUpdate(table, account.id, holdChange(account, parts, { now: at, warns: isCrossing }))
          const { id, epoch, plan } = account
          return { charge: { account: id, epoch, plan, parts }, step, reading, isCrossing }
        },
      }
    },

    image: (scope) => ({
      async hold() {
        const at = now()
        const before = await images(scope)
        const { end } = calendarMonthAt(at)
        if (before.used >= before.limit) throw noImagesLeft(before, at)
        const reading = { ...before, used: before.used + 1 }
        const step: WriteStep = {
          Update: {
            TableName: table,
            Key: rowKey(anonymousUsageRow, { tenant: scope, month: monthOf(at) }),
            UpdateExpression: 'SET #ttl = :ttl ADD used :one',
            ConditionExpression: 'attribute_not_exists(used) OR used < :limit',
            ExpressionAttributeNames: { '#ttl': 'ttl' },
            ExpressionAttributeValues: {
              ':one': 1,
              ':limit': before.limit,
              ':ttl': epochSeconds(end) + KEPT_AFTER_SECONDS,
            },
          },
        }
        const isCrossing = isNearlyUsedUp(reading) && !isNearlyUsedUp(before)
        return { charge: { quota: monthOf(at) }, step, reading, isCrossing }
      },
    }),
  }
}
