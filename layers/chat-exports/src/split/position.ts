import type { Buffer } from 'node:buffer'
import type { FaultCode } from '../read/outcome.ts'

/**
 * What stands at the root of a file: a list of items, an object of keyed items, an object with a list or an object of
 * items under a known name, one item, or one item a line. After an item or a list further lines may follow.
 */
export type RootKind = 'array' | 'object' | 'envelope' | 'single' | 'lines'

/** A place between two items, from which a splitter goes on: all that it must remember. */
export interface Position {
  /** Bytes from the beginning of the file. */
  readonly offset: number
  readonly root: RootKind
  /** The name under which the items stand, inside of an envelope. */
  readonly envelope?: string
  /** Items before this place. */
  readonly index: number
}

/** Bounds of what is read. */
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
  /** Where a splitter goes on after it. */
  readonly after: Position
}
