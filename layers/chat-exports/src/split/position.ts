import type { Buffer } from 'node:buffer'
import type { FaultCode } from '../read/outcome.ts'

export const ENVELOPES: ReadonlySet<string> = new Set([
  ...['conversations', 'chats', 'threads', 'data', 'runs', 'sessions', 'chat_sessions', 'history', 'items', 'records'],
  ...['results', 'result', 'export', 'backup', 'archive', 'payload'],
])

/**
 * The form of a file's root: a list of items, an object of keyed items, an object with a list or an object of items
 * under a known name, one item, items one behind the other, or a page of activities. After an item or a list further
 * items may follow.
 */
export type RootKind = 'array' | 'object' | 'envelope' | 'single' | 'lines' | 'cells'

/** A place between two items at which a splitter can continue: its whole state. */
export interface Position {
  /** Bytes from the beginning of the file. */
  readonly offset: number
  readonly root: RootKind
  /** The members of envelopes within one another that hold the items, joined by slashes. */
  readonly envelope?: string
  readonly index: number
}

export interface Limits {
  /** Bytes of an item; a longer one is passed over. */
  readonly itemBytes: number
  /** Objects and lists within one another; V8 parses more than recursion can walk. */
  readonly depth: number
}

export const LIMITS: Limits = { itemBytes: 64 * 1024 * 1024, depth: 2_000 }

/** Bytes behind an item that may be needed to see that it ends. */
export const BEHIND_BYTES = 64

/** An item of a file: bytes `start` to `end`, not included, are its JSON. */
export interface SplitItem {
  /** From 0. */
  readonly index: number
  readonly start: number
  readonly end: number
  readonly key?: string
  /** Its bytes, valid until the next `push`; absent with a fault. */
  readonly raw?: Buffer
  readonly fault?: Extract<FaultCode, 'oversize' | 'too_deep' | 'truncated'>
  readonly after: Position
}

export interface Splitter {
  /** The items that end in the next bytes of the file. The bytes must not be changed while an item is unfinished. */
  push(chunk: Buffer): readonly SplitItem[]
  /** The item that the end of the file leaves open. Afterwards nothing may be pushed. */
  end(): readonly SplitItem[]
  /** Bytes of the file after which it should go on and does not; `undefined`: it is whole. Known after `end`. */
  readonly truncatedAt: number | undefined
}
