import { GetCommand, paginateQuery, QueryCommand } from '@aws-sdk/lib-dynamodb'
import type { FlagSet } from '@signet/flags/dynamodb'
import { decodeCursor, encodeCursor, type TableDeps, type WriteStep } from '@signet/kernel'
import { fillTemplate, literalStart, partitionOf, rowKey } from '@signet/kernel/row-kind'
import { auditRow, flagAuditRow, flagEntries } from '../contract/audit-rows.ts'
import type { AuditEntry } from './audit-entry.ts'
import { PAGE_BYTES_MAX, replyBytes } from './page-bytes.ts'

const partitionKey = ({ org, environment }: FlagSet): string => partitionOf(auditRow, { org, environment })

const paddedSequence = (sequence: number): string => String(sequence).padStart(12, '0')

export const auditEntryItemKey = ({ org, environment }: FlagSet, sequence: number) =>
  rowKey(auditRow, { org, environment, sequence: paddedSequence(sequence) })

const ENTRY_KEY_PREFIX = literalStart(auditRow.keys.sk)
const FLAG_INDEX_PREFIX = literalStart(flagAuditRow.keys.sk)

export const flagAuditItemKey = ({ org, environment }: FlagSet, key: string, sequence: number) =>
  rowKey(flagAuditRow, { org, environment, flag: key, sequence: paddedSequence(sequence) })

/** Returns the writes of an entry's two rows: the entry, and its index row by flag. Neither row is ever overwritten. */
export const auditSteps = (table: string, set: FlagSet, entry: AuditEntry): WriteStep[] => {
  const ConditionExpression = 'attribute_not_exists(pk)'
  const { before, after, ...fields } = entry
  const Item = {
    ...auditEntryItemKey(set, entry.sequence),
    ...fields,
    before: flagJson(before),
    after: flagJson(after),
  }
  return [
    { Put: { TableName: table, Item, ConditionExpression } },
    { Put: { TableName: table, Item: flagAuditItemKey(set, entry.key, entry.sequence), ConditionExpression } },
  ]
}

/** Stored as text, so that the hashed form is preserved exactly. */
const flagJson = (flag: AuditEntry['before']): string => JSON.stringify(flag)

const entryOf = (item: Record<string, unknown>): AuditEntry => {
  const { pk: _pk, sk: _sk, ...fields } = item
  const parseFlag = (text: unknown) => JSON.parse(String(text)) as AuditEntry['before']
  return { ...fields, before: parseFlag(fields.before), after: parseFlag(fields.after) } as AuditEntry
}

export interface FlagAuditRow {
  readonly key: string
  readonly sequence: number
}

const readFlagAuditRow = (sk: unknown): FlagAuditRow => {
  const [, key = '', sequence] = String(sk).split('#')
  return { key, sequence: Number(sequence) }
}

export interface AuditPage {
  readonly entries: readonly AuditEntry[]
  readonly nextCursor: string | null
}

export interface AuditTable {
  /** Returns entries, newest first. A page ends before it exceeds the size of a response. */
  list(set: FlagSet, limit: number, cursor: string | undefined): Promise<AuditPage>
  /** Returns the entries of one flag, newest first; none for a flag that never existed. */
  listOf(set: FlagSet, key: string, limit: number, cursor: string | undefined): Promise<AuditPage>
  entry(set: FlagSet, sequence: number): Promise<AuditEntry | undefined>
  /** Yields the whole log, oldest first. */
  entries(set: FlagSet): AsyncIterable<AuditEntry>
  flagRows(set: FlagSet): AsyncIterable<FlagAuditRow>
}

const ENTRIES_PER_READ = 8

interface StoredAuditEntry {
  readonly sk: string
  readonly entry: AuditEntry
}

/** Returns the first entries of a list up to a number and a size, at least one. */
const pageOf = async (rows: AsyncIterable<StoredAuditEntry>, limit: number): Promise<AuditPage> => {
  const entries: AuditEntry[] = []
  let bytes = 0
  let last = ''
  for await (const { sk, entry } of rows) {
    bytes += replyBytes(entry)
    const isFull = entries.length === limit || (bytes > PAGE_BYTES_MAX && entries.length > 0)
    if (isFull) return { entries, nextCursor: encodeCursor({ sk: last }) }
    entries.push(entry)
    last = sk
  }
  return { entries, nextCursor: null }
}

type Deps = Pick<TableDeps, 'db' | 'table'>
type Rows = AsyncGenerator<Record<string, unknown>>

const queryOf = (table: string, set: FlagSet, prefix: string) => ({
  TableName: table,
  KeyConditionExpression: 'pk = :pk AND begins_with(sk, :prefix)',
  ExpressionAttributeValues: { ':pk': partitionKey(set), ':prefix': prefix },
  ConsistentRead: true,
})

/**
 * Yields the rows after a cursor, newest first. DynamoDB ends its pages at 1 MB, regardless of the page size of the
 * API.
 */
async function* newestFirst(
  { db, table }: Deps,
  set: FlagSet,
  prefix: string,
  { limit, cursor }: { readonly limit: number; readonly cursor: string | undefined },
): Rows {
  const pk = partitionKey(set)
  let startKey = cursor ? { pk, ...decodeCursor(cursor, { sk: prefix }) } : undefined
  do {
    const { Items = [], LastEvaluatedKey } = await db.send(
      new QueryCommand({
        ...queryOf(table, set, prefix),
        ScanIndexForward: false,
        Limit: limit + 1,
        ...(startKey ? { ExclusiveStartKey: startKey } : {}),
      }),
    )
    yield* Items
    startKey = LastEvaluatedKey as typeof startKey
  } while (startKey)
}

async function* oldestFirst({ db, table }: Deps, set: FlagSet, prefix: string): Rows {
  for await (const { Items = [] } of paginateQuery({ client: db }, queryOf(table, set, prefix))) yield* Items
}

export const auditTable = (deps: Deps): AuditTable => {
  const { db, table } = deps
  const entry = async (set: FlagSet, sequence: number): Promise<AuditEntry | undefined> => {
    const Key = auditEntryItemKey(set, sequence)
    const { Item } = await db.send(new GetCommand({ TableName: table, Key, ConsistentRead: true }))
    return Item && entryOf(Item)
  }

  const storedEntries = async function* (rows: Rows): AsyncGenerator<StoredAuditEntry> {
    for await (const row of rows) yield { sk: String(row.sk), entry: entryOf(row) }
  }

  const entriesAt = async function* (
    set: FlagSet,
    key: string,
    sortKeys: readonly string[],
  ): AsyncGenerator<StoredAuditEntry> {
    const entries = await Promise.all(sortKeys.map((sk) => entry(set, readFlagAuditRow(sk).sequence)))
    for (const [i, entry] of entries.entries()) {
      // Skip an index row that names an entry of another flag.
      if (entry?.key === key) yield { sk: sortKeys[i] ?? '', entry }
    }
  }

  const storedEntriesOf = async function* (set: FlagSet, key: string, rows: Rows): AsyncGenerator<StoredAuditEntry> {
    const pendingKeys: string[] = []
    for await (const { sk } of rows) {
      pendingKeys.push(String(sk))
      if (pendingKeys.length === ENTRIES_PER_READ) yield* entriesAt(set, key, pendingKeys.splice(0))
    }
    yield* entriesAt(set, key, pendingKeys)
  }

  return {
    list: (set, limit, cursor) =>
      pageOf(storedEntries(newestFirst(deps, set, ENTRY_KEY_PREFIX, { limit, cursor })), limit),
    listOf: (set, key, limit, cursor) =>
      pageOf(
        storedEntriesOf(set, key, newestFirst(deps, set, fillTemplate(flagEntries, { flag: key }), { limit, cursor })),
        limit,
      ),
    entry,
    async *entries(set) {
      for await (const row of oldestFirst(deps, set, ENTRY_KEY_PREFIX)) yield entryOf(row)
    },
    async *flagRows(set) {
      for await (const { sk } of oldestFirst(deps, set, FLAG_INDEX_PREFIX)) yield readFlagAuditRow(sk)
    },
  }
}
