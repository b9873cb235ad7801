import { type Buffer, isUtf8 } from 'node:buffer'
import { formulaWarnings } from './csv-formulas.ts'
import type { ArtifactType } from './media-types.ts'
import { type ArtifactVerdict, acceptance, type Refusal, refusal } from './verdict.ts'

/** White space of Unicode, marks of direction and width, byte order marks: a browser or a person sees nothing there. */
const BLANKS = /^[\s\u00ad\u061c\u180e\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff]*/

/** A tag, a closing tag, a comment, a doctype or an instruction. `<3` and `< 5` are text. */
const TAG = /^<[A-Za-z/!?]/

/** Archives hold control characters, so they are looked for first. */
const ZIP_START = 'PK\u0003\u0004'

const startRefusal = (text: string): Refusal | undefined => {
  // What is not blank begins here; a copy of ten megabytes is not needed to look at five characters.
  const begin = BLANKS.exec(text)?.[0].length ?? 0
  const start = text.slice(begin, begin + 5)
  if (start.startsWith(ZIP_START)) return refusal('text_zip', 'the text begins as a ZIP archive')
  if (start === '%PDF-') return refusal('text_pdf', 'the text begins as a PDF')
  return TAG.test(start)
    ? refusal('text_markup', 'the text begins with a tag: HTML, SVG and XML are not text')
    : undefined
}

const TAB = 0x09
const LF = 0x0a
const CR = 0x0d
const SPACE = 0x20

/** The first control character other than TAB, LF and CR. */
const controlAt = (bytes: Buffer): number =>
  bytes.findIndex((byte) => byte < SPACE && byte !== TAB && byte !== LF && byte !== CR)

/**
 * Text, Markdown and CSV: strict UTF-8, no control characters, and no beginning that another program would take for its own format.
 * A byte order mark is allowed: spreadsheet programs write it. Cells of CSV that are formulas are warned of.
 */
export const checkText = (bytes: Buffer, type: ArtifactType): ArtifactVerdict => {
  // The sniffed beginnings of a binary file are a better answer than "no UTF-8".
  const early = startRefusal(bytes.toString('latin1', 0, 64))
  if (early) return early
  if (!isUtf8(bytes)) return refusal('utf8', 'the bytes are not UTF-8')
  const start = startRefusal(bytes.toString('utf8'))
  if (start) return start
  const control = controlAt(bytes)
  if (control >= 0) return refusal('text_control', `a control character is at byte ${control}`)
  return acceptance(type === 'text/csv' ? formulaWarnings(bytes) : [])
}
