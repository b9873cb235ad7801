import type { Page, Records, Row } from './records.ts'

interface Held {
  readonly version: number
  readonly text: string
  readonly expiresAt: number | undefined
}

/** Records in memory, for tests and local runs. Values are stored as JSON, as in a table. */
export class MemoryRecords implements Records {
  readonly #partitions = new Map<string, Map<string, Held>>()
  readonly #now: () => number

  constructor(now: () => number) {
    this.#now = now
  }

  #held(partition: string, id: string): Held | undefined {
    const held = this.#partitions.get(partition)?.get(id)
    return held?.expiresAt !== undefined && held.expiresAt <= this.#now() ? undefined : held
  }

  #put(partition: string, id: string, held: Held): true {
    const rows = this.#partitions.get(partition) ?? new Map<string, Held>()
    this.#partitions.set(partition, rows.set(id, held))
    return true
  }

  async get<T>(partition: string, id: string): Promise<Row<T> | undefined> {
    const held = this.#held(partition, id)
    return held && { id, version: held.version, value: JSON.parse(held.text) as T }
  }

  async insert(partition: string, id: string, value: unknown, expiresAt?: number): Promise<boolean> {
    if (this.#held(partition, id)) return false
    return this.#put(partition, id, { version: 1, text: JSON.stringify(value), expiresAt })
  }

  async replace(partition: string, id: string, value: unknown, version: number, expiresAt?: number): Promise<boolean> {
    if (this.#held(partition, id)?.version !== version) return false
    return this.#put(partition, id, { version: version + 1, text: JSON.stringify(value), expiresAt })
  }

  async remove(partition: string, id: string, version: number): Promise<boolean> {
    if (this.#held(partition, id)?.version !== version) return false
    return this.#partitions.get(partition)?.delete(id) ?? false
  }

  async list<T>(partition: string, { after = '', limit }: Page): Promise<readonly Row<T>[]> {
    const ids = [...(this.#partitions.get(partition)?.keys() ?? [])].filter(
      (id) => id > after && this.#held(partition, id),
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
