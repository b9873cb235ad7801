import type { Connections } from './connections/connections.ts'
import type { Model } from './model/model.ts'
import type { Objects } from './objects/objects.ts'
import type { Queue } from './queue/queue.ts'
import type { Records } from './records/records.ts'

/** Everything outside the code: time, chance, the network, secrets, and the resources that the functions may use. */
export interface Deps {
  /** Milliseconds since 1970. */
  readonly now: () => number
  readonly newId: () => string
  // #if random
  /** From 0 to below 1. */
  readonly random: () => number
  // #endif
  // #if sleep
  readonly sleep: (ms: number) => Promise<void>
  // #endif
  /** Writes one line of JSON. No bodies, no secrets. */
  readonly log: (entry: Readonly<Record<string, unknown>>) => void
  readonly fetch: (url: string, init?: RequestInit) => Promise<Response>
  readonly secret: (name: string) => Promise<string>
  readonly setting: (name: string) => string
  // #if records
  /** Records that change by condition. */
  readonly records: Records
  // #endif
  // #if sends
  /** A queue of work. */
  readonly queue: Queue
  // #endif
  // #if objects
  /** Files. */
  readonly objects: Objects
  // #endif
  // #if model
  /** A language model. */
  readonly model: Model
  // #endif
  // #if connections
  /** Clients that are connected. */
  readonly connections: Connections
  // #endif
}
