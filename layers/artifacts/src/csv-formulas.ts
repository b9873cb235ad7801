import type { Buffer } from 'node:buffer'
import type { ArtifactWarning } from './verdict.ts'

const codeOf = (character: string): number => character.charCodeAt(0)

const QUOTE = codeOf('"')
const LINE_ENDS = new Set(['\n', '\r'].map(codeOf))
/** Spreadsheet programs take these for separators, by the country of the user. */
const SEPARATORS = new Set([',', ';', '\t'].map(codeOf))
const FORMULA_STARTS = new Set(['=', '+', '-', '@'].map(codeOf))

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

/** A number with a sign begins like a formula: which of the two it is, is for whoever opens the file. */
const isFormulaStart = (bytes: Buffer, start: number): boolean =>
  FORMULA_STARTS.has(bytes[bytes[start] === QUOTE ? start + 1 : start] ?? 0)

const BOM_LENGTH = 3

/** One warning with the number of cells that a spreadsheet program may compute, and the byte of the first; none without any. */
export const formulaWarnings = (bytes: Buffer): readonly ArtifactWarning[] => {
  let count = 0
  let first = 0
  let start = bytes[0] === 0xef ? BOM_LENGTH : 0
  while (start < bytes.length) {
    const end = cellEnd(bytes, start)
    if (isFormulaStart(bytes, start)) {
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
      message: `${cells} with = + - or @, which spreadsheet programs may compute; the first is at byte ${first}`,
    },
  ]
}
