// #if records
import type { Page, Records, Row } from '../records/records.ts'

type Item = Readonly<Record<string, unknown>>

interface Write {
  readonly partition: string
  readonly id: string
  readonly value: unknown
  readonly expiresAt: number | undefined
}

const itemOf = ({ partition, id, value, expiresAt }: Write, version: number) => ({
  partition,
  id,
  version,
  value: JSON.stringify(value),
  // DynamoDB expires items by seconds and with a delay; reads compare milliseconds.
  ...(expiresAt === undefined ? {} : { expires_ms: expiresAt, expires_at: Math.ceil(expiresAt / 1_000) }),
})

export const getRequest = (TableName: string, partition: string, id: string) => ({
  TableName,
  Key: { partition, id },
  ConsistentRead: true,
})

/** An expired row counts as absent, even if DynamoDB has not deleted it yet. */
export const insertRequest = (TableName: string, write: Write, nowMs: number) => ({
  TableName,
  Item: itemOf(write, 1),
  ConditionExpression: 'attribute_not_exists(id) OR expires_ms <= :now',
  ExpressionAttributeValues: { ':now': nowMs },
})

/** A change requires the version that was read and an unexpired row. */
const unchanged = (version: number, nowMs: number) => ({
  ConditionExpression: '#version = :version AND (attribute_not_exists(expires_ms) OR expires_ms > :now)',
  ExpressionAttributeNames: { '#version': 'version' },
  ExpressionAttributeValues: { ':version': version, ':now': nowMs },
})

export const replaceRequest = (TableName: string, write: Write, version: number, nowMs: number) => ({
  TableName,
  Item: itemOf(write, version + 1),
  ...unchanged(version, nowMs),
})

export const removeRequest = (
  TableName: string,
  { partition, id, version }: { readonly partition: string; readonly id: string; readonly version: number },
  nowMs: number,
) => ({ TableName, Key: { partition, id }, ...unchanged(version, nowMs) })

export type StartKey = Readonly<Record<string, unknown>> | undefined

export const queryRequest = (TableName: string, partition: string, { after, limit }: Page, start?: StartKey) => ({
  TableName,
  KeyConditionExpression: after === undefined ? '#partition = :partition' : '#partition = :partition AND id > :after',
  ExpressionAttributeNames: { '#partition': 'partition' },
  ExpressionAttributeValues: { ':partition': partition, ...(after === undefined ? {} : { ':after': after }) },
  Limit: limit,
  ConsistentRead: true,
  ...(start === undefined ? {} : { ExclusiveStartKey: start }),
})

/**
 * The DynamoDB operations that this service uses; dynamo-client.ts implements them with the SDK. A write returns false
 * if its condition fails.
 */
export interface Dynamo {
  get(request: ReturnType<typeof getRequest>): Promise<Item | undefined>
  put(request: ReturnType<typeof insertRequest> | ReturnType<typeof replaceRequest>): Promise<boolean>
  remove(request: ReturnType<typeof removeRequest>): Promise<boolean>
  query(request: ReturnType<typeof queryRequest>): Promise<{ readonly items: readonly Item[]; readonly next: StartKey }>
}

const rowOf = <T>(item: Item | undefined, nowMs: number): Row<T> | undefined => {
  if (item === undefined || (typeof item.expires_ms === 'number' && item.expires_ms <= nowMs)) return undefined
  return { id: String(item.id), version: Number(item.version), value: JSON.parse(String(item.value)) as T }
}

/** Records in one DynamoDB table. */
export class DynamoRecords implements Records {
  readonly #dynamo: Dynamo
  readonly #table: string
  readonly #now: () => number

  constructor(dynamo: Dynamo, table: string, now: () => number) {
    this.#dynamo = dynamo
    this.#table = table
    this.#now = now
  }

  async get<T>(partition: string, id: string): Promise<Row<T> | undefined> {
    return rowOf<T>(await this.#dynamo.get(getRequest(this.#table, partition, id)), this.#now())
  }

  insert(partition: string, id: string, value: unknown, expiresAt?: number): Promise<boolean> {
    return this.#dynamo.put(insertRequest(this.#table, { partition, id, value, expiresAt }, this.#now()))
  }

  replace(partition: string, id: string, value: unknown, version: number, expiresAt?: number): Promise<boolean> {
    return this.#dynamo.put(replaceRequest(this.#table, { partition, id, value, expiresAt }, version, this.#now()))
  }

  remove(partition: string, id: string, version: number): Promise<boolean> {
    return this.#dynamo.remove(removeRequest(this.#table, { partition, id, version }, this.#now()))
  }

  /**
   * A DynamoDB page can end early and can contain expired rows, so the query continues until the page is full or no
   * rows are left.
   */
  async list<T>(partition: string, { limit, ...page }: Page): Promise<readonly Row<T>[]> {
    const rows: Row<T>[] = []
    let start: StartKey
    do {
      const request = queryRequest(this.#table, partition, { ...page, limit: limit - rows.length }, start)
      const { items, next } = await this.#dynamo.query(request)
      rows.push(...items.flatMap((item) => rowOf<T>(item, this.#now()) ?? []))
      start = next
    } while (start !== undefined && rows.length < limit)
    return rows
  }
}
// #endif
