// MurmurHash3 x86-32 by Austin Appleby (public domain), over UTF-8. The constants are those of the algorithm.

const C1 = 0xcc9e2d51
const C2 = 0x1b873593

const scramble = (k: number): number => {
  const mixed = Math.imul(k, C1)
  return Math.imul((mixed << 15) | (mixed >>> 17), C2)
}

const mix = (h: number, k: number): number => {
  const mixed = h ^ scramble(k)
  return (Math.imul((mixed << 13) | (mixed >>> 19), 5) + 0xe6546b64) | 0
}

const finish = (h: number, length: number): number => {
  let last = h ^ length
  last = Math.imul(last ^ (last >>> 16), 0x85ebca6b)
  last = Math.imul(last ^ (last >>> 13), 0xc2b2ae35)
  return last ^ (last >>> 16)
}

/** The hash state after a prefix. Full words are in `h`; the last 0 to 3 bytes are in `tail`. */
interface State {
  h: number
  tail: number
  length: number
}

const addByte = (state: State, byte: number): void => {
  const byteIndex = state.length & 3
  state.tail |= byte << (8 * byteIndex)
  state.length += 1
  if (byteIndex === 3) {
    state.h = mix(state.h, state.tail)
    state.tail = 0
  }
}

/** Adds the UTF-8 of one code point. Lone surrogates become U+FFFD, as in TextEncoder. */
const addCodePoint = (state: State, codePoint: number): void => {
  const cp = codePoint >= 0xd800 && codePoint <= 0xdfff ? 0xfffd : codePoint
  if (cp < 0x80) {
    addByte(state, cp)
    return
  }
  if (cp < 0x800) addByte(state, 0xc0 | (cp >> 6))
  else {
    if (cp < 0x10000) addByte(state, 0xe0 | (cp >> 12))
    else {
      addByte(state, 0xf0 | (cp >> 18))
      addByte(state, 0x80 | ((cp >> 12) & 0x3f))
    }
    addByte(state, 0x80 | ((cp >> 6) & 0x3f))
  }
  addByte(state, 0x80 | (cp & 0x3f))
}

const addText = (state: State, text: string): void => {
  for (let i = 0; i < text.length; i += 1) {
    const cp = text.codePointAt(i) ?? 0
    if (cp > 0xffff) i += 1
    addCodePoint(state, cp)
  }
}

/** Returns a signed 32-bit number, which JavaScript engines keep unboxed. */
const result = ({ h, tail, length }: State): number => finish((length & 3) === 0 ? h : h ^ scramble(tail), length)

/** The precomputed hash state of a prefix, from which ids are hashed. */
export interface HashPrefix {
  readonly h: number
  readonly tail: number
  readonly length: number
}

export const hashPrefix = (prefix: string, seed = 0): HashPrefix => {
  const state: State = { h: seed | 0, tail: 0, length: 0 }
  addText(state, prefix)
  return state
}

const slowHash = ({ h, tail, length }: HashPrefix, id: string): number => {
  const state: State = { h, tail, length }
  addText(state, id)
  return result(state)
}

/**
 * Returns the hash of prefix and id together as a signed 32-bit number. ASCII ids are read four characters at a time,
 * without allocation.
 */
export const hashAfter = (prefix: HashPrefix, id: string): number => {
  const shift = 8 * (prefix.length & 3)
  const size = id.length
  let h = prefix.h
  let tail = prefix.tail
  let i = 0
  let bitsOfAll = 0
  for (; i + 4 <= size; i += 4) {
    const a = id.charCodeAt(i)
    const b = id.charCodeAt(i + 1)
    const c = id.charCodeAt(i + 2)
    const d = id.charCodeAt(i + 3)
    bitsOfAll |= a | b | c | d
    const word = a | (b << 8) | (c << 16) | (d << 24)
    h = mix(h, tail | (word << shift))
    // A shift by 32 would have no effect.
    tail = shift === 0 ? 0 : word >>> (32 - shift)
  }
  let bitOffset = shift
  for (; i < size; i += 1) {
    const a = id.charCodeAt(i)
    bitsOfAll |= a
    tail |= a << bitOffset
    bitOffset += 8
    if (bitOffset === 32) {
      h = mix(h, tail)
      tail = 0
      bitOffset = 0
    }
  }
  if (bitsOfAll > 0x7f) return slowHash(prefix, id)
  return finish(bitOffset === 0 ? h : h ^ scramble(tail), prefix.length + size)
}

/** Returns a function that maps an id to the unsigned 32-bit hash of prefix and id. */
export const murmur3After = (prefix: string, seed = 0): ((id: string) => number) => {
  const start = hashPrefix(prefix, seed)
  return (id) => hashAfter(start, id) >>> 0
}

/** Returns the unsigned 32-bit hash of a text. */
export const murmur3 = (text: string, seed = 0): number => {
  const state: State = { h: seed | 0, tail: 0, length: 0 }
  addText(state, text)
  return result(state) >>> 0
}
