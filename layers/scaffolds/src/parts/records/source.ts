import { type Code, code } from '../../code.ts'

export const recordsSource = code`
/** A record with the version that a change must name. */
export interface Row<T = unknown> {
  readonly id: string
  readonly version: number
  readonly value: T
}

export interface Page {
  /** Id of the last row of the page before. */
  readonly after?: string
  readonly limit: number
}

/** Records in partitions. Every change is conditional, so that two at once cannot both win. Times are milliseconds. */
export interface Records {
  get<T>(partition: string, id: string): Promise<Row<T> | undefined>
  /** False when it is there already. */
  insert(partition: string, id: string, value: unknown, expiresAt?: number): Promise<boolean>
  /** False when it is absent or has another version. */
  replace(partition: string, id: string, value: unknown, version: number, expiresAt?: number): Promise<boolean>
  /** False when it is absent or has another version. */
  remove(partition: string, id: string, version: number): Promise<boolean>
  /** In the order of ids. */
  list<T>(partition: string, page: Page): Promise<readonly Row<T>[]>
}
`

export const memoryRecords = code`
import type { Page, Records, Row } from './records.ts'

interface Held {
  readonly version: number
  readonly text: string
  readonly expiresAt: number | undefined
}

/** Records in memory: for tests, and for trying the service out. Values are kept as JSON, as a table keeps them. */
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
    const ids = [...(this.#partitions.get(partition)?.keys() ?? [])].filter((id) => id > after && this.#held(partition, id))
    const rows = await Promise.all(ids.sort().slice(0, limit).map((id) => this.get<T>(partition, id)))
    return rows.filter((row) => row !== undefined)
  }
}
`

const ONCE = code`
/** Another worker has it; the message comes again later. */
export class Busy extends Error {
  constructor(id: string) {
    super(id + ' is being worked on')
    this.name = 'Busy'
  }
}

/**
 * Does the work of an id once, however often and however many at a time it is asked for. A worker that dies leaves a lease,
 * after which the next one does it again: so the work itself must bear a repetition after a crash.
 * @returns false when it was done before.
 * @throws Busy while another works on it.
 */
export const once = async (
  records: Records,
  id: string,
  now: () => number,
  work: () => Promise<void>,
): Promise<boolean> => {
  const mark: Mark = { state: 'working', until: now() + LEASE_MS }
  let version = 1
  if (!(await records.insert('once', id, mark, now() + KEPT_MS))) {
    const row = await records.get<Mark>('once', id)
    if (row?.value.state === 'done') return false
    if (row === undefined || row.value.until > now()) throw new Busy(id)
    if (!(await records.replace('once', id, mark, row.version, now() + KEPT_MS))) throw new Busy(id)
    version = row.version + 1
  }
  try {
    await work()
  } catch (error) {
    // Refused where another took over: then its mark is the one that counts.
    await records.remove('once', id, version)
    throw error
  }
  const done: Mark = { state: 'done', until: 0 }
  // Refused: the lease ended before the work did, and another has it now. Ours was one effect too many, and is told.
  if (!(await records.replace('once', id, done, version, now() + KEPT_MS))) throw new Busy(id)
  return true
}
`

/** Seconds that a lease has: longer than its function may run, and no shorter than a queue waits. */
export const leaseSeconds = (timeoutSeconds: number): number => Math.max(300, timeoutSeconds + 60)

/** @param timeoutSeconds how long the function may run. */
export const onceSource = (timeoutSeconds: number): Code => code`
import type { Records } from './records.ts'

/** How long one worker may take before another takes over: longer than its function may run, which is ${timeoutSeconds} seconds. */
export const LEASE_MS = ${leaseSeconds(timeoutSeconds) * 1_000}
/** How long it is remembered that something is done. Senders repeat for three days at most. */
const KEPT_MS = 259_200_000

interface Mark {
  readonly state: 'working' | 'done'
  readonly until: number
}

${ONCE}
`
