import { DeleteCommand, GetCommand, PutCommand, QueryCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb'
import { addMs, epochSeconds } from '../clock.ts'
import { decodeCursor, encodeCursor } from './cursor.ts'
import {
  type IndexParts,
  indexEntryOf,
  type KeyParts,
  literalStart,
  type PartitionParts,
  partitionOf,
  type RowKind,
  type RowOf,
  rowKey,
} from './row-kind.ts'
import { conditionHeld, isConditionFailed } from './table-client.ts'
import type { TableDeps, WriteStep } from './transact.ts'

const DAY_MS = 86_400_000

type Item = Readonly<Record<string, unknown>>

/** Fields that must have these values for a write to happen; `undefined`: the field must be absent. */
type ExpectedMembers<R> = { readonly [Name in keyof RowOf<R>]?: RowOf<R>[Name] | undefined }

export interface PageOptions {
  readonly limit: number
  readonly cursor?: string | undefined
  readonly newestFirst?: boolean
}

export interface Page<R> {
  readonly rows: readonly RowOf<R>[]
  /** `null` on the last page. */
  readonly nextCursor: string | null
}

/** A change of `field` to `to`, on condition that it has one of the values in `from`. `set` changes further fields. */
export interface RowTransition<R> {
  readonly field: keyof RowOf<R> & string
  readonly from: readonly string[]
  readonly to: string
  readonly set?: Partial<RowOf<R>>
  readonly expected?: ExpectedMembers<R>
}

export interface RowSteps<R> {
  /** Writes the row if it does not exist, or has expired. */
  putNew(parts: KeyParts<R>, row: RowOf<R>): WriteStep
  replace(parts: KeyParts<R>, row: RowOf<R>, expected: ExpectedMembers<R>): WriteStep
  transition(parts: KeyParts<R>, change: RowTransition<R>): WriteStep
  /**
   * Deletes the row if it contains `expected`. Without `expected` it deletes unconditionally and succeeds if the row
   * does not exist.
   */
  remove(parts: KeyParts<R>, expected?: ExpectedMembers<R>): WriteStep
}

/** Rows of one kind. Expired rows are never returned, although DynamoDB deletes them days later. */
export interface RowTable<R> {
  readonly steps: RowSteps<R>
  /**
   * Returns the row; `undefined` if it does not exist. Strongly consistent unless `allowsStaleRead`: a stale read costs
   * half.
   */
  get(parts: KeyParts<R>, options?: { readonly allowsStaleRead?: boolean }): Promise<RowOf<R> | undefined>
  putNew(parts: KeyParts<R>, row: RowOf<R>): Promise<boolean>
  replace(parts: KeyParts<R>, row: RowOf<R>, expected: ExpectedMembers<R>): Promise<boolean>
  /** Changes the row and returns it; `undefined` if it is in none of the states in `from`. */
  transition(parts: KeyParts<R>, change: RowTransition<R>): Promise<RowOf<R> | undefined>
  remove(parts: KeyParts<R>, expected?: ExpectedMembers<R>): Promise<boolean>
  /** Returns rows of one partition, in the order of their sort keys. @throws Refusal 400 for a foreign cursor */
  page(partition: PartitionParts<R>, options: PageOptions): Promise<Page<R>>
  /** Returns every row of one partition. Only for partitions that another rule keeps small. */
  all(partition: PartitionParts<R>): Promise<readonly RowOf<R>[]>
}

const lifetime = ({ keep }: RowKind, row: Item, now: Date): { ttl?: number } => {
  if (keep === 'permanent') return {}
  if ('days' in keep) return { ttl: epochSeconds(addMs(now, keep.days * DAY_MS)) }
  return { ttl: epochSeconds(new Date(String(row[keep.until]))) }
}

/**
 * Names fields by position in conditions and changes, because a field may have the name of a reserved word of
 * DynamoDB.
 */
const namedMembers = (members: Item, prefix: string) => {
  const entries = Object.entries(members)
  return {
    names: Object.fromEntries(entries.map(([name], i) => [`#${prefix}${i}`, name])),
    values: Object.fromEntries(entries.map(([, value], i) => [`:${prefix}${i}`, value])),
    equalities: entries.map((_, i) => `#${prefix}${i} = :${prefix}${i}`),
  }
}

const UNEXPIRED = '(attribute_not_exists(#ttl) OR #ttl > :now)'

const conditionOf = (expected: Item, now: Date) => {
  const members = Object.entries(expected)
  const present = Object.fromEntries(members.filter(([, value]) => value !== undefined))
  const { names, values, equalities } = namedMembers(present, 'e')
  const absent = members.filter(([, value]) => value === undefined).map(([name], i) => [`#a${i}`, name] as const)
  const absences = absent.map(([mark]) => `attribute_not_exists(${mark})`)
  return {
    ConditionExpression: ['attribute_exists(pk)', UNEXPIRED, ...equalities, ...absences].join(' AND '),
    ExpressionAttributeNames: { ...names, ...Object.fromEntries(absent), '#ttl': 'ttl' },
    ExpressionAttributeValues: { ...values, ':now': epochSeconds(now) },
  }
}

const rowOf = <R>({ pk: _pk, sk: _sk, gsi1pk: _ipk, gsi1sk: _isk, ttl: _ttl, ...row }: Item): RowOf<R> =>
  row as RowOf<R>

const isUnexpired = ({ ttl }: Item, now: Date): boolean => ttl === undefined || Number(ttl) > epochSeconds(now)

const stepsOf = <R extends RowKind>(kind: R, { table, now }: TableDeps): RowSteps<R> => {
  const itemOf = (parts: KeyParts<R>, row: Item) => ({
    ...row,
    ...rowKey(kind, parts),
    ...(kind.index ? indexEntryOf(kind, { ...parts, ...row } as IndexParts<R>) : {}),
    ...lifetime(kind, row, now()),
  })
  return {
    putNew: (parts, row) => ({
      Put: {
        TableName: table,
        Item: itemOf(parts, row),
        ConditionExpression: 'attribute_not_exists(pk) OR #ttl <= :now',
        ExpressionAttributeNames: { '#ttl': 'ttl' },
        ExpressionAttributeValues: { ':now': epochSeconds(now()) },
      },
    }),
    replace: (parts, row, expected) => ({
      Put: { TableName: table, Item: itemOf(parts, row), ...conditionOf(expected, now()) },
    }),
    transition: (parts, { field, from, to, set = {}, expected = {} }) => {
      const change = namedMembers({ ...set, [field]: to }, 's')
      const states = Object.fromEntries(from.map((state, i) => [`:f${i}`, state]))
      const { ConditionExpression, ExpressionAttributeNames, ExpressionAttributeValues } = conditionOf(expected, now())
      return {
        Update: {
          TableName: table,
          Key: rowKey(kind, parts),
          UpdateExpression: `SET ${change.equalities.join(', ')}`,
          ConditionExpression: `${ConditionExpression} AND #field IN (${Object.keys(states).join(', ')})`,
          ExpressionAttributeNames: { ...ExpressionAttributeNames, ...change.names, '#field': field },
          ExpressionAttributeValues: { ...ExpressionAttributeValues, ...change.values, ...states },
        },
      }
    },
    remove: (parts, expected) => ({
      Delete: { TableName: table, Key: rowKey(kind, parts), ...(expected ? conditionOf(expected, now()) : {}) },
    }),
  }
}

const updateRow = async <R>({ db }: TableDeps, { Update }: WriteStep): Promise<RowOf<R> | undefined> => {
  try {
    const input = { ...(Update as UpdateCommand['input']), ReturnValues: 'ALL_NEW' as const }
    const { Attributes } = await db.send(new UpdateCommand(input))
    return Attributes && rowOf<R>(Attributes)
  } catch (error) {
    if (isConditionFailed(error)) return undefined
    throw error
  }
}

const readPage = async <R extends RowKind>(
  kind: R,
  { db, table, now }: TableDeps,
  partition: PartitionParts<R>,
  { limit, cursor, newestFirst = false }: PageOptions,
): Promise<Page<R>> => {
  const pk = partitionOf(kind, partition)
  const sortKeyStart = literalStart(kind.keys.sk)
  const items: Item[] = []
  let startKey = cursor === undefined ? undefined : { pk, ...decodeCursor(cursor, { sk: sortKeyStart }) }
  // Reads one row more than requested, to detect another page. Expired rows do not count.
  do {
    const { Items = [], LastEvaluatedKey } = await db.send(
      new QueryCommand({
        TableName: table,
        KeyConditionExpression: sortKeyStart === '' ? 'pk = :pk' : 'pk = :pk AND begins_with(sk, :start)',
        ExpressionAttributeValues: { ':pk': pk, ...(sortKeyStart === '' ? {} : { ':start': sortKeyStart }) },
        ScanIndexForward: !newestFirst,
        ConsistentRead: true,
        Limit: limit + 1,
        ...(startKey ? { ExclusiveStartKey: startKey } : {}),
      }),
    )
    items.push(...Items.filter((item) => isUnexpired(item, now())))
    startKey = LastEvaluatedKey as typeof startKey
  } while (startKey !== undefined && items.length <= limit)
  const rows = items.slice(0, limit)
  const last = rows.at(-1)
  const nextCursor = items.length > limit && last ? encodeCursor({ sk: String(last.sk) }) : null
  return { rows: rows.map((row) => rowOf<R>(row)), nextCursor }
}

const ALL_PAGE_SIZE = 250

const readAllRows = async <R extends RowKind>(
  kind: R,
  deps: TableDeps,
  partition: PartitionParts<R>,
): Promise<readonly RowOf<R>[]> => {
  const allRows: RowOf<R>[] = []
  let cursor: string | null | undefined
  while (cursor !== null) {
    const page: Page<R> = await readPage(kind, deps, partition, { limit: ALL_PAGE_SIZE, cursor })
    allRows.push(...page.rows)
    cursor = page.nextCursor
  }
  return allRows
}

export const rowTable = <R extends RowKind>(kind: R, deps: TableDeps): RowTable<R> => {
  const { db, table, now } = deps
  const steps = stepsOf(kind, deps)
  return {
    steps,
    async get(parts, { allowsStaleRead = false } = {}) {
      const { Item } = await db.send(
        new GetCommand({ TableName: table, Key: rowKey(kind, parts), ConsistentRead: !allowsStaleRead }),
      )
      return Item && isUnexpired(Item, now()) ? rowOf(Item) : undefined
    },
    putNew: (parts, row) => conditionHeld(db.send(new PutCommand(steps.putNew(parts, row).Put as PutCommand['input']))),
    replace: (parts, row, expected) =>
      conditionHeld(db.send(new PutCommand(steps.replace(parts, row, expected).Put as PutCommand['input']))),
    transition: (parts, change) => updateRow(deps, steps.transition(parts, change)),
    remove: (parts, expected = {}) =>
      conditionHeld(db.send(new DeleteCommand(steps.remove(parts, expected).Delete as DeleteCommand['input']))),
    page: (partition, options) => readPage(kind, deps, partition, options),
    all: (partition) => readAllRows(kind, deps, partition),
  }
}
