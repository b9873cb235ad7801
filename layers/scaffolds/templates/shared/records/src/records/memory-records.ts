import type { Page, Records, Row } from './records.ts'

interface StoredRow {
  readonly version: number
  readonly text: string
  readonly expiresAt: number | undefined
}

/** Records in memory, for tests and local runs. Values are stored as JSON, as in a table. */
export class MemoryRecords implements Records {
  readonly #partitions = new Map<string, Map<string, StoredRow>>()
  readonly #now: () => number

  constructor(now: () => number) {
    this.#now = now
  }

  #row(partition: string, id: string): StoredRow | undefined {
    const row = this.#partitions.get(partition)?.get(id)
    return row?.expiresAt !== undefined && row.expiresAt <= this.#now() ? undefined : row
  }

  #put(partition: string, id: string, row: StoredRow): true {
    const rows = this.#partitions.get(partition) ?? new Map<string, StoredRow>()
    this.#partitions.set(partition, rows.set(id, row))
    return true
  }

  async get<T>(partition: string, id: string): Promise<Row<T> | undefined> {
    const row = this.#row(partition, id)
    return row && { id, version: row.version, value: JSON.parse(row.text) as T }
  }

  async insert(partition: string, id: string, value: unknown, expiresAt?: number): Promise<boolean> {
    if (this.#row(partition, id)) return false
    return this.#put(partition, id, { version: 1, text: JSON.stringify(value), expiresAt })
  }

  async replace(partition: string, id: string, value: unknown, version: number, expiresAt?: number): Promise<boolean> {
    if (this.#row(partition, id)?.version !== version) return false
    return this.#put(partition, id, { version: version + 1, text: JSON.stringify(value), expiresAt })
  }

  async remove(partition: string, id: string, version: number): Promise<boolean> {
    if (this.#row(partition, id)?.version !== version) return false
    return this.#partitions.get(partition)?.delete(id) ?? false
  }

  async list<T>(partition: string, { after = '', limit }: Page): Promise<readonly Row<T>[]> {
    const ids = [...(this.#partitions.get(partition)?.keys() ?? [])].filter(
      (id) => id > after && this.#row(partition, id),
    )
    const rows = await Promise.all(
      ids
        .sort()
        .slice(0, limit)
        .map((id) => this.get<T>(partition, id)),
    )
    return rows.filter((row) => row !== undefined)
  }
}
