import { randomUUID } from 'node:crypto'
import type { QueueSpec } from '../ports.ts'
import type { MessageAttributes } from './message-digest.ts'
import type { QueueStatements, Row } from './queue-database.ts'

/** A stored message. Times are milliseconds on the local clock. */
export interface StoredMessage {
  readonly seq: number
  readonly messageId: string
  readonly body: string
  readonly attributes: MessageAttributes
  readonly groupId: string | undefined
  readonly dedupId: string | undefined
  readonly sentAt: number
  readonly visibleAt: number
  readonly received: number
  readonly firstReceivedAt: number
  readonly receipt: string
  readonly source: string | undefined
}

export const storedMessageOf = (row: Row): StoredMessage => ({
  seq: row.seq,
  messageId: row.message_id,
  body: row.body,
  attributes: JSON.parse(row.attributes) as MessageAttributes,
  groupId: row.group_id || undefined,
  dedupId: row.dedup_id ?? undefined,
  sentAt: row.sent_at,
  visibleAt: row.visible_at,
  received: row.received,
  firstReceivedAt: row.first_received_at,
  receipt: row.receipt,
  source: row.source ?? undefined,
})

/** Bytes of a message in a Lambda event, including an allowance for its system attributes. */
const eventBytes = (row: Row): number => Buffer.byteLength(JSON.stringify(row.body)) + 2 * row.attributes.length + 1024

/** Returns the messages of a group that may be received now, oldest first. */
const available = (sql: QueueStatements, queue: QueueSpec, group: string, limit: number, now: number): Row[] => {
  if (!queue.fifo) return sql.visibleOfGroup.all(queue.name, group, now, limit) as unknown as Row[]
  // FIFO: a message in flight or delayed blocks the messages after it in its group.
  const rows = sql.messagesOfGroup.all(queue.name, group, limit) as unknown as Row[]
  const firstBlocked = rows.findIndex((row) => row.visible_at > now)
  return firstBlocked === -1 ? rows : rows.slice(0, firstBlocked)
}

/** Returns up to `max` groups with available messages, least recently served first. */
const groupsInTurn = (sql: QueueStatements, queue: QueueSpec, max: number, now: number): Row[][] => {
  const groups: Row[][] = []
  for (const { id } of sql.groups.all(queue.name, now) as { id: string }[]) {
    const rows = available(sql, queue, id, max, now)
    if (rows.length > 0) groups.push(rows)
    if (groups.length === max) break
  }
  return groups
}

/** Delivers one message, or moves it to the dead-letter queue after too many receives. */
const takeRow = (sql: QueueStatements, queue: QueueSpec, row: Row, now: number, visibleAt: number) => {
  if (queue.redrive !== undefined && row.received >= queue.redrive.maxReceiveCount) {
    sql.moveToQueue.run(queue.redrive.target, queue.name, now, row.seq)
    return undefined
  }
  const receipt = `${randomUUID()}-${row.seq}`
  sql.markReceived.run(visibleAt, receipt, now, row.seq)
  sql.recordTurn.run(queue.name, row.group_id, queue.name)
  const firstReceivedAt = row.first_received_at || now
  return { ...storedMessageOf(row), receipt, received: row.received + 1, visibleAt, firstReceivedAt }
}

export interface TakeOptions {
  readonly max: number
  readonly visibilitySeconds: number
  /** Limit of the messages as a Lambda event contains them; the first message is always received. */
  readonly maxBytes: number
}

/**
 * Receives messages inside an open transaction, one of each group in turn, so that a busy group does not starve others
 * (SQS developer guide, "Amazon SQS fair queues").
 */
export const takeMessages = (
  sql: QueueStatements,
  queue: QueueSpec,
  options: TakeOptions,
  now: number,
): StoredMessage[] => {
  const groups = groupsInTurn(sql, queue, options.max, now)
  const result: StoredMessage[] = []
  let bytes = 0
  while (result.length < options.max && groups.some((rows) => rows.length > 0)) {
    for (const rows of groups) {
      const row = result.length < options.max ? rows.shift() : undefined
      if (row === undefined) continue
      bytes += eventBytes(row)
      if (bytes > options.maxBytes && result.length > 0) return result
      const message = takeRow(sql, queue, row, now, now + options.visibilitySeconds * 1000)
      if (message !== undefined) result.push(message)
    }
  }
  return result
}
