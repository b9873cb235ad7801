import type { Buffer } from 'node:buffer'
import type { ArtifactWarning } from './verdict.ts'

const codeOf = (character: string): number => character.charCodeAt(0)

const [QUOTE, ZERO, NINE] = [codeOf('"'), codeOf('0'), codeOf('9')]
const LINE_ENDS = new Set(['\n', '\r'].map(codeOf))
/** Spreadsheet programs take these for separators, by the country of the user. */
const SEPARATORS = new Set([',', ';', '\t'].map(codeOf))
const SIGNS = new Set(['+', '-'].map(codeOf))
const FORMULA_STARTS = new Set(['=', '+', '-', '@'].map(codeOf))

/** `-12`, `+3.5`, `-1,234.50`, `-2e5`, `-7 %`: a number with a sign is no formula. A cell that is longer is none. */
const NUMBER = /^[+-]\d+(?:[.,']\d+)*(?:[eE][+-]?\d+)?\s?%?$/
const MAX_NUMBER_LENGTH = 40

const isDigit = (byte: number): boolean => byte >= ZERO && byte <= NINE

/** A million cells of digits need no million strings. */
const isNumber = (bytes: Buffer, start: number, end: number): boolean => {
  if (!SIGNS.has(bytes[start] ?? 0)) return false
  let at = start + 1
  while (at < end && isDigit(bytes[at] ?? 0)) at++
  if (at === end) return end > start + 1
  return end - start <= MAX_NUMBER_LENGTH && NUMBER.test(bytes.toString('latin1', start, end))
}

/** The byte behind a cell: its separator, the end of its line or of the file. In quotation marks both are content. */
const cellEnd = (bytes: Buffer, start: number): number => {
  const isQuoted = bytes[start] === QUOTE
  let isOpen = isQuoted
  let at = isQuoted ? start + 1 : start
  for (; at < bytes.length; at++) {
    const byte = bytes[at] ?? 0
    if (isQuoted && byte === QUOTE) isOpen = !isOpen
    else if (!isOpen && (SEPARATORS.has(byte) || LINE_ENDS.has(byte))) break
  }
  return at
}

const isFormula = (bytes: Buffer, start: number, end: number): boolean => {
  const isQuoted = bytes[start] === QUOTE
  const begin = isQuoted ? start + 1 : start
  const contentEnd = isQuoted && bytes[end - 1] === QUOTE ? end - 1 : end
  return FORMULA_STARTS.has(bytes[begin] ?? 0) && !isNumber(bytes, begin, contentEnd)
}

const BOM_LENGTH = 3

/** One warning with the number of cells that a spreadsheet program would compute, and the byte of the first; none without any. */
export const formulaWarnings = (bytes: Buffer): readonly ArtifactWarning[] => {
  let [count, first] = [0, 0]
  let start = bytes[0] === 0xef ? BOM_LENGTH : 0
  while (start < bytes.length) {
    const end = cellEnd(bytes, start)
    if (isFormula(bytes, start, end)) {
      if (count === 0) first = start
      count++
    }
    start = end + 1
  }
  if (count === 0) return []
  const cells = count === 1 ? '1 cell begins' : `${count} cells begin`
  return [
    {
      rule: 'csv_formula',
      message: `${cells} with = + - or @, which spreadsheet programs compute; the first is at byte ${first}`,
    },
  ]
}
