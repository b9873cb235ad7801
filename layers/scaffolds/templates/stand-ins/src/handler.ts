import type { ConnectionEvent } from './connections/connections.ts'
import type { Deps as AllDeps } from './ports.ts'
import type { Message } from './queue/queue.ts'

/** Workers add the connections in the room. */
type Deps = Omit<AllDeps, 'connections'>

/** An entry of a stream. */
interface Entry {
  readonly sequence: string
  readonly key: string
  readonly arrivedAt: number
  readonly data: Uint8Array
}

/** Handlers of all triggers, for shared templates. A project has those of its pattern. */
export declare const http: (request: Request, deps: Deps) => Promise<Response>
export declare const queue: (message: Message, deps: Deps) => Promise<void>
export declare const file: (message: Message, deps: Deps) => Promise<void>
export declare const schedule: (deps: Deps) => Promise<void>
export declare const stream: (entries: readonly Entry[], deps: Deps) => Promise<string | undefined>
export declare const connection: (event: ConnectionEvent, deps: AllDeps) => Promise<number>
export declare const admissionOf: (
  event: Pick<ConnectionEvent, 'headers' | 'query'>,
  deps: AllDeps,
) => Promise<number | { readonly tenant: string; readonly room: string }>
