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

/** Byte before each text of a JSON text sequence (RFC 7464). */
const RECORD_SEPARATOR = 0x1e

type Mode = 'between' | 'key' | 'colon' | 'value' | 'line'

/**
 * Splits a file at root level: byte by byte outside strings, and by native search inside them. Its complete state between
 * two items is a Position, so a splitter can continue at the `after` of any item. It does not decode UTF-8.
 */
class ByteSplitter implements Splitter {
  truncatedAt: number | undefined
  readonly #limits: Limits
  /** Offset of the current chunk in the file. */
  #base: number
  #root: RootKind
  #envelope: string | undefined
  #index: number
  #mode: Mode = 'between'
  #key: string | undefined
  /** Whether the value after the key is neither a list nor an object. */
  #isPlainValue = false
  readonly #topLevelValue = new FreeValue()
  readonly #scan: ValueScan = { depth: 0, deepest: 0, inString: false, isEscaped: false }
  /** The pieces of the current item from earlier chunks, and their length. */
  #pieces: Buffer[] = []
  #itemBytes = 0
  /** Start of the current item in the current chunk, and in the file. */
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
    let offset = 0
    while (offset < chunk.length) {
      if (this.#mode === 'value') offset = this.#value(chunk, offset)
      else if (this.#mode === 'between') offset = this.#between(chunk, offset)
      else if (this.#mode === 'line') offset = this.#line(chunk, offset)
      else if (this.#mode === 'key') offset = this.#keyText(chunk, offset)
      else offset = this.#colon(chunk, offset)
    }
    if (this.#mode !== 'between' && this.#mode !== 'colon') this.#bufferTo(chunk, chunk.length)
    this.#base += chunk.length
    return this.#items
  }

  end(): readonly SplitItem[] {
    this.#items = []
    this.#from = 0
    const isInsideContainer = !this.#isTopLevel
    if (this.#mode === 'line') this.#finish(Buffer.alloc(0), 0)
    else if (this.#mode !== 'between' && this.#root !== 'envelope') this.#emit(this.#base, { fault: 'truncated' })
    if (isInsideContainer || this.#items.some(({ fault }) => fault === 'truncated')) this.truncatedAt = this.#base
    this.#mode = 'between'
    return this.#items
  }

  get #isTopLevel(): boolean {
    return this.#root === 'lines' || this.#root === 'single'
  }

  #begin(mode: Mode, at: number): void {
    this.#mode = mode
    if (this.#isTopLevel) this.#topLevelValue.reset()
    this.#pieces = []
    this.#itemBytes = 0
    this.#from = at
    this.#start = this.#base + at
    Object.assign(this.#scan, { depth: 0, deepest: 0, inString: mode === 'key', isEscaped: false })
  }

  #bufferTo(chunk: Buffer, to: number): void {
    this.#itemBytes += to - this.#from
    if (this.#itemBytes > this.#limits.itemBytes) this.#pieces = []
    else if (to > this.#from) this.#pieces.push(chunk.subarray(this.#from, to))
    this.#from = to
  }

  #takeItem(chunk: Buffer, to: number): Buffer {
    this.#bufferTo(chunk, to)
    const [onlyPiece] = this.#pieces
    return this.#pieces.length === 1 && onlyPiece ? onlyPiece : Buffer.concat(this.#pieces)
  }

  #emit(end: number, content: Pick<SplitItem, 'raw' | 'fault'>, offset = end): void {
    const key = this.#key === undefined ? {} : { key: this.#key }
    const envelope = this.#envelope === undefined ? {} : { envelope: this.#envelope }
    const index = this.#index++
    if (this.#root === 'single') this.#root = 'lines'
    const after = { offset, root: this.#root, ...envelope, index: this.#index }
    this.#items.push({ index, start: this.#start, end, ...key, ...content, after })
    this.#key = undefined
  }

  #between(chunk: Buffer, from: number): number {
    let offset = from
    while (
      offset < chunk.length &&
      (isSpace(chunk[offset]) || chunk[offset] === COMMA || chunk[offset] === RECORD_SEPARATOR)
    )
      offset++
    const byte = chunk[offset]
    if (byte === undefined) return offset
    if (this.#isTopLevel) this.#begin(byte === LIST || byte === OBJECT ? 'value' : 'line', offset)
    else if (byte === (this.#root === 'array' ? LIST_END : OBJECT_END)) return this.#close(offset)
    else if (byte === QUOTE && (this.#root === 'object' || this.#root === 'envelope')) this.#begin('key', offset)
    else this.#begin('value', offset)
    return this.#mode === 'key' ? offset + 1 : offset
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
    this.#key = keyOf(this.#takeItem(chunk, end))
    this.#mode = 'colon'
    return end
  }

  #colon(chunk: Buffer, from: number): number {
    let offset = from
    while (offset < chunk.length && (isSpace(chunk[offset]) || chunk[offset] === COLON)) offset++
    const byte = chunk[offset]
    if (byte === undefined) return offset
    // An envelope may contain another envelope. In a nested envelope, only a list contains items; an object is an item.
    const mayContainItems = byte === LIST || (byte === OBJECT && this.#root === 'envelope')
    const isEnvelope = this.#root === 'envelope' || this.#envelope !== undefined
    if (!mayContainItems || !isEnvelope || !ENVELOPES.has(this.#key ?? '')) {
      this.#isPlainValue = byte !== LIST && byte !== OBJECT
      this.#begin('value', offset)
      return offset
    }
    this.#root = byte === LIST ? 'array' : 'object'
    this.#envelope = this.#envelope === undefined ? this.#key : `${this.#envelope}/${this.#key}`
    this.#key = undefined
    this.#mode = 'between'
    return offset + 1
  }

  #value(chunk: Buffer, from: number): number {
    const end = this.#isTopLevel ? this.#topLevelValue.scan(chunk, from) : scanValue(chunk, from, this.#scan)
    return end === -1 ? chunk.length : this.#finish(chunk, end)
  }

  #finish(chunk: Buffer, to: number): number {
    const end = this.#base + to
    const raw = this.#takeItem(chunk, to)
    this.#mode = 'between'
    // Skips a closing bracket without an opening one: otherwise, the splitter would not advance.
    const next = end === this.#start ? to + 1 : to
    const deepest = this.#isTopLevel ? this.#topLevelValue.deepest : this.#scan.deepest
    // Members of an envelope that are not items are skipped.
    if (this.#root === 'envelope' || (this.#root === 'object' && this.#envelope !== undefined && this.#isPlainValue))
      this.#key = undefined
    else if (this.#itemBytes > this.#limits.itemBytes) this.#emit(end, { fault: 'oversize' })
    else if (deepest > this.#limits.depth) this.#emit(end, { fault: 'too_deep' })
    else this.#emit(end, { raw }, this.#base + next)
    return next
  }

  /** A text without an opening bracket is not a conversation. It ends with its line. */
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
