import type { Connections } from './connections/connections.ts'
import type { Model } from './model/model.ts'
import type { Objects } from './objects/objects.ts'
import type { Queue } from './queue/queue.ts'
import type { Records } from './records/records.ts'

/** Dependencies outside the code: time, randomness, network, secrets, and the resources of the functions. */
export interface Deps {
  /** Milliseconds since 1970. */
  readonly now: () => number
  readonly newId: () => string
  // #if random
  /** From 0 to less than 1. */
  readonly random: () => number
  // #endif
  // #if sleep
  readonly sleep: (ms: number) => Promise<void>
  // #endif
  /** Writes one line of JSON, without bodies or secrets. */
  readonly log: (entry: Readonly<Record<string, unknown>>) => void
  readonly fetch: (url: string, init?: RequestInit) => Promise<Response>
  readonly secret: (name: string) => Promise<string>
  readonly setting: (name: string) => string
  // #if records
  /** Records with conditional writes. */
  readonly records: Records
  // #endif
  // #if sends
  /** The work queue. */
  readonly queue: Queue
  // #endif
  // #if objects
  /** Files of the bucket. */
  readonly objects: Objects
  // #endif
  // #if model
  /** A language model. */
  readonly model: Model
  // #endif
  // #if connections
  /** Connected clients. */
  readonly connections: Connections
  // #endif
}
