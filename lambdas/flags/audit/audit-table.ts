import { type DynamoDBDocumentClient, GetCommand, paginateQuery, QueryCommand } from '@aws-sdk/lib-dynamodb'
import type { FlagSet } from '@signet/flags/dynamodb'
import { decodeCursor, encodeCursor, type WriteStep } from '@signet/kernel'
import { type AuditEntry, type ChainHead, type ChainVerdict, verifyChain } from './audit-entry.ts'

/** Partition of a set's log. */
const partition = ({ org, environment }: FlagSet): string => `FLAGAUDIT#${org}/${environment}`

const digits = (sequence: number): string => String(sequence).padStart(12, '0')
/** Primary key of an entry. */
export const auditEntryItemKey = (set: FlagSet, sequence: number) => ({
  pk: partition(set),
  sk: `E#${digits(sequence)}`,
})

/** Keys hold no `#`, so one flag's prefix is never the beginning of another's. */
const flagPrefix = (key: string): string => `K#${key}#`

/** Primary key of what finds an entry by its flag. */
export const flagAuditItemKey = (set: FlagSet, key: string, sequence: number) => ({
  pk: partition(set),
  sk: `${flagPrefix(key)}${digits(sequence)}`,
})

/** The two rows of an entry: itself, and how it is found by its flag. Neither is ever written twice. */
export const auditSteps = (table: string, set: FlagSet, entry: AuditEntry): WriteStep[] => {
  const ConditionExpression = 'attribute_not_exists(pk)'
  const { before, after, ...said } = entry
  const Item = { ...auditEntryItemKey(set, entry.sequence), ...said, before: json(before), after: json(after) }
  return [
    { Put: { TableName: table, Item, ConditionExpression } },
    { Put: { TableName: table, Item: flagAuditItemKey(set, entry.key, entry.sequence), ConditionExpression } },
  ]
}

/** As text, so that what was hashed comes back to the letter. */
const json = (flag: AuditEntry['before']): string => JSON.stringify(flag)

const entryOf = (item: Record<string, unknown>): AuditEntry => {
  const { pk: _pk, sk: _sk, ...said } = item
  const parsed = (text: unknown) => JSON.parse(String(text)) as AuditEntry['before']
  return { ...said, before: parsed(said.before), after: parsed(said.after) } as AuditEntry
}

export interface AuditPage {
  readonly entries: readonly AuditEntry[]
  readonly nextCursor: string | null
}

export interface AuditTable {
  /** Newest first. */
  list(set: FlagSet, limit: number, cursor: string | undefined): Promise<AuditPage>
  /** Newest first; of a flag that never was there is no entry. */
  listOf(set: FlagSet, key: string, limit: number, cursor: string | undefined): Promise<AuditPage>
  entry(set: FlagSet, sequence: number): Promise<AuditEntry | undefined>
  /** Whether the log is whole, up to the entry that the set knew as its last when it was asked. */
  verify(set: FlagSet, known: ChainHead): Promise<ChainVerdict>
}

/** The log over the one table: written by the transaction of the change itself, read here. */
export const auditTable = ({ db, table }: { db: DynamoDBDocumentClient; table: string }): AuditTable => {
  const page = async (set: FlagSet, prefix: string, limit: number, cursor: string | undefined) => {
    const pk = partition(set)
    const { Items = [] } = await db.send(
      new QueryCommand({
        TableName: table,
        KeyConditionExpression: 'pk = :pk AND begins_with(sk, :prefix)',
        ExpressionAttributeValues: { ':pk': pk, ':prefix': prefix },
        ScanIndexForward: false,
        ConsistentRead: true,
        Limit: limit + 1,
        ...(cursor ? { ExclusiveStartKey: { pk, ...decodeCursor(cursor, { sk: prefix }) } } : {}),
      }),
    )
    const rows = Items.slice(0, limit)
    const last = rows.at(-1)
    return { rows, nextCursor: Items.length > limit && last ? encodeCursor({ sk: String(last.sk) }) : null }
  }

  const entry = async (set: FlagSet, sequence: number): Promise<AuditEntry | undefined> => {
    const Key = auditEntryItemKey(set, sequence)
    const { Item } = await db.send(new GetCommand({ TableName: table, Key, ConsistentRead: true }))
    return Item && entryOf(Item)
  }

  /** The rows of the log whose sort keys begin like that, in their order. */
  const rowsOf = async function* (set: FlagSet, prefix: string): AsyncGenerator<Record<string, unknown>> {
    const pages = paginateQuery(
      { client: db },
      {
        TableName: table,
        KeyConditionExpression: 'pk = :pk AND begins_with(sk, :prefix)',
        ExpressionAttributeValues: { ':pk': partition(set), ':prefix': prefix },
        ConsistentRead: true,
      },
    )
    for await (const { Items = [] } of pages) yield* Items
  }

  /** Every entry must also be found by its flag: sort keys of the rows that find it. */
  const foundByFlag = async (set: FlagSet): Promise<(key: string, sequence: number) => boolean> => {
    const found = new Set<string>()
    for await (const { sk } of rowsOf(set, 'K#')) found.add(String(sk))
    return (key, sequence) => found.has(flagAuditItemKey(set, key, sequence).sk)
  }

  const oldestFirst = async function* (set: FlagSet): AsyncGenerator<AuditEntry> {
    for await (const item of rowsOf(set, 'E#')) yield entryOf(item)
  }

  return {
    async list(set, limit, cursor) {
      const { rows, nextCursor } = await page(set, 'E#', limit, cursor)
      return { entries: rows.map(entryOf), nextCursor }
    },
    async listOf(set, key, limit, cursor) {
      const { rows, nextCursor } = await page(set, flagPrefix(key), limit, cursor)
      const sequences = rows.map(({ sk }) => Number(String(sk).split('#').at(-1)))
      const entries = await Promise.all(sequences.map((sequence) => entry(set, sequence)))
      return { entries: entries.flatMap((found) => found ?? []), nextCursor }
    },
    entry,
    verify: async (set, known) => verifyChain(oldestFirst(set), known, await foundByFlag(set)),
  }
}
