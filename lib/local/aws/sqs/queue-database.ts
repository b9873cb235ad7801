import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { sqliteTransaction } from '../sqlite-transaction.ts'

/** Row of a message. Times are milliseconds on the local clock; '' means no group. */
export interface Row {
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

/** `sent` contains the deduplication IDs of FIFO queues. `turns` orders the groups of a queue by their last receive. */
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

export type QueueStatements = ReturnType<typeof statements>

const statements = (db: DatabaseSync) => ({
  insert: db.prepare(`INSERT INTO messages (queue, message_id, body, attributes, group_id, dedup_id, sent_at,
    visible_at, received, first_received_at, receipt) VALUES (?, ?, ?, ?, ?, ?, ?, ?, 0, 0, '')`),
  findSent: db.prepare('SELECT message_id, seq FROM sent WHERE queue = ? AND dedup_id = ? AND at > ?'),
  recordSent: db.prepare('INSERT OR REPLACE INTO sent VALUES (?, ?, ?, ?, ?)'),
  groups: db.prepare(`SELECT m.group_id AS id FROM messages m LEFT JOIN turns t
    ON t.queue = m.queue AND t.group_id = m.group_id WHERE m.queue = ? AND m.visible_at <= ?
    GROUP BY m.group_id ORDER BY COALESCE(MAX(t.turn), 0), MIN(m.seq)`),
  messagesOfGroup: db.prepare('SELECT * FROM messages WHERE queue = ? AND group_id = ? ORDER BY seq LIMIT ?'),
  visibleOfGroup: db.prepare(
    'SELECT * FROM messages WHERE queue = ? AND group_id = ? AND visible_at <= ? ORDER BY seq LIMIT ?',
  ),
  markReceived: db.prepare(`UPDATE messages SET received = received + 1, visible_at = ?, receipt = ?,
    first_received_at = CASE first_received_at WHEN 0 THEN ? ELSE first_received_at END WHERE seq = ?`),
  moveToQueue: db.prepare(`UPDATE messages SET queue = ?, source = ?, visible_at = ?, receipt = '', received = 0,
    first_received_at = 0 WHERE seq = ?`),
  recordTurn: db.prepare(`INSERT OR REPLACE INTO turns VALUES (?, ?,
    (SELECT COALESCE(MAX(turn), 0) + 1 FROM turns WHERE queue = ?))`),
  byReceipt: db.prepare('SELECT * FROM messages WHERE queue = ? AND receipt = ?'),
  setVisibleAt: db.prepare('UPDATE messages SET visible_at = ? WHERE seq = ?'),
  releaseInFlight: db.prepare('UPDATE messages SET visible_at = ? WHERE received > 0 AND visible_at > ?'),
  remove: db.prepare('DELETE FROM messages WHERE queue = ? AND receipt = ?'),
  purge: db.prepare('DELETE FROM messages WHERE queue = ?'),
  expire: db.prepare('DELETE FROM messages WHERE queue = ? AND sent_at <= ?'),
  deleteOldSent: db.prepare('DELETE FROM sent WHERE at <= ?'),
  nextVisible: db.prepare('SELECT MIN(visible_at) AS at FROM messages WHERE queue = ? AND visible_at > ?'),
  count: db.prepare(`SELECT COALESCE(SUM(visible_at <= $now), 0) AS visible,
    COALESCE(SUM(visible_at > $now AND received > 0), 0) AS hidden,
    COALESCE(SUM(visible_at > $now AND received = 0), 0) AS delayed FROM messages WHERE queue = $queue`),
})

export const queueDatabase = (dir: string) => {
  const db = new DatabaseSync(join(dir, 'sqs.sqlite'))
  db.exec(SCHEMA)
  return { sql: statements(db), atomically: sqliteTransaction(db), close: () => db.close() }
}
