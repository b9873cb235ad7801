import type { Buffer } from 'node:buffer'
import { COLON, COMMA, isSpace, LIST, LIST_END, NEWLINE, OBJECT, OBJECT_END, QUOTE, scanString } from './json-bytes.ts'

/** Containers whose kind is remembered; deeper ones are only counted. */
const KNOWN_MAX = 4_096

/**
 * Scans a top-level value of a file, as in JSON Lines: its brackets end it, whatever follows on the line. A broken
 * value ends at a line break: within a string, or before a bracket that is invalid there. So a broken line does not
 * affect others.
 */
export class FreeValue {
  deepest = 0
  #depth = 0
  readonly #containers: number[] = []
  #inString = false
  #isEscaped = false
  /** The last byte that is not whitespace, and whether a line break followed. */
  #before = 0
  #isLineBroken = false
  /** A bracket closed one that was not opened: the value ends at the next line break. */
  #isMismatched = false
  /** The next line break of a piece, searched once, because many values may be on one long line. */
  #piece: Buffer | undefined
  #newline = -1

  reset(): void {
    this.deepest = 0
    this.#depth = 0
    this.#inString = false
    this.#isEscaped = false
    this.#before = 0
    this.#isLineBroken = false
    this.#isMismatched = false
  }

  #newlineFrom(bytes: Buffer, at: number): number {
    if (this.#piece !== bytes || (this.#newline !== -1 && this.#newline < at)) {
      this.#piece = bytes
      this.#newline = bytes.indexOf(NEWLINE, at)
    }
    return this.#newline
  }

  /** Returns the position after the value; -1 if it continues in the next piece. */
  scan(bytes: Buffer, from: number): number {
    let at = from
    while (at < bytes.length) {
      const newline = this.#newlineFrom(bytes, at)
      if (this.#isMismatched) return newline
      if (this.#inString) {
        const { end, isEscaped } = scanString(bytes, at, this.#isEscaped)
        if (newline !== -1 && (end === -1 || newline < end)) return newline
        this.#isEscaped = isEscaped
        if (end === -1) return -1
        this.#inString = false
        this.#before = QUOTE
        at = end
        continue
      }
      const byte = bytes[at] as number
      if (byte === NEWLINE) this.#isLineBroken = true
      else if (!isSpace(byte)) {
        if (this.#step(byte)) return byte === OBJECT || byte === LIST ? at : at + 1
        this.#before = byte
        this.#isLineBroken = false
      }
      at++
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
      if (this.#depth < KNOWN_MAX) this.#containers[this.#depth] = byte
      this.deepest = Math.max(this.deepest, ++this.#depth)
    } else if (byte === OBJECT_END || byte === LIST_END) {
      const opened = --this.#depth < KNOWN_MAX ? this.#containers[this.#depth] : undefined
      this.#isMismatched = opened !== undefined && opened !== (byte === OBJECT_END ? OBJECT : LIST)
      return this.#depth === 0 && !this.#isMismatched
    }
    return false
  }

  #isMisplaced(): boolean {
    const container = this.#depth <= KNOWN_MAX ? this.#containers[this.#depth - 1] : undefined
    if (container === OBJECT) return this.#before !== COLON
    return container === LIST && this.#before !== COMMA && this.#before !== LIST
  }
}
