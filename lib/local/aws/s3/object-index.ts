import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import type { BucketSpec } from '../ports.ts'

export interface ObjectRecord {
  readonly bucket: string
  readonly key: string
  readonly blob: string
  /** Bytes. */
  readonly size: number
  /** Without quotes. */
  readonly etag: string
  /** Milliseconds since the epoch, rounded down to whole seconds. */
  readonly modified: number
  /** Response headers: content-type, x-amz-meta-*, checksums. */
  readonly headers: Readonly<Record<string, string>>
}

export interface UploadRecord {
  readonly id: string
  readonly bucket: string
  readonly key: string
  readonly started: number
  readonly headers: Readonly<Record<string, string>>
}

export interface PartRecord {
  readonly number: number
  readonly blob: string
  readonly size: number
  readonly etag: string
}

type Row = Record<string, string | number>

const SCHEMA = `PRAGMA journal_mode=WAL; PRAGMA synchronous=NORMAL;
  CREATE TABLE IF NOT EXISTS buckets (name TEXT PRIMARY KEY, created INTEGER, lifecycle TEXT) WITHOUT ROWID;
  CREATE TABLE IF NOT EXISTS objects (bucket TEXT, key TEXT, blob TEXT, size INTEGER, etag TEXT, modified INTEGER,
    headers TEXT, PRIMARY KEY (bucket, key)) WITHOUT ROWID;
  CREATE INDEX IF NOT EXISTS object_blob ON objects (blob);
  CREATE TABLE IF NOT EXISTS uploads (id TEXT PRIMARY KEY, bucket TEXT, key TEXT, started INTEGER, headers TEXT);
  CREATE TABLE IF NOT EXISTS parts (upload TEXT, number INTEGER, blob TEXT, size INTEGER, etag TEXT,
    PRIMARY KEY (upload, number)) WITHOUT ROWID;
  CREATE INDEX IF NOT EXISTS part_blob ON parts (blob)`

const withHeaders = <T>(row: Row | undefined): T | undefined =>
  row && ({ ...row, headers: JSON.parse(String(row.headers)) } as T)

const statements = (db: DatabaseSync) => ({
  bucket: db.prepare('SELECT * FROM buckets WHERE name = ?'),
  buckets: db.prepare('SELECT * FROM buckets ORDER BY name'),
  putBucket: db.prepare(`INSERT INTO buckets VALUES (?, ?, ?)
    ON CONFLICT (name) DO UPDATE SET lifecycle = excluded.lifecycle`),
  get: db.prepare('SELECT * FROM objects WHERE bucket = ? AND key = ?'),
  put: db.prepare('INSERT OR REPLACE INTO objects VALUES (?, ?, ?, ?, ?, ?, ?)'),
  remove: db.prepare('DELETE FROM objects WHERE bucket = ? AND key = ?'),
  list: db.prepare('SELECT * FROM objects WHERE bucket = ? AND key > ? AND key >= ? ORDER BY key LIMIT ?'),
  olderThan: db.prepare(
    'SELECT * FROM objects WHERE bucket = ? AND substr(key, 1, length(?)) = ? AND modified <= ? ORDER BY key',
  ),
  putUpload: db.prepare('INSERT INTO uploads VALUES (?, ?, ?, ?, ?)'),
  upload: db.prepare('SELECT * FROM uploads WHERE id = ?'),
  removeUpload: db.prepare('DELETE FROM uploads WHERE id = ?'),
  putPart: db.prepare('INSERT OR REPLACE INTO parts VALUES (?, ?, ?, ?, ?)'),
  part: db.prepare('SELECT blob FROM parts WHERE upload = ? AND number = ?'),
  parts: db.prepare('SELECT number, blob, size, etag FROM parts WHERE upload = ? ORDER BY number'),
  removeParts: db.prepare('DELETE FROM parts WHERE upload = ?'),
  referenced: db.prepare('SELECT 1 FROM objects WHERE blob = ? UNION ALL SELECT 1 FROM parts WHERE blob = ?'),
})

export type ObjectIndex = ReturnType<typeof objectIndex>

/** Index of objects, uploads and parts in key order (UTF-8 bytes, as S3 lists them). */
export const objectIndex = (dir: string) => {
  const db = new DatabaseSync(join(dir, 's3.sqlite'))
  db.exec(SCHEMA)
  const sql = statements(db)
  return {
    hasBucket: (name: string): boolean => sql.bucket.get(name) !== undefined,
    buckets: (): { name: string; created: number; lifecycle: BucketSpec['lifecycle'] }[] =>
      (sql.buckets.all() as Row[]).map((row) => ({
        name: String(row.name),
        created: Number(row.created),
        lifecycle: JSON.parse(String(row.lifecycle)),
      })),
    putBucket: ({ name, lifecycle }: BucketSpec, created: number) =>
      void sql.putBucket.run(name, created, JSON.stringify(lifecycle)),
    get: (bucket: string, key: string) => withHeaders<ObjectRecord>(sql.get.get(bucket, key) as Row | undefined),
    put: ({ bucket, key, blob, size, etag, modified, headers }: ObjectRecord) =>
      void sql.put.run(bucket, key, blob, size, etag, modified, JSON.stringify(headers)),
    remove: (bucket: string, key: string) => void sql.remove.run(bucket, key),
    /** Objects with key > `after` and >= `from`, in key order. */
    list: (bucket: string, after: string, from: string, limit: number): ObjectRecord[] =>
      (sql.list.all(bucket, after, from, limit) as Row[]).flatMap((row) => withHeaders<ObjectRecord>(row) ?? []),
    olderThan: (bucket: string, prefix: string, modified: number): ObjectRecord[] =>
      (sql.olderThan.all(bucket, prefix, prefix, modified) as Row[]).flatMap(
        (row) => withHeaders<ObjectRecord>(row) ?? [],
      ),
    putUpload: ({ id, bucket, key, started, headers }: UploadRecord) =>
      void sql.putUpload.run(id, bucket, key, started, JSON.stringify(headers)),
    upload: (id: string) => withHeaders<UploadRecord>(sql.upload.get(id) as Row | undefined),
    putPart(upload: string, { number, blob, size, etag }: PartRecord): string | undefined {
      const before = sql.part.get(upload, number) as { blob: string } | undefined
      sql.putPart.run(upload, number, blob, size, etag)
      return before?.blob
    },
    parts: (upload: string): PartRecord[] => sql.parts.all(upload) as unknown as PartRecord[],
    removeUpload(id: string) {
      sql.removeParts.run(id)
      sql.removeUpload.run(id)
    },
    isReferenced: (blob: string): boolean => sql.referenced.get(blob, blob) !== undefined,
    close: () => db.close(),
  }
}
