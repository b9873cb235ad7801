import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import type { LocalClock, QueueSpec } from '../ports.ts'
import type { MessageAttributes } from './message-digest.ts'

/** A message at rest. Times are milliseconds on the local clock. */
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

export interface NewMessage {
  readonly body: string
  readonly attributes: MessageAttributes
  readonly groupId: string | undefined
  readonly dedupId: string | undefined
  readonly delaySeconds: number
}

interface Row {
  seq: number
  queue: string
  message_id: string
  body: string
  attributes: string
  group_id: string
  dedup_id: string | null
  sent_at: number
  visible_at: number
  received: number
  first_received_at: number
  receipt: string
  source: string | null
}

/** A FIFO queue refuses the second message with one deduplication id for five minutes. */
const DEDUP_MS = 5 * 60_000

const SCHEMA = `PRAGMA journal_mode=WAL; PRAGMA synchronous=NORMAL;
  CREATE TABLE IF NOT EXISTS messages (seq INTEGER PRIMARY KEY AUTOINCREMENT, queue TEXT, message_id TEXT, body TEXT,
    attributes TEXT, group_id TEXT, dedup_id TEXT, sent_at INTEGER, visible_at INTEGER, received INTEGER,
    first_received_at INTEGER, receipt TEXT, source TEXT);
  CREATE INDEX IF NOT EXISTS by_group ON messages (queue, group_id, seq);
  CREATE INDEX IF NOT EXISTS by_receipt ON messages (queue, receipt);
  CREATE INDEX IF NOT EXISTS by_visible ON messages (queue, visible_at);
  CREATE TABLE IF NOT EXISTS sent (queue TEXT, dedup_id TEXT, at INTEGER, message_id TEXT, seq INTEGER,
    PRIMARY KEY (queue, dedup_id)) WITHOUT ROWID;
  CREATE TABLE IF NOT EXISTS turns (queue TEXT, group_id TEXT, turn INTEGER, PRIMARY KEY (queue, group_id)) WITHOUT ROWID`

const messageOf = (row: Row): StoredMessage => ({
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

/** What a message takes in a Lambda event, with room for its system attributes. */
const eventBytes = (row: Row): number => Buffer.byteLength(JSON.stringify(row.body)) + 2 * row.attributes.length + 1024

export type QueueStore = ReturnType<typeof queueStore>

/** Messages in one SQLite file; every method is one transaction and durable when it returns. */
export function queueStore(dir: string, clock: LocalClock) {
  const db = new DatabaseSync(join(dir, 'sqs.sqlite'))
  db.exec(SCHEMA)
  const sql = {
    insert: db.prepare(`INSERT INTO messages (queue, message_id, body, attributes, group_id, dedup_id, sent_at,
      visible_at, received, first_received_at, receipt) VALUES (?, ?, ?, ?, ?, ?, ?, ?, 0, 0, '')`),
    sentBefore: db.prepare('SELECT message_id, seq FROM sent WHERE queue = ? AND dedup_id = ? AND at > ?'),
    remember: db.prepare('INSERT OR REPLACE INTO sent VALUES (?, ?, ?, ?, ?)'),
    groups: db.prepare(`SELECT m.group_id AS id FROM messages m LEFT JOIN turns t
      ON t.queue = m.queue AND t.group_id = m.group_id WHERE m.queue = ? AND m.visible_at <= ?
      GROUP BY m.group_id ORDER BY COALESCE(MAX(t.turn), 0), MIN(m.seq)`),
    ofGroup: db.prepare('SELECT * FROM messages WHERE queue = ? AND group_id = ? ORDER BY seq LIMIT ?'),
    visibleOfGroup: db.prepare(
      'SELECT * FROM messages WHERE queue = ? AND group_id = ? AND visible_at <= ? ORDER BY seq LIMIT ?',
    ),
    take: db.prepare(`UPDATE messages SET received = received + 1, visible_at = ?, receipt = ?,
      first_received_at = CASE first_received_at WHEN 0 THEN ? ELSE first_received_at END WHERE seq = ?`),
    move: db.prepare(`UPDATE messages SET queue = ?, source = ?, visible_at = ?, receipt = '', received = 0,
      first_received_at = 0 WHERE seq = ?`),
    turn: db.prepare(`INSERT OR REPLACE INTO turns VALUES (?, ?,
      (SELECT COALESCE(MAX(turn), 0) + 1 FROM turns WHERE queue = ?))`),
    byReceipt: db.prepare('SELECT * FROM messages WHERE queue = ? AND receipt = ?'),
    show: db.prepare('UPDATE messages SET visible_at = ? WHERE seq = ?'),
    remove: db.prepare('DELETE FROM messages WHERE queue = ? AND receipt = ?'),
    purge: db.prepare('DELETE FROM messages WHERE queue = ?'),
    expire: db.prepare('DELETE FROM messages WHERE queue = ? AND sent_at <= ?'),
    forget: db.prepare('DELETE FROM sent WHERE at <= ?'),
    nextVisible: db.prepare('SELECT MIN(visible_at) AS at FROM messages WHERE queue = ? AND visible_at > ?'),
    count: db.prepare(`SELECT COALESCE(SUM(visible_at <= $now), 0) AS visible,
      COALESCE(SUM(visible_at > $now AND received > 0), 0) AS hidden,
      COALESCE(SUM(visible_at > $now AND received = 0), 0) AS delayed FROM messages WHERE queue = $queue`),
  }

  const atomically = <T>(work: () => T): T => {
    db.exec('BEGIN IMMEDIATE')
    try {
      const result = work()
      db.exec('COMMIT')
      return result
    } catch (error) {
      db.exec('ROLLBACK')
      throw error
    }
  }

  /** The messages of a group that may be handed out now, oldest first. */
  const available = (queue: QueueSpec, group: string, limit: number, now: number): Row[] => {
    if (!queue.fifo) return sql.visibleOfGroup.all(queue.name, group, now, limit) as unknown as Row[]
    // FIFO: nothing of a group is handed out past a message that is in flight or delayed.
    const rows = sql.ofGroup.all(queue.name, group, limit) as unknown as Row[]
    const blocked = rows.findIndex((row) => row.visible_at > now)
    return blocked === -1 ? rows : rows.slice(0, blocked)
  }

  const takeRow = (queue: QueueSpec, row: Row, now: number, visibleAt: number): StoredMessage | undefined => {
    if (queue.redrive !== undefined && row.received >= queue.redrive.maxReceiveCount) {
      sql.move.run(queue.redrive.target, queue.name, now, row.seq)
      return undefined
    }
    const receipt = `${randomUUID()}-${row.seq}`
    sql.take.run(visibleAt, receipt, now, row.seq)
    sql.turn.run(queue.name, row.group_id, queue.name)
    const firstReceivedAt = row.first_received_at || now
    return { ...messageOf(row), receipt, received: row.received + 1, visibleAt, firstReceivedAt }
  }

  return {
    /** Stores a message; a FIFO duplicate gets the first one's id back and is not stored again. */
    send(queue: QueueSpec, message: NewMessage): { messageId: string; seq: number } {
      return atomically(() => {
        const now = clock.now()
        if (queue.fifo && message.dedupId !== undefined) {
          const known = sql.sentBefore.get(queue.name, message.dedupId, now - DEDUP_MS) as Row | undefined
          if (known !== undefined) return { messageId: known.message_id, seq: known.seq }
        }
        const messageId = randomUUID()
        const { body, attributes, groupId, dedupId, delaySeconds } = message
        const { lastInsertRowid } = sql.insert.run(
          queue.name,
          messageId,
          body,
          JSON.stringify(attributes),
          groupId ?? '',
          dedupId ?? null,
          now,
          now + delaySeconds * 1000,
        )
        const seq = Number(lastInsertRowid)
        if (queue.fifo && dedupId !== undefined) sql.remember.run(queue.name, dedupId, now, messageId, seq)
        return { messageId, seq }
      })
    },
    /**
     * Takes up to `max` messages, one of each group in turn, least recently served group first: no group starves
     * behind a busy one. Messages that were received often enough go to the dead-letter queue instead. Stops before
     * `maxBytes`, counted as a Lambda event would have them.
     */
    receive(
      queue: QueueSpec,
      max: number,
      visibilitySeconds: number,
      maxBytes = Number.POSITIVE_INFINITY,
    ): StoredMessage[] {
      return atomically(() => {
        const now = clock.now()
        sql.expire.run(queue.name, now - queue.retentionSeconds * 1000)
        const groups = (sql.groups.all(queue.name, now) as { id: string }[])
          .map(({ id }) => available(queue, id, max, now))
          .filter((rows) => rows.length > 0)
        const taken: StoredMessage[] = []
        let bytes = 0
        while (taken.length < max && groups.some((rows) => rows.length > 0)) {
          for (const rows of groups) {
            const row = taken.length < max ? rows.shift() : undefined
            if (row === undefined) continue
            bytes += eventBytes(row)
            if (bytes > maxBytes && taken.length > 0) return taken
            const message = takeRow(queue, row, now, now + visibilitySeconds * 1000)
            if (message !== undefined) taken.push(message)
          }
        }
        return taken
      })
    },
    byReceipt(queue: string, receipt: string): StoredMessage | undefined {
      const row = sql.byReceipt.get(queue, receipt) as unknown as Row | undefined
      return row && messageOf(row)
    },
    show: (seq: number, visibleAt: number) => void sql.show.run(visibleAt, seq),
    remove: (queue: string, receipt: string) => void sql.remove.run(queue, receipt),
    purge: (queue: string) => void sql.purge.run(queue),
    /** When the next hidden or delayed message shows; undefined when there is none. */
    nextVisibleAt: (queue: string): number | undefined =>
      (sql.nextVisible.get(queue, clock.now()) as { at: number | null }).at ?? undefined,
    counts(queue: QueueSpec): { visible: number; hidden: number; delayed: number } {
      sql.expire.run(queue.name, clock.now() - queue.retentionSeconds * 1000)
      sql.forget.run(clock.now() - DEDUP_MS)
      return sql.count.get({ $now: clock.now(), $queue: queue.name }) as {
        visible: number
        hidden: number
        delayed: number
      }
    },
    close: () => db.close(),
  }
}
