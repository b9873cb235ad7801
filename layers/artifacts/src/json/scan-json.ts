import type { Buffer } from 'node:buffer'
import { type Refusal, refusal } from '../verdict.ts'
import { scalarEnd, stringEnd } from './scalars.ts'

/** Brackets that may be open at once; one pair is depth 1. */
const MAX_DEPTH = 64

const codeOf = (character: string): number => character.charCodeAt(0)

const [COLON, COMMA, BACKSLASH] = [codeOf(':'), codeOf(','), codeOf('\\')]
const [OPEN_OBJECT, CLOSE_OBJECT, OPEN_ARRAY, CLOSE_ARRAY] = [codeOf('{'), codeOf('}'), codeOf('['), codeOf(']')]
const [TAB, LF, CR, SPACE] = [0x09, 0x0a, 0x0d, 0x20]

/** The byte behind what was read, or what is wrong with it. */
type Step = number | Refusal

const noJson = (at: number): Refusal => refusal('json_syntax', `no JSON from byte ${at} on`)

const blanksEnd = (bytes: Buffer, start: number): number => {
  let at = start
  while (bytes[at] === SPACE || bytes[at] === LF || bytes[at] === CR || bytes[at] === TAB) at++
  return at
}

/**
 * A name as its reader sees it, behind a quotation mark: strings that are numbers have hashes that a sender can choose, and a
 * set of them would take quadratic time.
 */
const nameOf = (bytes: Buffer, start: number, end: number): string => {
  const written = bytes.toString('utf8', start, end - 1)
  return bytes.subarray(start, end).includes(BACKSLASH) ? `"${JSON.parse(`${written}"`)}` : written
}

/** A member's name and its colon. */
const nameEnd = (bytes: Buffer, at: number, names: Set<string>): Step => {
  const end = stringEnd(bytes, at)
  if (end < 0) return noJson(at)
  const name = nameOf(bytes, at, end)
  if (names.has(name)) return refusal('json_duplicate_key', `the name at byte ${at} stands twice in its object`)
  names.add(name)
  const colon = blanksEnd(bytes, end)
  return bytes[colon] === COLON ? blanksEnd(bytes, colon + 1) : noJson(colon)
}

/** Members of an object, or values of an array, up to their closing bracket. */
const bracketEnd = (bytes: Buffer, start: number, depth: number): Step => {
  if (depth > MAX_DEPTH) return refusal('json_depth', `more than ${MAX_DEPTH} brackets are open at byte ${start}`)
  const names = bytes[start] === OPEN_OBJECT ? new Set<string>() : undefined
  const close = names ? CLOSE_OBJECT : CLOSE_ARRAY
  let at = blanksEnd(bytes, start + 1)
  if (bytes[at] === close) return at + 1
  for (;;) {
    const value = names ? nameEnd(bytes, at, names) : at
    const end = typeof value === 'number' ? valueEnd(bytes, value, depth) : value
    if (typeof end !== 'number') return end
    at = blanksEnd(bytes, end)
    if (bytes[at] === close) return at + 1
    if (bytes[at] !== COMMA) return noJson(at)
    at = blanksEnd(bytes, at + 1)
  }
}

const valueEnd = (bytes: Buffer, at: number, depth: number): Step => {
  if (bytes[at] === OPEN_OBJECT || bytes[at] === OPEN_ARRAY) return bracketEnd(bytes, at, depth + 1)
  const end = scalarEnd(bytes, at)
  return end < 0 ? noJson(at) : end
}

/**
 * Reads JSON without building it: ten megabytes of brackets would be hundreds of megabytes of objects. Every name of the objects
 * that are open is kept. What `JSON.parse` refuses, this refuses too.
 * @param bytes UTF-8, which the caller has checked
 * @returns the first fault; undefined for one value that is an object or an array
 */
export const faultOfJson = (bytes: Buffer): Refusal | undefined => {
  const begin = blanksEnd(bytes, 0)
  const end = valueEnd(bytes, begin, 0)
  if (typeof end !== 'number') return end
  const rest = blanksEnd(bytes, end)
  if (rest < bytes.length) return noJson(rest)
  const isTree = bytes[begin] === OPEN_OBJECT || bytes[begin] === OPEN_ARRAY
  return isTree ? undefined : refusal('json_root', 'the root is neither an object nor an array')
}
