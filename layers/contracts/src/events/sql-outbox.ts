import type { CloudEvent } from './cloud-event.ts'

export type OutboxDialect = 'postgres' | 'sqlite'

export interface OutboxStatement {
  readonly text: string
  readonly values: readonly (string | number)[]
}

/** Returns the CREATE TABLE statement of the outbox. `sent_at` is null until the event is sent. */
export const outboxTable = (dialect: OutboxDialect): string => {
  const isPostgres = dialect === 'postgres'
  const json = isPostgres ? 'jsonb NOT NULL' : 'TEXT NOT NULL CHECK (json_valid("event"))'
  const time = isPostgres ? 'timestamptz' : 'TEXT'
  return [
    'CREATE TABLE IF NOT EXISTS "outbox" (',
    '  "source" text NOT NULL,',
    '  "id" text NOT NULL,',
    '  "subject" text NOT NULL,',
    '  "sequence" text NOT NULL,',
    `  "event" ${json},`,
    `  "sent_at" ${time},`,
    '  PRIMARY KEY ("source", "id")',
    `)${isPostgres ? '' : ' STRICT'};`,
    'CREATE INDEX IF NOT EXISTS "outbox_unsent" ON "outbox" ("source", "subject", "sequence") WHERE "sent_at" IS NULL;',
    '',
  ].join('\n')
}

const placeholders = (dialect: OutboxDialect, count: number): string =>
  Array.from({ length: count }, (_, i) => (dialect === 'postgres' ? `$${i + 1}` : '?')).join(', ')

/** Returns the INSERT for the transaction of the change. A second insert of the same event has no effect. */
export const outboxInsert = (event: CloudEvent, dialect: OutboxDialect): OutboxStatement => ({
  text:
    'INSERT INTO "outbox" ("source", "id", "subject", "sequence", "event") ' +
    `VALUES (${placeholders(dialect, 5)}) ON CONFLICT ("source", "id") DO NOTHING`,
  values: [event.source, event.id, event.subject, event.sequence, JSON.stringify(event)],
})

/**
 * Returns the query for the oldest unsent events of each entity. On PostgreSQL several relays can run concurrently:
 * locked rows are skipped.
 */
export const outboxUnsent = (dialect: OutboxDialect, limit: number): OutboxStatement => ({
  text:
    'SELECT "source", "id", "event" FROM "outbox" WHERE "sent_at" IS NULL ' +
    `ORDER BY "source", "subject", "sequence" LIMIT ${placeholders(dialect, 1)}` +
    (dialect === 'postgres' ? ' FOR UPDATE SKIP LOCKED' : ''),
  values: [limit],
})

export const outboxSent = (
  { source, id }: Pick<CloudEvent, 'source' | 'id'>,
  sentAt: Date,
  dialect: OutboxDialect,
): OutboxStatement => {
  const [timeParameter, sourceParameter, idParameter] = dialect === 'postgres' ? ['$1', '$2', '$3'] : ['?', '?', '?']
  return {
    text: `UPDATE "outbox" SET "sent_at" = ${timeParameter} WHERE "source" = ${sourceParameter} AND "id" = ${idParameter} AND "sent_at" IS NULL`,
    values: [sentAt.toISOString(), source, id],
  }
}
