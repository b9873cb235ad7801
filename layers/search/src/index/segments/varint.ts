/** A growing byte buffer. Numbers take seven bits per byte; the high bit of the last byte is 0. */
export class ByteWriter {
  #bytes: Uint8Array
  #length = 0

  constructor(capacity = 1024) {
    this.#bytes = new Uint8Array(capacity)
  }

  get length(): number {
    return this.#length
  }

  #ensureCapacity(addedBytes: number): void {
    const needed = this.#length + addedBytes
    if (needed <= this.#bytes.length) return
    const larger = new Uint8Array(Math.max(needed, this.#bytes.length * 2))
    larger.set(this.#bytes.subarray(0, this.#length))
    this.#bytes = larger
  }

  /** Writes a whole number from 0 to 2^32 - 1. */
  varint(value: number): void {
    this.#ensureCapacity(5)
    let remaining = value
    while (remaining > 0x7f) {
      this.#bytes[this.#length++] = (remaining & 0x7f) | 0x80
      remaining >>>= 7
    }
    this.#bytes[this.#length++] = remaining
  }

  bytes(added: Uint8Array): void {
    this.#ensureCapacity(added.length)
    this.#bytes.set(added, this.#length)
    this.#length += added.length
  }

  toBytes(): Uint8Array {
    return this.#bytes.slice(0, this.#length)
  }
}

export const varintsOf = (bytes: Uint8Array): Uint32Array => {
  let count = 0
  for (const byte of bytes) if (byte < 0x80) count++
  const numbers = new Uint32Array(count)
  let at = 0
  let value = 0
  let shift = 0
  for (const byte of bytes) {
    value |= (byte & 0x7f) << shift
    shift += 7
    if (byte >= 0x80) continue
    numbers[at++] = value >>> 0
    value = 0
    shift = 0
  }
  return numbers
}

/** Converts lengths to offsets: the sum before each number, and the total at the end. */
export const offsetsOf = (lengths: Uint32Array): Uint32Array => {
  const offsets = new Uint32Array(lengths.length + 1)
  let sum = 0
  lengths.forEach((length, i) => {
    sum += length
    offsets[i + 1] = sum
  })
  return offsets
}

export const writeVarints = (numbers: Iterable<number>): Uint8Array => {
  const writer = new ByteWriter()
  for (const number of numbers) writer.varint(number)
  return writer.toBytes()
}
