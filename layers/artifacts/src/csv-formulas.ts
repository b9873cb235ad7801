import type { Buffer } from 'node:buffer'
import type { ArtifactWarning } from './verdict.ts'

const codeOf = (character: string): number => character.charCodeAt(0)

const QUOTE = codeOf('"')
const LINE_ENDS = new Set(['\n', '\r'].map(codeOf))
/** Spreadsheet programs take these for separators, by the country of the user. */
const SEPARATORS = new Set([',', ';', '\t'].map(codeOf))
const FORMULA_STARTS = new Set(['=', '+', '-', '@'].map(codeOf))

/** `-12`, `+3.5`, `-1,234.50`, `-2e5`, `-7 %`: a number with a sign is no formula. A cell that is longer is none. */
const NUMBER = /^[+-]\d+(?:[.,']\d+)*(?:[eE][+-]?\d+)?\s?%?$/
const MAX_NUMBER_LENGTH = 40

const isFormula = (bytes: Buffer, start: number, end: number): boolean =>
  FORMULA_STARTS.has(bytes[start] ?? 0) &&
  (end - start > MAX_NUMBER_LENGTH || !NUMBER.test(bytes.toString('latin1', start, end)))

/** Where a cell's content begins and ends, and where the cell does. Doubled quotation marks stay in a cell. */
const cellAt = (bytes: Buffer, start: number): { begin: number; end: number; next: number } => {
  const isQuoted = bytes[start] === QUOTE
  let isOpen = isQuoted
  let next = isQuoted ? start + 1 : start
  for (; next < bytes.length; next++) {
    const byte = bytes[next] ?? 0
    if (isQuoted && byte === QUOTE) isOpen = !isOpen
    else if (!isOpen && (SEPARATORS.has(byte) || LINE_ENDS.has(byte))) break
  }
  const end = isQuoted && bytes[next - 1] === QUOTE ? next - 1 : next
  return isQuoted ? { begin: start + 1, end, next } : { begin: start, end, next }
}

const BOM_LENGTH = 3

/** One warning with the number of cells that a spreadsheet program would compute, and the byte of the first; none without any. */
export const formulaWarnings = (bytes: Buffer): readonly ArtifactWarning[] => {
  let [count, first] = [0, 0]
  let at = bytes[0] === 0xef ? BOM_LENGTH : 0
  while (at < bytes.length) {
    const { begin, end, next } = cellAt(bytes, at)
    if (isFormula(bytes, begin, end)) {
      if (count === 0) first = begin
      count++
    }
    at = next + 1
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
