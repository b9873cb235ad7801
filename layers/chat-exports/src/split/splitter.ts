import { Buffer } from 'node:buffer'
import { createCellSplitter } from './cell-splitter.ts'
import { FreeValue } from './free-value.ts'
import {
  COLON,
  COMMA,
  isSpace,
  LIST,
  LIST_END,
  NEWLINE,
  OBJECT,
  OBJECT_END,
  QUOTE,
  scanString,
  scanValue,
  type ValueScan,
} from './json-bytes.ts'
import {
  ENVELOPES,
  LIMITS,
  type Limits,
  type Position,
  type RootKind,
  type SplitItem,
  type Splitter,
} from './position.ts'

/** Mark before each text of a sequence (RFC 7464). */
const RECORD = 0x1e

type Mode = 'between' | 'key' | 'colon' | 'value' | 'line'

/**
 * Splits at root level, byte by byte outside strings and by native search inside them. Its whole state between two
 * items is a Position, so a splitter continues exactly from any item's `after`. It never decodes UTF-8 to split.
 */
class ByteSplitter implements Splitter {
  truncatedAt: number | undefined
  readonly #limits: Limits
  /** Bytes of the file before the chunk. */
  #base: number
  #root: RootKind
  #envelope: string | undefined
  #index: number
  #mode: Mode = 'between'
  #key: string | undefined
  #isFact = false
  readonly #free = new FreeValue()
  readonly #scan: ValueScan = { depth: 0, deepest: 0, inString: false, isEscaped: false }
  /** The beginning of the current item from earlier chunks, its start in this chunk, and its start in the file. */
  #pieces: Buffer[] = []
  #held = 0
  #from = 0
  #start = 0
  #items: SplitItem[] = []

  constructor({ offset, root, envelope, index }: Position, limits: Limits) {
    this.#limits = limits
    this.#base = offset
    this.#root = root
    this.#envelope = envelope
    this.#index = index
  }

  push(chunk: Buffer): readonly SplitItem[] {
    this.#items = []
    this.#from = 0
    let at = 0
    while (at < chunk.length) {
      if (this.#mode === 'value') at = this.#value(chunk, at)
      else if (this.#mode === 'between') at = this.#between(chunk, at)
      else if (this.#mode === 'line') at = this.#line(chunk, at)
      else if (this.#mode === 'key') at = this.#keyText(chunk, at)
      else at = this.#colon(chunk, at)
    }
    if (this.#mode !== 'between' && this.#mode !== 'colon') this.#hold(chunk, chunk.length)
    this.#base += chunk.length
    return this.#items
  }

  end(): readonly SplitItem[] {
    this.#items = []
    this.#from = 0
    const isWithin = !this.#isFree
    if (this.#mode === 'line') this.#finish(Buffer.alloc(0), 0)
    else if (this.#mode !== 'between' && this.#root !== 'envelope') this.#emit(this.#base, { fault: 'truncated' })
    if (isWithin || this.#items.some(({ fault }) => fault === 'truncated')) this.truncatedAt = this.#base
    this.#mode = 'between'
    return this.#items
  }

  get #isFree(): boolean {
    return this.#root === 'lines' || this.#root === 'single'
  }

  #begin(mode: Mode, at: number): void {
    this.#mode = mode
    if (this.#isFree) this.#free.reset()
    this.#pieces = []
    this.#held = 0
    this.#from = at
    this.#start = this.#base + at
    Object.assign(this.#scan, { depth: 0, deepest: 0, inString: mode === 'key', isEscaped: false })
  }

  #hold(chunk: Buffer, to: number): void {
    this.#held += to - this.#from
    if (this.#held > this.#limits.itemBytes) this.#pieces = []
    else if (to > this.#from) this.#pieces.push(chunk.subarray(this.#from, to))
    this.#from = to
  }

  #taken(chunk: Buffer, to: number): Buffer {
    this.#hold(chunk, to)
    const [only] = this.#pieces
    return this.#pieces.length === 1 && only ? only : Buffer.concat(this.#pieces)
  }

  #emit(end: number, rest: Pick<SplitItem, 'raw' | 'fault'>, offset = end): void {
    const key = this.#key === undefined ? {} : { key: this.#key }
    const envelope = this.#envelope === undefined ? {} : { envelope: this.#envelope }
    const index = this.#index++
    if (this.#root === 'single') this.#root = 'lines'
    const after = { offset, root: this.#root, ...envelope, index: this.#index }
    this.#items.push({ index, start: this.#start, end, ...key, ...rest, after })
    this.#key = undefined
  }

  #between(chunk: Buffer, from: number): number {
    let at = from
    while (at < chunk.length && (isSpace(chunk[at]) || chunk[at] === COMMA || chunk[at] === RECORD)) at++
    const byte = chunk[at]
    if (byte === undefined) return at
    if (this.#isFree) this.#begin(byte === LIST || byte === OBJECT ? 'value' : 'line', at)
    else if (byte === (this.#root === 'array' ? LIST_END : OBJECT_END)) return this.#close(at)
    else if (byte === QUOTE && (this.#root === 'object' || this.#root === 'envelope')) this.#begin('key', at)
    else this.#begin('value', at)
    return this.#mode === 'key' ? at + 1 : at
  }

  #close(at: number): number {
    const slash = this.#envelope?.lastIndexOf('/') ?? -1
    this.#root = this.#envelope === undefined ? 'lines' : slash === -1 ? 'envelope' : 'object'
    this.#envelope = slash === -1 ? undefined : this.#envelope?.slice(0, slash)
    return at + 1
  }

  #keyText(chunk: Buffer, from: number): number {
    const { end, isEscaped } = scanString(chunk, from, this.#scan.isEscaped)
    this.#scan.isEscaped = isEscaped
    if (end === -1) return chunk.length
    this.#key = keyOf(this.#taken(chunk, end))
    this.#mode = 'colon'
    return end
  }

  #colon(chunk: Buffer, from: number): number {
    let at = from
    while (at < chunk.length && (isSpace(chunk[at]) || chunk[at] === COLON)) at++
    const byte = chunk[at]
    if (byte === undefined) return at
    // An envelope may contain another; only a list distinguishes it from an item of that name.
    const isHolder = byte === LIST || (byte === OBJECT && this.#root === 'envelope')
    const isInside = this.#root === 'envelope' || this.#envelope !== undefined
    if (!isHolder || !isInside || !ENVELOPES.has(this.#key ?? '')) {
      this.#isFact = byte !== LIST && byte !== OBJECT
      this.#begin('value', at)
      return at
    }
    this.#root = byte === LIST ? 'array' : 'object'
    this.#envelope = this.#envelope === undefined ? this.#key : `${this.#envelope}/${this.#key}`
    this.#key = undefined
    this.#mode = 'between'
    return at + 1
  }

  #value(chunk: Buffer, from: number): number {
    const end = this.#isFree ? this.#free.scan(chunk, from) : scanValue(chunk, from, this.#scan)
    return end === -1 ? chunk.length : this.#finish(chunk, end)
  }

  #finish(chunk: Buffer, to: number): number {
    const end = this.#base + to
    const raw = this.#taken(chunk, to)
    this.#mode = 'between'
    // Skips a bracket without an opening one, which would be read again and again.
    const next = end === this.#start ? to + 1 : to
    const deepest = this.#isFree ? this.#free.deepest : this.#scan.deepest
    // Members of an envelope that are not items are skipped.
    if (this.#root === 'envelope' || (this.#root === 'object' && this.#envelope !== undefined && this.#isFact))
      this.#key = undefined
    else if (this.#held > this.#limits.itemBytes) this.#emit(end, { fault: 'oversize' })
    else if (deepest > this.#limits.depth) this.#emit(end, { fault: 'too_deep' })
    else this.#emit(end, { raw }, this.#base + next)
    return next
  }

  /** Text without an opening bracket is not JSON of a conversation: it ends with its line. */
  #line(chunk: Buffer, from: number): number {
    const newline = chunk.indexOf(NEWLINE, from)
    return newline === -1 ? chunk.length : this.#finish(chunk, newline)
  }
}

const keyOf = (quoted: Buffer): string => {
  try {
    return String(JSON.parse(quoted.toString('utf8'))).toWellFormed()
  } catch {
    return quoted.toString('utf8')
  }
}

export const createSplitter = (from: Position, limits: Limits = LIMITS): Splitter =>
  from.root === 'cells' ? createCellSplitter(from, limits) : new ByteSplitter(from, limits)
