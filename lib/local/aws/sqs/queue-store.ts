import { randomUUID } from 'node:crypto'
import type { LocalClock, QueueSpec } from '../ports.ts'
import type { MessageAttributes } from './message-digest.ts'
import { queueDatabase, type Row } from './queue-database.ts'
import { type StoredMessage, storedMessageOf, type TakeOptions, takeMessages } from './take-messages.ts'

export interface NewMessage {
  readonly body: string
  readonly attributes: MessageAttributes
  readonly groupId: string | undefined
  readonly dedupId: string | undefined
  readonly delaySeconds: number
}

/** Time for which a FIFO queue rejects another message with the same deduplication ID. */
const DEDUP_MS = 5 * 60_000

export interface QueueCounts {
  readonly visible: number
  readonly hidden: number
  readonly delayed: number
}

export type QueueStore = ReturnType<typeof queueStore>

/**
 * Messages in one SQLite file. Every method is one transaction and durable on return. Receivers of an earlier run ended
 * with it, so its messages in flight are visible again immediately, with their receive counts.
 */
export const queueStore = (dir: string, clock: LocalClock) => {
  const { sql, atomically, close } = queueDatabase(dir)
  sql.releaseInFlight.run(clock.now(), clock.now())
  const expire = (queue: QueueSpec) => sql.expire.run(queue.name, clock.now() - queue.retentionSeconds * 1000)

  /** Stores a message. A FIFO duplicate gets the ID of the first message and is not stored. */
  const store = (queue: QueueSpec, message: NewMessage): { messageId: string; seq: number } => {
    const { body, attributes, groupId, dedupId, delaySeconds } = message
    const now = clock.now()
    if (queue.fifo && dedupId !== undefined) {
      const duplicate = sql.findSent.get(queue.name, dedupId, now - DEDUP_MS) as Row | undefined
      if (duplicate !== undefined) return { messageId: duplicate.message_id, seq: duplicate.seq }
    }
    const messageId = randomUUID()
    const columns = [queue.name, messageId, body, JSON.stringify(attributes), groupId ?? '', dedupId ?? null] as const
    const seq = Number(sql.insert.run(...columns, now, now + delaySeconds * 1000).lastInsertRowid)
    if (queue.fifo && dedupId !== undefined) sql.recordSent.run(queue.name, dedupId, now, messageId, seq)
    return { messageId, seq }
  }

  return {
    send: (queue: QueueSpec, message: NewMessage) => atomically(() => store(queue, message)),
    /** Receives up to `max` messages, distributed fairly over groups; see takeMessages. */
    receive: (queue: QueueSpec, options: TakeOptions): StoredMessage[] =>
      atomically(() => {
        expire(queue)
        return takeMessages(sql, queue, options, clock.now())
      }),
    byReceipt(queue: string, receipt: string): StoredMessage | undefined {
      const row = sql.byReceipt.get(queue, receipt) as unknown as Row | undefined
      return row && storedMessageOf(row)
    },
    setVisibleAt: (seq: number, visibleAt: number) => void sql.setVisibleAt.run(visibleAt, seq),
    remove: (queue: string, receipt: string) => void sql.remove.run(queue, receipt),
    purge: (queue: string) => void sql.purge.run(queue),
    /** Returns the time at which the next hidden or delayed message becomes visible; undefined without one. */
    nextVisibleAt: (queue: string): number | undefined =>
      (sql.nextVisible.get(queue, clock.now()) as { at: number | null }).at ?? undefined,
    counts(queue: QueueSpec): QueueCounts {
      expire(queue)
      sql.deleteOldSent.run(clock.now() - DEDUP_MS)
      return sql.count.get({ $now: clock.now(), $queue: queue.name }) as unknown as QueueCounts
    },
    close,
  }
}
