import type { Buffer } from 'node:buffer'
import { type Refusal, refusal } from '../verdict.ts'
import { type NameTable, nameTable } from './name-book.ts'
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

type ScanResult = number | Refusal

const syntaxError = (at: number): Refusal => refusal('json_syntax', `invalid JSON at byte ${at}`)

const whitespaceEnd = (bytes: Buffer, start: number): number => {
  let at = start
  while (bytes[at] === SPACE || bytes[at] === LF || bytes[at] === CR || bytes[at] === TAB) at++
  return at
}

interface JsonScan {
  readonly bytes: Buffer
  readonly names: NameTable
}

/** Reads a name and its colon. Returns the offset of the value. */
const valueStart = ({ bytes, names }: JsonScan, at: number, object: number): ScanResult => {
  const end = stringEnd(bytes, at)
  if (end < 0) return syntaxError(at)
  if (!names.add(object, at + 1, end - 1))
    return refusal('json_duplicate_key', `the name at byte ${at} is duplicated in its object`)
  const colon = whitespaceEnd(bytes, end)
  return bytes[colon] === COLON ? whitespaceEnd(bytes, colon + 1) : syntaxError(colon)
}

const bracketEnd = (scan: JsonScan, start: number, depth: number): ScanResult => {
  const { bytes, names } = scan
  if (depth > MAX_DEPTH) return refusal('json_depth', `more than ${MAX_DEPTH} brackets are open at byte ${start}`)
  const object = bytes[start] === OPEN_OBJECT ? names.open() : undefined
  const close = object === undefined ? CLOSE_ARRAY : CLOSE_OBJECT
  let at = whitespaceEnd(bytes, start + 1)
  if (bytes[at] === close) return at + 1
  for (;;) {
    const value = object === undefined ? at : valueStart(scan, at, object)
    const end = typeof value === 'number' ? valueEnd(scan, value, depth) : value
    if (typeof end !== 'number') return end
    at = whitespaceEnd(bytes, end)
    if (bytes[at] === close) return at + 1
    if (bytes[at] !== COMMA) return syntaxError(at)
    at = whitespaceEnd(bytes, at + 1)
  }
}

const valueEnd = (scan: JsonScan, at: number, depth: number): ScanResult => {
  const { bytes } = scan
  if (bytes[at] === OPEN_OBJECT || bytes[at] === OPEN_ARRAY) return bracketEnd(scan, at, depth + 1)
  const end = scalarEnd(bytes, at)
  return end < 0 ? syntaxError(at) : end
}

/**
 * Checks JSON without building values: ten megabytes of brackets would become hundreds of megabytes of objects. Refuses
 * everything that `JSON.parse` refuses.
 * @param bytes valid UTF-8
 * @returns the first fault; undefined for one value that is an object or an array
 */
export const faultOfJson = (bytes: Buffer): Refusal | undefined => {
  const begin = whitespaceEnd(bytes, 0)
  const end = valueEnd({ bytes, names: nameTable(bytes) }, begin, 0)
  if (typeof end !== 'number') return end
  const afterValue = whitespaceEnd(bytes, end)
  if (afterValue < bytes.length) return syntaxError(afterValue)
  const isObjectOrArray = bytes[begin] === OPEN_OBJECT || bytes[begin] === OPEN_ARRAY
  return isObjectOrArray ? undefined : refusal('json_root', 'the root is neither an object nor an array')
}
