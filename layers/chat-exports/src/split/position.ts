import type { Buffer } from 'node:buffer'
import type { FaultCode } from '../read/outcome.ts'

/**
 * The form of a file's root: a list of items, an object of keyed items, an object with a list or an object of items
 * under a known name, one item, or one item per line. After an item or a list further lines may follow.
 */
export type RootKind = 'array' | 'object' | 'envelope' | 'single' | 'lines'

/** A place between two items at which a splitter can continue: its whole state. */
export interface Position {
  /** Bytes from the beginning of the file. */
  readonly offset: number
  readonly root: RootKind
  /** The member of the envelope that holds the items. */
  readonly envelope?: string
  /** Items before this place. */
  readonly index: number
}

/** Limits of reading. */
export interface Limits {
  /** Bytes of an item; a longer one is passed over. */
  readonly itemBytes: number
  /** Objects and lists within one another; V8 parses more than recursion can walk. */
  readonly depth: number
}

export const LIMITS: Limits = { itemBytes: 64 * 1024 * 1024, depth: 512 }

/** An item of a file: bytes `start` to `end`, not included, are its JSON. */
export interface SplitItem {
  /** From 0. */
  readonly index: number
  readonly start: number
  readonly end: number
  /** Its key, in a file of keyed items. */
  readonly key?: string
  /** Its bytes, valid until the next `push`; absent with a fault. */
  readonly raw?: Buffer
  readonly fault?: Extract<FaultCode, 'oversize' | 'too_deep' | 'truncated'>
  /** The position after it, at which a splitter can continue. */
  readonly after: Position
}
