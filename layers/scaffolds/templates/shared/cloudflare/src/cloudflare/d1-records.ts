// #if records
import type { Page, Records, Row } from '../records/records.ts'

/** The part of D1 that this service uses. */
export interface Database {
  prepare(sql: string): Statement
}
export interface Statement {
  bind(...values: unknown[]): Statement
  run(): Promise<{ readonly meta: { readonly changes: number } }>
  all<T>(): Promise<{ readonly results: readonly T[] }>
}

interface StoredLine {
  readonly id: string
  readonly version: number
  readonly value: string
}

const rowOf = <T>({ id, version, value }: StoredLine): Row<T> => ({ id, version, value: JSON.parse(value) as T })

/** Records in one D1 table (see migrations). */
export class D1Records implements Records {
  readonly #database: Database
  readonly #now: () => number

  constructor(database: Database, now: () => number) {
    this.#database = database
    this.#now = now
  }

  async #changes(sql: string, ...values: unknown[]): Promise<boolean> {
    const { meta } = await this.#database
      .prepare(sql)
      .bind(...values)
      .run()
    return meta.changes === 1
  }

  async #lines(sql: string, ...values: unknown[]): Promise<readonly StoredLine[]> {
    return (
      await this.#database
        .prepare(sql)
        .bind(...values)
        .all<StoredLine>()
    ).results
  }

  async get<T>(partition: string, id: string): Promise<Row<T> | undefined> {
    const sql =
      'SELECT id, version, value FROM records WHERE partition = ?1 AND id = ?2 AND (expires_ms IS NULL OR expires_ms > ?3)'
    const [line] = await this.#lines(sql, partition, id, this.#now())
    return line && rowOf<T>(line)
  }

  insert(partition: string, id: string, value: unknown, expiresAt?: number): Promise<boolean> {
    const sql =
      'INSERT INTO records (partition, id, version, value, expires_ms) VALUES (?1, ?2, 1, ?3, ?4) ' +
      'ON CONFLICT (partition, id) DO UPDATE SET version = 1, value = excluded.value, expires_ms = excluded.expires_ms ' +
      'WHERE records.expires_ms <= ?5'
    return this.#changes(sql, partition, id, JSON.stringify(value), expiresAt ?? null, this.#now())
  }

  replace(partition: string, id: string, value: unknown, version: number, expiresAt?: number): Promise<boolean> {
    const sql =
      'UPDATE records SET version = version + 1, value = ?4, expires_ms = ?5 WHERE partition = ?1 AND id = ?2 AND version = ?3 ' +
      'AND (expires_ms IS NULL OR expires_ms > ?6)'
    return this.#changes(sql, partition, id, version, JSON.stringify(value), expiresAt ?? null, this.#now())
  }

  remove(partition: string, id: string, version: number): Promise<boolean> {
    const sql =
      'DELETE FROM records WHERE partition = ?1 AND id = ?2 AND version = ?3 AND (expires_ms IS NULL OR expires_ms > ?4)'
    return this.#changes(sql, partition, id, version, this.#now())
  }

  /**
   * Deletes expired rows, at most `limit`.
   * @returns the number of deleted rows.
   */
  async sweep(limit: number): Promise<number> {
    const sql =
      'DELETE FROM records WHERE (partition, id) IN ' +
      '(SELECT partition, id FROM records WHERE expires_ms <= ?1 ORDER BY expires_ms LIMIT ?2)'
    return (await this.#database.prepare(sql).bind(this.#now(), limit).run()).meta.changes
  }

  async list<T>(partition: string, { after = '', limit }: Page): Promise<readonly Row<T>[]> {
    const sql =
      'SELECT id, version, value FROM records WHERE partition = ?1 AND id > ?2 AND (expires_ms IS NULL OR expires_ms > ?3) ' +
      'ORDER BY id LIMIT ?4'
    return (await this.#lines(sql, partition, after, this.#now(), limit)).map((line) => rowOf<T>(line))
  }
}
// #endif
