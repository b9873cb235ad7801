import { indexEntryOf, rowKey } from '@signet/kernel'
import { type Account, BUCKETS, type Bucket, type Counter, creditsOf, isLapsed, type Parts } from './account.ts'
import { balanceRow } from './account-rows.ts'

type Comparison = readonly [name: keyof Account, is: '=' | '<>' | '>=' | '>' | '<=', value: number | string]

export interface BalanceChange {
  readonly add: Readonly<Partial<Record<Counter, number>>>
  readonly set?: Readonly<Partial<Account>>
  readonly when: readonly Comparison[]
}

/** Where the index has an account whose balance moved at that time: by its month in UTC. */
export const movedEntry = (account: string, at: Date) =>
  indexEntryOf(balanceRow, { account, month: at.toISOString().slice(0, 7) })

/** The change as a step of a transaction at that time. If its condition fails, the present balance is returned. */
export const balanceUpdate = (table: string, accountId: string, { add, set = {}, when }: BalanceChange, at: Date) => {
  const added = Object.entries(add).filter(([, n]) => n !== 0)
  const names = [...added.map(([name]) => name), ...Object.keys(set), ...when.map(([name]) => name)]
  const sums = added.map(([name]) => `#${name} = #${name} + :add_${name}`)
  const assignments = Object.keys(set).map((name) => `#${name} = :set_${name}`)
  const { gsi1pk, gsi1sk } = movedEntry(accountId, at)
  return {
    Update: {
      TableName: table,
      Key: rowKey(balanceRow, { account: accountId }),
      UpdateExpression: `SET ${[...sums, ...assignments, 'gsi1pk = :moved', 'gsi1sk = :account'].join(', ')}`,
      ConditionExpression: when.map(([name, is], i) => `#${name} ${is} :if${i}`).join(' AND '),
      ExpressionAttributeNames: Object.fromEntries(names.map((name) => [`#${name}`, name])),
      ExpressionAttributeValues: {
        ...Object.fromEntries(added.map(([name, n]) => [`:add_${name}`, n])),
        ...Object.fromEntries(Object.entries(set).map(([name, value]) => [`:set_${name}`, value])),
        ...Object.fromEntries(when.map(([, , value], i) => [`:if${i}`, value])),
        ':moved': gsi1pk,
        ':account': gsi1sk,
      },
      ReturnValuesOnConditionCheckFailure: 'ALL_OLD' as const,
    },
  }
}

/** Every member with credits is as it was read. For rare changes that divide the buckets anew. */
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
 * The guard that keeps the order of the buckets: every bucket before the last used one holds exactly its part and is
 * emptied, the last one holds enough. No version is compared, so holds from one bucket never refuse each other.
 */
const guard = (account: Account, parts: Parts, now: Date): Comparison[] => {
  const last = BUCKETS.findLastIndex((bucket) => (parts[bucket] ?? 0) > 0)
  return BUCKETS.slice(0, last + 1).flatMap((bucket: Bucket, i): Comparison[] => {
    const part = parts[bucket] ?? 0
    const time = bucket === 'grace' ? graceGuard(account, part, now) : []
    // Lapsed grace counts as zero, even if the row still holds it.
    if (part === 0 && time.length > 0) return time
    return [[bucket, i === last ? '>=' : '=', part], ...time]
  })
}

/** Holds the parts; `warns` also records that the owner is warned in this cycle, once. */
export const holdChange = (account: Account, parts: Parts, { now, warns }: { now: Date; warns: boolean }) => {
  const taken = BUCKETS.map((bucket) => [bucket, -(parts[bucket] ?? 0)] as const)
  const { cycle_start } = account
  return {
    add: { ...Object.fromEntries(taken), held: creditsOf(parts) },
    set: warns ? { warned: cycle_start } : {},
    when: [...guard(account, parts, now), ...(warns ? [['warned', '<>', cycle_start] as const] : [])],
  } satisfies BalanceChange
}
