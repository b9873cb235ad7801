import type { Buffer } from 'node:buffer'
import type { FaultCode } from '../read/outcome.ts'

/** Names of members that contain items. */
export const ENVELOPES: ReadonlySet<string> = new Set([
  ...['conversations', 'chats', 'threads', 'data', 'runs', 'sessions', 'chat_sessions', 'history', 'items', 'records'],
  ...['results', 'result', 'export', 'backup', 'archive', 'payload'],
])

/**
 * The kind of a file's root. `array`: a list of items; `object`: keyed items; `envelope`: an object with items under a
 * known name; `single`: one item; `lines`: consecutive items; `cells`: a page of activities. After an item or a list,
 * more items may follow.
 */
export type RootKind = 'array' | 'object' | 'envelope' | 'single' | 'lines' | 'cells'

/** A position between two items at which a splitter can continue. It contains the complete state of a splitter. */
export interface Position {
  /** Bytes from the beginning of the file. */
  readonly offset: number
  readonly root: RootKind
  /** Members of nested envelopes that lead to the items, joined by slashes. */
  readonly envelope?: string
  readonly index: number
}

export interface Limits {
  /** Maximum bytes of an item; a longer one is skipped. */
  readonly itemBytes: number
  /** Maximum depth of nested objects and lists: V8 parses deeper values than recursive readers can process. */
  readonly depth: number
}

export const LIMITS: Limits = { itemBytes: 64 * 1024 * 1024, depth: 2_000 }

/** Maximum bytes after an item that a splitter needs to detect its end. */
export const LOOKAHEAD_BYTES = 64

/** An item of a file: the bytes from `start` (inclusive) to `end` (exclusive) are its JSON. */
export interface SplitItem {
  /** Index of the item in the file, from 0. */
  readonly index: number
  readonly start: number
  readonly end: number
  readonly key?: string
  /** Bytes of the item, valid until the next `push`; absent with a fault. */
  readonly raw?: Buffer
  readonly fault?: Extract<FaultCode, 'oversize' | 'too_deep' | 'truncated'>
  readonly after: Position
}

export interface Splitter {
  /**
   * Returns the items that end in the next bytes of the file. The bytes must not be changed while an item is
   * unfinished.
   */
  push(chunk: Buffer): readonly SplitItem[]
  /** Returns the unfinished item at the end of the file. Nothing may be pushed afterwards. */
  end(): readonly SplitItem[]
  /** Offset after which content is missing; `undefined` if the file is complete. Set by `end`. */
  readonly truncatedAt: number | undefined
}
