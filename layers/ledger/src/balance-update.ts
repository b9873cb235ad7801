import { indexEntryOf, rowKey } from '@signet/kernel'
import { type Account, BUCKETS, type Bucket, type Counter, creditsOf, isLapsed, type Parts } from './account.ts'
import { balanceRow } from './account-rows.ts'

type Comparison = readonly [name: keyof Account, is: '=' | '<>' | '>=' | '>' | '<=', value: number | string]

export interface BalanceChange {
  readonly add: Readonly<Partial<Record<Counter, number>>>
  readonly set?: Readonly<Partial<Account>>
  readonly when: readonly Comparison[]
}

/** Returns the index entry of an account whose balance changed at that time: by its month in UTC. */
export const monthIndexEntry = (account: string, at: Date) =>
  indexEntryOf(balanceRow, { account, month: at.toISOString().slice(0, 7) })

/** Builds the change as a transaction step. If its condition fails, the current balance is returned. */
export const balanceUpdate = (table: string, accountId: string, { add, set = {}, when }: BalanceChange, at: Date) => {
  const increments = Object.entries(add).filter(([, n]) => n !== 0)
  const names = [...increments.map(([name]) => name), ...Object.keys(set), ...when.map(([name]) => name)]
  const sums = increments.map(([name]) => `#${name} = #${name} + :add_${name}`)
  const assignments = Object.keys(set).map((name) => `#${name} = :set_${name}`)
  const { gsi1pk, gsi1sk } = monthIndexEntry(accountId, at)
  return {
    Update: {
      TableName: table,
      Key: rowKey(balanceRow, { account: accountId }),
      UpdateExpression: `SET ${[...sums, ...assignments, 'gsi1pk = :moved', 'gsi1sk = :account'].join(', ')}`,
      ConditionExpression: when.map(([name, is], i) => `#${name} ${is} :if${i}`).join(' AND '),
      ExpressionAttributeNames: Object.fromEntries(names.map((name) => [`#${name}`, name])),
      ExpressionAttributeValues: {
        ...Object.fromEntries(increments.map(([name, n]) => [`:add_${name}`, n])),
        ...Object.fromEntries(Object.entries(set).map(([name, value]) => [`:set_${name}`, value])),
        ...Object.fromEntries(when.map(([, , value], i) => [`:if${i}`, value])),
        ':moved': gsi1pk,
        ':account': gsi1sk,
      },
      ReturnValuesOnConditionCheckFailure: 'ALL_OLD' as const,
    },
  }
}

/** Requires that buckets, holds, plan and cycle are unchanged. For rare changes that redistribute credits among buckets. */
export const unchanged = (account: Account): Comparison[] =>
  (
    [
      ...BUCKETS,
      'issued',
      'expired',
      'clawed',
      'grace_ends_at',
      'held',
      'owed',
      'epoch',
      'plan',
      'packs',
      'ended_at',
      'cycle_start',
      'cycle_end',
    ] as const
  ).map((name) => [name, '=', account[name]])

const graceGuard = (account: Account, part: number, now: Date): Comparison[] => {
  const at = now.toISOString()
  if (part > 0) return [['grace_ends_at', '>', at]]
  return account.grace > 0 && isLapsed(account, now) ? [['grace_ends_at', '<=', at]] : []
}

/**
 * Enforces the order of the buckets: every bucket before the last used one contains exactly its part and is emptied,
 * the last one contains enough. No version is compared, so concurrent holds from one bucket do not conflict.
 */
const bucketGuards = (account: Account, parts: Parts, now: Date): Comparison[] => {
  const last = BUCKETS.findLastIndex((bucket) => (parts[bucket] ?? 0) > 0)
  return BUCKETS.slice(0, last + 1).flatMap((bucket: Bucket, i): Comparison[] => {
    const part = parts[bucket] ?? 0
    const time = bucket === 'grace' ? graceGuard(account, part, now) : []
    // Lapsed grace counts as zero, even if the row still contains it.
    if (part === 0 && time.length > 0) return time
    return [[bucket, i === last ? '>=' : '=', part], ...time]
  })
}

/** Reserves the parts. `warns` also records that the owner has been warned in this cycle. */
export const holdChange = (account: Account, parts: Parts, { now, warns }: { now: Date; warns: boolean }) => {
  const taken = BUCKETS.map((bucket) => [bucket, -(parts[bucket] ?? 0)] as const)
  const { cycle_start } = account
  return {
    add: { ...Object.fromEntries(taken), held: creditsOf(parts) },
    set: warns ? { warned: cycle_start } : {},
    when: [...bucketGuards(account, parts, now), ...(warns ? [['warned', '<>', cycle_start] as const] : [])],
  } satisfies BalanceChange
}
