import type { Buffer } from 'node:buffer'
import { COLON, COMMA, isSpace, LIST, LIST_END, NEWLINE, OBJECT, OBJECT_END, QUOTE, scanString } from './json-bytes.ts'

/** Depth up to which the kind of a container (list or object) is tracked. Deeper containers are only counted. */
const TRACKED_DEPTH_MAX = 4_096

/**
 * Scans a top-level value of a file, as in JSON Lines. A value ends with its last bracket, even if more follows on the
 * line. A broken value ends at a line break within a string, or before an opening bracket that is invalid there, so that
 * a broken line does not affect other lines.
 */
export class FreeValue {
  deepest = 0
  #depth = 0
  readonly #containers: number[] = []
  #inString = false
  #isEscaped = false
  /** The last byte that is not whitespace, and whether a line break followed. */
  #lastByte = 0
  #isLineBroken = false
  /** A closing bracket does not match the opening one: the value ends at the next line break. */
  #isMismatched = false
  /** The chunk and its next line break, which is searched once, because many values may be on one long line. */
  #chunk: Buffer | undefined
  #newline = -1

  reset(): void {
    this.deepest = 0
    this.#depth = 0
    this.#inString = false
    this.#isEscaped = false
    this.#lastByte = 0
    this.#isLineBroken = false
    this.#isMismatched = false
  }

  #newlineFrom(bytes: Buffer, offset: number): number {
    if (this.#chunk !== bytes || (this.#newline !== -1 && this.#newline < offset)) {
      this.#chunk = bytes
      this.#newline = bytes.indexOf(NEWLINE, offset)
    }
    return this.#newline
  }

  /** Returns the position after the value; -1 if it continues in the next chunk. */
  scan(bytes: Buffer, from: number): number {
    let offset = from
    while (offset < bytes.length) {
      const newline = this.#newlineFrom(bytes, offset)
      if (this.#isMismatched) return newline
      if (this.#inString) {
        const { end, isEscaped } = scanString(bytes, offset, this.#isEscaped)
        if (newline !== -1 && (end === -1 || newline < end)) return newline
        this.#isEscaped = isEscaped
        if (end === -1) return -1
        this.#inString = false
        this.#lastByte = QUOTE
        offset = end
        continue
      }
      const byte = bytes[offset] as number
      if (byte === NEWLINE) this.#isLineBroken = true
      else if (!isSpace(byte)) {
        if (this.#step(byte)) return byte === OBJECT || byte === LIST ? offset : offset + 1
        this.#lastByte = byte
        this.#isLineBroken = false
      }
      offset++
    }
    return -1
  }

  /** Processes a byte outside strings. Returns true if the value ends with it, or is broken before it. */
  #step(byte: number): boolean {
    if (byte === QUOTE) {
      this.#inString = true
      this.#isEscaped = false
    } else if (byte === OBJECT || byte === LIST) {
      if (this.#isLineBroken && this.#isMisplaced()) return true
      if (this.#depth < TRACKED_DEPTH_MAX) this.#containers[this.#depth] = byte
      this.deepest = Math.max(this.deepest, ++this.#depth)
    } else if (byte === OBJECT_END || byte === LIST_END) {
      const opened = --this.#depth < TRACKED_DEPTH_MAX ? this.#containers[this.#depth] : undefined
      this.#isMismatched = opened !== undefined && opened !== (byte === OBJECT_END ? OBJECT : LIST)
      return this.#depth === 0 && !this.#isMismatched
    }
    return false
  }

  #isMisplaced(): boolean {
    const container = this.#depth <= TRACKED_DEPTH_MAX ? this.#containers[this.#depth - 1] : undefined
    if (container === OBJECT) return this.#lastByte !== COLON
    return container === LIST && this.#lastByte !== COMMA && this.#lastByte !== LIST
  }
}
