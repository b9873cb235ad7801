import { createHash } from 'node:crypto'
import { DeleteCommand, GetCommand, paginateQuery } from '@aws-sdk/lib-dynamodb'
import type { CloudEvent } from '@signet/contracts/events'
import type { TableDeps, WriteStep } from '../index.ts'

const OUTBOX_PREFIX = 'OUTBOX#'

/** Number of partitions of the index that share the load of all unsent events. */
const SHARDS = 8

/** Returns the partition of an entity: its events share one, so that they are relayed in order. */
const shardOf = ({ source, subject }: Pick<CloudEvent, 'source' | 'subject'>): number =>
  (createHash('sha256').update(`${source}#${subject}`).digest()[0] ?? 0) % SHARDS

export const OUTBOX_PARTITIONS = Array.from({ length: SHARDS }, (_, shard) => `${OUTBOX_PREFIX}${shard}`)

type EventIdentity = Pick<CloudEvent, 'source' | 'subject' | 'id'>

/** Returns the row key with the identity of the event, by which subscribers recognize a duplicate. */
export const outboxItemKey = ({ source, subject, id }: EventIdentity) => ({
  pk: `${OUTBOX_PREFIX}${source}#${subject}`,
  sk: `EVENT#${id}`,
})

/** Returns the index entry of an unsent event. Entries of a partition are sorted by time. */
export const outboxEntry = (event: EventIdentity & Pick<CloudEvent, 'time' | 'sequence'>) => ({
  gsi1pk: `${OUTBOX_PREFIX}${shardOf(event)}`,
  gsi1sk: `${event.time}#${event.sequence}#${event.id}`,
})

export interface OutboxKey {
  readonly pk: string
  readonly sk: string
}

export type OutboxTable = ReturnType<typeof outboxTable>

export const outboxTable = ({ db, table }: Pick<TableDeps, 'db' | 'table'>) => ({
  /**
   * Returns the write for the transaction of the change. It has no condition, because the same change creates the same
   * event: a second write by a retried transaction changes nothing.
   */
  step: (event: CloudEvent): WriteStep => ({
    Put: {
      TableName: table,
      Item: { ...outboxItemKey(event), ...outboxEntry(event), event: JSON.stringify(event) },
    },
  }),

  /**
   * Returns the keys of unsent events in a partition that are older than `before`, oldest first. The index lags, so some
   * rows may already be deleted.
   */
  async *waiting(partition: string, before: Date): AsyncGenerator<OutboxKey> {
    const query = {
      TableName: table,
      IndexName: 'gsi1',
      KeyConditionExpression: 'gsi1pk = :partition AND gsi1sk < :before',
      ExpressionAttributeValues: { ':partition': partition, ':before': before.toISOString() },
    }
    for await (const { Items = [] } of paginateQuery({ client: db }, query))
      yield* Items.map(({ pk, sk }) => ({ pk: String(pk), sk: String(sk) }))
  },

  /** Returns undefined if another process has sent the event. */
  async read({ pk, sk }: OutboxKey): Promise<CloudEvent | undefined> {
    const { Item } = await db.send(new GetCommand({ TableName: table, Key: { pk, sk }, ConsistentRead: true }))
    return Item && (JSON.parse(String(Item.event)) as CloudEvent)
  },

  async remove(event: CloudEvent): Promise<void> {
    await db.send(new DeleteCommand({ TableName: table, Key: outboxItemKey(event) }))
  },
})
