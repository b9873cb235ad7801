import { createHash, randomUUID } from 'node:crypto'
import { type DynamoDBDocumentClient, paginateQuery, QueryCommand, TransactWriteCommand } from '@aws-sdk/lib-dynamodb'
import { type FlagSet, flagUseItemKey, flagUsePartition } from './flag-set-keys.ts'

/** Counts of one flag since the last flush, or in one hour. Zero counts are omitted. */
export interface FlagUse {
  readonly key: string
  readonly evaluations: number
  /** Evaluations by value: `true`, `false`, or the key of a variant. */
  readonly variants: Readonly<Record<string, number>>
  readonly errors: Readonly<Record<string, number>>
  readonly latencies: Readonly<Record<string, number>>
  /** Evaluations that the percentage of a canary decided, and errors reported for them. Zeros are included. */
  readonly canary: { readonly evaluations: number; readonly errors: number }
}

export interface UseTableDeps {
  readonly db: DynamoDBDocumentClient
  readonly table: string
  readonly set: FlagSet
  readonly now: () => Date
}

const TTL_SECONDS = 90 * 86_400

/** Maximum number of counters per update: an expression is limited to 4 KB. */
const COUNTERS_MAX = 150

/** Maximum number of items per DynamoDB transaction. */
const ITEMS_MAX = 100

/**
 * Returns the counters by attribute name: `n` evaluations, `c` and `ce` evaluations and errors of a canary, `v#<value>`
 * evaluations by value, `e#<value>` errors by value, `h#<bucket>` latencies.
 */
const countersOf = (use: FlagUse): [name: string, count: number][] => {
  const { evaluations, variants, errors, latencies, canary } = use
  const prefixedCounts = (prefix: string, counts: Readonly<Record<string, number>>) =>
    Object.entries(counts).map(([name, count]) => [`${prefix}#${name}`, count] as [string, number])
  return [
    ['n', evaluations] as [string, number],
    ['c', canary.evaluations] as [string, number],
    ['ce', canary.errors] as [string, number],
    ...prefixedCounts('v', variants),
    ...prefixedCounts('e', errors),
    ...prefixedCounts('h', latencies),
  ].filter(([, count]) => count > 0)
}

const chunks = <T>(all: readonly T[], size: number): T[][] =>
  Array.from({ length: Math.ceil(all.length / size) }, (_, i) => all.slice(i * size, (i + 1) * size))

/**
 * Distributes counters over transactions. A transaction can update an item only once, so a flag with more than
 * COUNTERS_MAX counters needs several transactions.
 */
const transactionsOf = (uses: readonly FlagUse[]) => {
  const byFlag = uses.map((use) => ({ key: use.key, parts: chunks(countersOf(use), COUNTERS_MAX) }))
  const maxParts = Math.max(0, ...byFlag.map(({ parts }) => parts.length))
  return Array.from({ length: maxParts }, (_, round) =>
    byFlag.flatMap(({ key, parts }) => (parts[round] ? [{ key, counters: parts[round] }] : [])),
  ).flatMap((round) => chunks(round, ITEMS_MAX))
}

const HOUR_LENGTH = '2026-11-21T09'.length

/**
 * Adds counts to the counters of the current hour. The token of a batch makes a repeated write count once: DynamoDB
 * remembers it for ten minutes, so a batch whose response was lost can be sent again.
 */
export const addUse = async (
  { db, table, set, now }: UseTableDeps,
  uses: readonly FlagUse[],
  batch: string = randomUUID(),
): Promise<void> => {
  const time = now()
  const hour = time.toISOString().slice(0, HOUR_LENGTH)
  const ttl = Math.floor(time.getTime() / 1000) + TTL_SECONDS
  for (const [i, round] of transactionsOf(uses).entries()) {
    await db.send(
      new TransactWriteCommand({
        ClientRequestToken: createHash('sha256').update(`${batch} ${i}`).digest('hex').slice(0, 36),
        TransactItems: round.map(({ key, counters }) => ({
          Update: {
            TableName: table,
            Key: flagUseItemKey(set, key, hour),
            UpdateExpression: `SET #ttl = :ttl ADD ${counters.map((_, n) => `#${n} :${n}`).join(', ')}`,
            ExpressionAttributeNames: {
              '#ttl': 'ttl',
              ...Object.fromEntries(counters.map(([name], n) => [`#${n}`, name])),
            },
            ExpressionAttributeValues: {
              ':ttl': ttl,
              ...Object.fromEntries(counters.map(([, count], n) => [`:${n}`, count])),
            },
          },
        })),
      }),
    )
  }
}

export interface HourlyUse extends FlagUse {
  /** Start of the hour, ISO 8601. */
  readonly hour: string
}

const useOf = (key: string, item: Record<string, unknown>): HourlyUse => {
  const prefixedCounts = (prefix: string): Record<string, number> =>
    Object.fromEntries(
      Object.entries(item).flatMap(([name, count]) =>
        name.startsWith(`${prefix}#`) ? [[name.slice(prefix.length + 1), Number(count)]] : [],
      ),
    )
  return {
    key,
    hour: `${String(item.sk).slice('HOUR#'.length)}:00:00Z`,
    evaluations: Number(item.n ?? 0),
    variants: prefixedCounts('v'),
    errors: prefixedCounts('e'),
    latencies: prefixedCounts('h'),
    canary: { evaluations: Number(item.c ?? 0), errors: Number(item.ce ?? 0) },
  }
}

/**
 * Reads the counts of a flag by hour, oldest first, for the hours that begin at or after `since` and have not expired.
 */
export const readUse = async (
  { db, table, set, now }: UseTableDeps,
  key: string,
  since: Date,
): Promise<readonly HourlyUse[]> => {
  const hours: HourlyUse[] = []
  const pages = paginateQuery(
    { client: db },
    {
      TableName: table,
      KeyConditionExpression: 'pk = :pk AND sk >= :since',
      ExpressionAttributeValues: {
        ':pk': flagUsePartition(set, key),
        ':since': `HOUR#${since.toISOString().slice(0, HOUR_LENGTH)}`,
      },
    },
  )
  const seconds = Math.floor(now().getTime() / 1000)
  for await (const { Items = [] } of pages) {
    hours.push(...Items.filter(({ ttl }) => Number(ttl) > seconds).map((item) => useOf(key, item)))
  }
  return hours
}

const sumCounts = (
  a: Readonly<Record<string, number>>,
  b: Readonly<Record<string, number>>,
): Record<string, number> => {
  // A Map, because the key of a variant may be a property name of Object.prototype.
  const sums = new Map(Object.entries(a))
  for (const [name, count] of Object.entries(b)) sums.set(name, (sums.get(name) ?? 0) + count)
  return Object.fromEntries(sums)
}

export const totalUse = (key: string, hours: readonly FlagUse[]): FlagUse =>
  hours.reduce<FlagUse>(
    (sum, hour) => ({
      key,
      evaluations: sum.evaluations + hour.evaluations,
      variants: sumCounts(sum.variants, hour.variants),
      errors: sumCounts(sum.errors, hour.errors),
      latencies: sumCounts(sum.latencies, hour.latencies),
      canary: {
        evaluations: sum.canary.evaluations + hour.canary.evaluations,
        errors: sum.canary.errors + hour.canary.errors,
      },
    }),
    { key, evaluations: 0, variants: {}, errors: {}, latencies: {}, canary: { evaluations: 0, errors: 0 } },
  )

/**
 * Returns the last hour in which a flag was evaluated, ISO 8601; undefined without stored counts. Costs half a read
 * unit.
 */
export const lastUse = async ({ db, table, set }: UseTableDeps, key: string): Promise<string | undefined> => {
  const { Items = [] } = await db.send(
    new QueryCommand({
      TableName: table,
      KeyConditionExpression: 'pk = :pk AND begins_with(sk, :hour)',
      ExpressionAttributeValues: { ':pk': flagUsePartition(set, key), ':hour': 'HOUR#' },
      ScanIndexForward: false,
      Limit: 1,
    }),
  )
  return Items[0] && useOf(key, Items[0]).hour
}
