import { Buffer } from 'node:buffer'
import { CELL } from './detect-root.ts'
import type { Limits, Position, SplitItem, Splitter } from './position.ts'

/** Splits an activity page into cells. Each cell starts with the `CELL` marker and ends where the next one starts. */
class CellSplitter implements Splitter {
  readonly truncatedAt = undefined
  readonly #limits: Limits
  /** Offset in the file of the first byte of `#buffer`. */
  #base: number
  #index: number
  #buffer: Buffer = Buffer.alloc(0)
  /** Bytes of the current cell that were dropped because the cell is too long. */
  #droppedBytes = 0

  constructor({ offset, index }: Position, limits: Limits) {
    this.#limits = limits
    this.#base = offset
    this.#index = index
  }

  push(chunk: Buffer): readonly SplitItem[] {
    // From 1, because the marker at the beginning of the buffer belongs to the current cell.
    const searchOffset = Math.max(1, this.#buffer.length - CELL.length)
    const bytes = Buffer.concat([this.#buffer, chunk])
    const items: SplitItem[] = []
    let from = 0
    for (
      let cellStart = bytes.indexOf(CELL, searchOffset);
      cellStart !== -1;
      cellStart = bytes.indexOf(CELL, cellStart + CELL.length)
    ) {
      items.push(this.#item(bytes, from, cellStart))
      from = cellStart
    }
    this.#bufferRest(bytes, from)
    return items
  }

  end(): readonly SplitItem[] {
    const bytes = this.#buffer
    return bytes.length === 0 ? [] : [this.#item(bytes, 0, bytes.length)]
  }

  #item(bytes: Buffer, from: number, to: number): SplitItem {
    const start = this.#base + from - this.#droppedBytes
    const end = this.#base + to
    const index = this.#index++
    const isLong = end - start > this.#limits.itemBytes
    this.#droppedBytes = 0
    const content = isLong ? { fault: 'oversize' as const } : { raw: bytes.subarray(from, to) }
    return { index, start, end, ...content, after: { offset: end, root: 'cells', index: this.#index } }
  }

  /** Buffers the unfinished cell; of a cell that is too long, only the last bytes, which may begin the next marker. */
  #bufferRest(bytes: Buffer, from: number): void {
    const isLong = bytes.length - from + this.#droppedBytes > this.#limits.itemBytes
    const bufferFrom = isLong ? Math.max(from, bytes.length - CELL.length) : from
    this.#droppedBytes += bufferFrom - from
    this.#base += bufferFrom
    this.#buffer = bytes.subarray(bufferFrom)
  }
}

export const createCellSplitter = (from: Position, limits: Limits): Splitter => new CellSplitter(from, limits)
