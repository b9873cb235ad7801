import { Buffer } from 'node:buffer'
import { CELL } from './detect-root.ts'
import type { Limits, Position, SplitItem, Splitter } from './position.ts'

/** Splits an activity page into cells. Each cell starts with the `CELL` marker and ends where the next one starts. */
class CellSplitter implements Splitter {
  readonly truncatedAt = undefined
  readonly #limits: Limits
  /** Offset in the file of the first byte of `#held`. */
  #base: number
  #index: number
  #held: Buffer = Buffer.alloc(0)
  /** Dropped bytes of the current cell, because it is too long. */
  #dropped = 0

  constructor({ offset, index }: Position, limits: Limits) {
    this.#limits = limits
    this.#base = offset
    this.#index = index
  }

  push(chunk: Buffer): readonly SplitItem[] {
    const searchOffset = Math.max(1, this.#held.length - CELL.length)
    const bytes = Buffer.concat([this.#held, chunk])
    const items: SplitItem[] = []
    let from = 0
    for (let at = bytes.indexOf(CELL, searchOffset); at !== -1; at = bytes.indexOf(CELL, at + CELL.length)) {
      items.push(this.#item(bytes, from, at))
      from = at
    }
    this.#keep(bytes, from)
    return items
  }

  end(): readonly SplitItem[] {
    const bytes = this.#held
    return bytes.length === 0 ? [] : [this.#item(bytes, 0, bytes.length)]
  }

  #item(bytes: Buffer, from: number, to: number): SplitItem {
    const start = this.#base + from - this.#dropped
    const end = this.#base + to
    const index = this.#index++
    const isLong = end - start > this.#limits.itemBytes
    this.#dropped = 0
    const read = isLong ? { fault: 'oversize' as const } : { raw: bytes.subarray(from, to) }
    return { index, start, end, ...read, after: { offset: end, root: 'cells', index: this.#index } }
  }

  /** Buffers the unfinished cell; for a cell that is too long, only the bytes that may be the next mark. */
  #keep(bytes: Buffer, from: number): void {
    const isLong = bytes.length - from + this.#dropped > this.#limits.itemBytes
    const bufferFrom = isLong ? Math.max(from, bytes.length - CELL.length) : from
    this.#dropped += bufferFrom - from
    this.#base += bufferFrom
    this.#held = bytes.subarray(bufferFrom)
  }
}

export const createCellSplitter = (from: Position, limits: Limits): Splitter => new CellSplitter(from, limits)
