import type { Buffer } from 'node:buffer'
import { type Refusal, refusal } from '../verdict.ts'
import { type NameBook, nameBook } from './name-book.ts'
import { scalarEnd, stringEnd } from './scalars.ts'

/** Maximum depth of open brackets; one pair is depth 1. */
const MAX_DEPTH = 64

const codeOf = (character: string): number => character.charCodeAt(0)

const COLON = codeOf(':')
const COMMA = codeOf(',')
const OPEN_OBJECT = codeOf('{')
const CLOSE_OBJECT = codeOf('}')
const OPEN_ARRAY = codeOf('[')
const CLOSE_ARRAY = codeOf(']')
const TAB = 0x09
const LF = 0x0a
const CR = 0x0d
const SPACE = 0x20

type Step = number | Refusal

const noJson = (at: number): Refusal => refusal('json_syntax', `invalid JSON at byte ${at}`)

const blanksEnd = (bytes: Buffer, start: number): number => {
  let at = start
  while (bytes[at] === SPACE || bytes[at] === LF || bytes[at] === CR || bytes[at] === TAB) at++
  return at
}

interface JsonScan {
  readonly bytes: Buffer
  readonly names: NameBook
}

const nameEnd = ({ bytes, names }: JsonScan, at: number, object: number): Step => {
  const end = stringEnd(bytes, at)
  if (end < 0) return noJson(at)
  if (!names.add(object, at + 1, end - 1))
    return refusal('json_duplicate_key', `the name at byte ${at} is duplicated in its object`)
  const colon = blanksEnd(bytes, end)
  return bytes[colon] === COLON ? blanksEnd(bytes, colon + 1) : noJson(colon)
}

const bracketEnd = (reading: JsonScan, start: number, depth: number): Step => {
  const { bytes, names } = reading
  if (depth > MAX_DEPTH) return refusal('json_depth', `more than ${MAX_DEPTH} brackets are open at byte ${start}`)
  const object = bytes[start] === OPEN_OBJECT ? names.open() : undefined
  const close = object === undefined ? CLOSE_ARRAY : CLOSE_OBJECT
  let at = blanksEnd(bytes, start + 1)
  if (bytes[at] === close) return at + 1
  for (;;) {
    const value = object === undefined ? at : nameEnd(reading, at, object)
    const end = typeof value === 'number' ? valueEnd(reading, value, depth) : value
    if (typeof end !== 'number') return end
    at = blanksEnd(bytes, end)
    if (bytes[at] === close) return at + 1
    if (bytes[at] !== COMMA) return noJson(at)
    at = blanksEnd(bytes, at + 1)
  }
}

const valueEnd = (reading: JsonScan, at: number, depth: number): Step => {
  const { bytes } = reading
  if (bytes[at] === OPEN_OBJECT || bytes[at] === OPEN_ARRAY) return bracketEnd(reading, at, depth + 1)
  const end = scalarEnd(bytes, at)
  return end < 0 ? noJson(at) : end
}

/**
 * Checks JSON without building values: ten megabytes of brackets would become hundreds of megabytes of objects. Refuses
 * everything that `JSON.parse` refuses.
 * @param bytes valid UTF-8
 * @returns the first fault; undefined for one value that is an object or an array
 */
export const faultOfJson = (bytes: Buffer): Refusal | undefined => {
  const begin = blanksEnd(bytes, 0)
  const end = valueEnd({ bytes, names: nameBook(bytes) }, begin, 0)
  if (typeof end !== 'number') return end
  const rest = blanksEnd(bytes, end)
  if (rest < bytes.length) return noJson(rest)
  const isTree = bytes[begin] === OPEN_OBJECT || bytes[begin] === OPEN_ARRAY
  return isTree ? undefined : refusal('json_root', 'the root is neither an object nor an array')
}
