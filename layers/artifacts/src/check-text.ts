import { type Buffer, isUtf8 } from 'node:buffer'
import type { ArtifactType } from './media-types.ts'
import { type ArtifactVerdict, type ArtifactWarning, acceptance, type Refusal, refusal } from './verdict.ts'

const codeOf = (character: string): number => character.charCodeAt(0)

const QUOTE = codeOf('"')
const LINE_ENDS = new Set(['\n', '\r'].map(codeOf))
/** Separators of spreadsheet programs, which depend on the user's locale. */
const SEPARATORS = new Set([',', ';', '\t'].map(codeOf))
const FORMULA_STARTS = new Set(['=', '+', '-', '@'].map(codeOf))

/**
 * Returns the offset after a cell: its separator, the end of its line or the end of the file. Within quotation marks,
 * separators and line ends are content.
 */
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

/** A number with a sign begins like a formula; only the reader can decide which it is. */
const isFormulaStart = (bytes: Buffer, start: number): boolean =>
  FORMULA_STARTS.has(bytes[bytes[start] === QUOTE ? start + 1 : start] ?? 0)

const BOM_LENGTH = 3

const formulaWarnings = (bytes: Buffer): readonly ArtifactWarning[] => {
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

/** Unicode white space, direction and width marks, and byte order marks, which neither browsers nor people see. */
const INVISIBLE_START = /^[\s\u00ad\u061c\u180e\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff]*/

/** A tag, a closing tag, a comment, a doctype or an instruction. `<3` and `< 5` are text. */
const MARKUP_START = /^<[A-Za-z/!?]/

/** Checked before control characters, which archives contain, too: the error is clearer. */
const ZIP_START = 'PK\u0003\u0004'

const formatRefusal = (text: string): Refusal | undefined => {
  // Start of the visible text. Avoids a copy of ten megabytes to check five characters.
  const begin = INVISIBLE_START.exec(text)?.[0].length ?? 0
  const start = text.slice(begin, begin + 5)
  if (start.startsWith(ZIP_START)) return refusal('text_zip', 'the text begins like a ZIP archive')
  if (start === '%PDF-') return refusal('text_pdf', 'the text begins like a PDF')
  return MARKUP_START.test(start)
    ? refusal('text_markup', 'the text begins with a tag: HTML, SVG and XML are not accepted as text')
    : undefined
}

const TAB = 0x09
const LF = 0x0a
const CR = 0x0d
const SPACE = 0x20

const controlAt = (bytes: Buffer): number =>
  bytes.findIndex((byte) => byte < SPACE && byte !== TAB && byte !== LF && byte !== CR)

/**
 * Checks text, Markdown and CSV: strict UTF-8, no control characters, and no beginning that another program would take
 * for its own format. A byte order mark is allowed, because spreadsheet programs write it. CSV cells that are formulas
 * cause a warning.
 */
export const checkText = (bytes: Buffer, type: ArtifactType): ArtifactVerdict => {
  // The first bytes of a binary format give a better error than "not UTF-8".
  const rawStartRefusal = formatRefusal(bytes.toString('latin1', 0, 64))
  if (rawStartRefusal) return rawStartRefusal
  if (!isUtf8(bytes)) return refusal('utf8', 'the bytes are not UTF-8')
  const textStartRefusal = formatRefusal(bytes.toString('utf8'))
  if (textStartRefusal) return textStartRefusal
  const control = controlAt(bytes)
  if (control >= 0) return refusal('text_control', `a control character is at byte ${control}`)
  return acceptance(type === 'text/csv' ? formulaWarnings(bytes) : [])
}
