import { DatabaseSync } from 'node:sqlite'
import { Readable } from 'node:stream'
import { sqliteTransaction } from '../sqlite-transaction.ts'

type StoreCallback<T> = (error: Error | null, value?: T) => void

/** A key range in LevelDB's terms, which dynalite's actions use. */
interface RowRange {
  readonly gte?: string
  readonly gt?: string
  readonly lte?: string
  readonly lt?: string
  readonly reverse?: boolean
  readonly limit?: number
}

/** One ordered key space. It returns in the same turn, so that an action on it runs without yielding. */
export interface RowSpace {
  put(key: string, value: unknown, done: StoreCallback<never>): void
  get(key: string, done: StoreCallback<unknown>): void
  del(key: string, done: StoreCallback<never>): void
  batch(rows: readonly { type: 'put' | 'del'; key: string; value?: unknown }[], done: StoreCallback<never>): void
  createValueStream(range?: RowRange): Readable
  createReadStream(range?: RowRange): Readable
  createKeyStream(range?: RowRange): Readable
  lock(key: string, task: (release: <F>(done: F) => F) => void): void
}

export interface RowStore {
  space(name: string): RowSpace
  read(space: string, key: string): unknown
  rows(space: string, range?: RowRange): Generator<{ key: string; value: unknown }>
  /**
   * Returns values whose DynamoDB number `attribute` is in (above, upTo]. The database filters, so a large table is
   * cheap.
   */
  withNumber(space: string, attribute: string, above: number, upTo: number): unknown[]
  write(space: string, key: string, value: unknown): void
  remove(space: string, key: string): void
  drop(space: string): void
  /** Runs `work` as one transaction. `work` must not yield; an error that it throws rolls back all its writes. */
  atomically<T>(work: () => T): T
  close(): void
}

/** Paging keeps a large query from blocking the event loop or loading the whole table. */
const PAGE_ROWS = 64

/**
 * Key space of table records. They are cached: every call reads them several times, few calls change them, and no
 * reader modifies them.
 */
const TABLE_SPACE = 'table'

const LAST_KEY = '\u{10FFFF}'

const statements = (db: DatabaseSync) => {
  const select = db.prepare('SELECT value FROM rows WHERE space = ? AND key = ?')
  const upsert = db.prepare('INSERT OR REPLACE INTO rows VALUES (?, ?, ?)')
  const erase = db.prepare('DELETE FROM rows WHERE space = ? AND key = ?')
  const eraseAll = db.prepare('DELETE FROM rows WHERE space = ?')
  const range = (order: 'ASC' | 'DESC') =>
    db.prepare(`SELECT key, value FROM rows WHERE space = $space
      AND key >= $low AND ($lowIncluded OR key <> $low) AND key <= $high AND ($highIncluded OR key <> $high)
      ORDER BY key ${order} LIMIT $limit`)
  const numbered = db.prepare(`SELECT value FROM rows WHERE space = $space
    AND CAST(json_extract(value, $path) AS REAL) > $above AND CAST(json_extract(value, $path) AS REAL) <= $upTo`)
  return { select, upsert, erase, eraseAll, numbered, up: range('ASC'), down: range('DESC') }
}

function* pagedRows(
  { up, down }: Pick<ReturnType<typeof statements>, 'up' | 'down'>,
  space: string,
  { gte, gt, lte, lt, reverse, limit }: RowRange = {},
): Generator<{ key: string; value: unknown }> {
  let remaining = limit === undefined || limit < 0 ? Number.POSITIVE_INFINITY : limit
  const bounds = { $low: gt ?? gte ?? '', $high: lt ?? lte ?? LAST_KEY }
  const included = { $lowIncluded: gt === undefined ? 1 : 0, $highIncluded: lt === undefined ? 1 : 0 }
  while (remaining > 0) {
    const pageSize = Math.min(PAGE_ROWS, remaining)
    const values = { $space: space, ...bounds, ...included, $limit: pageSize }
    const page = (reverse ? down : up).all(values) as unknown as PageRow[]
    for (const row of page) yield { key: row.key, value: JSON.parse(row.value) as unknown }
    const last = page.at(-1)
    if (last === undefined || page.length < pageSize) return
    remaining -= page.length
    bounds[reverse ? '$high' : '$low'] = last.key
    included[reverse ? '$highIncluded' : '$lowIncluded'] = 0
  }
}

type Rows = Omit<RowStore, 'space'>

const sqliteRows = (file: string): Rows => {
  const db = new DatabaseSync(file)
  db.exec(`PRAGMA journal_mode=WAL; PRAGMA synchronous=NORMAL;
    CREATE TABLE IF NOT EXISTS rows (space TEXT, key TEXT, value TEXT, PRIMARY KEY (space, key)) WITHOUT ROWID`)
  const prepared = statements(db)
  const { select, upsert, erase, eraseAll, numbered } = prepared
  return {
    read(space, key) {
      const row = select.get(space, key) as { value: string } | undefined
      return row === undefined ? undefined : JSON.parse(row.value)
    },
    rows: (space, range) => pagedRows(prepared, space, range),
    withNumber: (space, attribute, above, upTo) =>
      numbered
        .all({ $space: space, $path: `$.${JSON.stringify(attribute)}.N`, $above: above, $upTo: upTo })
        .map((row) => JSON.parse(String(row.value)) as unknown),
    write: (space, key, value) => void upsert.run(space, key, JSON.stringify(value)),
    remove: (space, key) => void erase.run(space, key),
    drop: (space) => void eraseAll.run(space),
    atomically: sqliteTransaction(db),
    close: () => db.close(),
  }
}

const cacheTables = (rows: Rows): Rows => {
  const tables = new Map<string, unknown>()
  const invalidate = (space: string): void => {
    if (space === TABLE_SPACE) tables.clear()
  }
  return {
    ...rows,
    read(space, key) {
      if (space === TABLE_SPACE && tables.has(key)) return tables.get(key)
      const value = rows.read(space, key)
      if (space === TABLE_SPACE && value !== undefined) tables.set(key, value)
      return value
    },
    write(space, key, value) {
      invalidate(space)
      rows.write(space, key, value)
    },
    remove(space, key) {
      invalidate(space)
      rows.remove(space, key)
    },
    drop(space) {
      invalidate(space)
      rows.drop(space)
    },
    atomically(work) {
      try {
        return rows.atomically(work)
      } catch (error) {
        // A read inside the transaction may have cached a write that was rolled back.
        tables.clear()
        throw error
      }
    },
  }
}

/**
 * Ordered rows in SQLite. With WAL and synchronous=NORMAL a committed write survives the end of the process. A power
 * cut may lose the newest commits but never tears them (https://sqlite.org/pragma.html#pragma_synchronous).
 */
export const rowStore = (file: string): RowStore => {
  const spaces = new Map<string, RowSpace>()
  const store: RowStore = {
    ...cacheTables(sqliteRows(file)),
    space: (name) => {
      const space = spaces.get(name) ?? rowSpace(store, name)
      spaces.set(name, space)
      return space
    },
  }
  return store
}

interface PageRow {
  readonly key: string
  readonly value: string
}

/** Yields rows for a stream. Other work runs between pages, so a large read must hold the service's read lock. */
async function* pickField(rows: Iterable<{ key: string; value: unknown }>, field: 'key' | 'value') {
  let count = 0
  for (const row of rows) {
    if (count++ % PAGE_ROWS === PAGE_ROWS - 1) await new Promise((resolve) => setImmediate(resolve))
    yield row[field]
  }
}

const rowSpace = (store: RowStore, name: string): RowSpace => {
  const stream = (range: RowRange | undefined, part: 'key' | 'value') =>
    Readable.from(pickField(store.rows(name, range), part), { objectMode: true, highWaterMark: PAGE_ROWS })
  return {
    put: (key, value, done) => {
      store.write(name, key, value)
      done(null)
    },
    get: (key, done) => done(null, store.read(name, key)),
    del: (key, done) => {
      store.remove(name, key)
      done(null)
    },
    batch: (changes, done) => {
      for (const { type, key, value } of changes) {
        if (type === 'put') store.write(name, key, value)
        else store.remove(name, key)
      }
      done(null)
    },
    createValueStream: (range) => stream(range, 'value'),
    createReadStream: (range) => stream(range, 'value'),
    createKeyStream: (range) => stream(range, 'key'),
    // The service applies its own lock around every action.
    lock: (_key, task) => task((done) => done),
  }
}
