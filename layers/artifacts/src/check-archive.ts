import type { Buffer } from 'node:buffer'
import type { ArtifactType } from './media-types.ts'
import { type ArtifactVerdict, type ArtifactWarning, acceptance, type Refusal, refusal } from './verdict.ts'
import { METHOD_STORED, nameOf, type PlacedEntry } from './zip/entry.ts'
import { readArchive } from './zip/read-archive.ts'

const ODS = 'application/vnd.oasis.opendocument.spreadsheet'

/** Returns the text of an entry; undefined if it is missing or compressed. */
const storedText = (bytes: Buffer, entry: PlacedEntry | undefined): string | undefined =>
  entry?.method === METHOD_STORED ? bytes.toString('latin1', entry.dataStart, entry.dataStart + entry.size) : undefined

/** Parts with macros: VBA projects, and the macro sheets of Excel 4. */
const MACRO_PART = /(?:^|\/)vbaproject\.bin$|^xl\/macrosheets\//

const CONTENT_TYPES = '[content_types].xml'
const WORKBOOK = 'xl/workbook.xml'

/** A loop, because a regular expression takes quadratic time for dots that are not at the end. */
const withoutTrailingDots = (segment: string): string => {
  let end = segment.length
  while (end > 0 && (segment[end - 1] === '.' || segment[end - 1] === ' ')) end--
  return segment.slice(0, end)
}

/**
 * Returns the name of a part as its readers compare it: case-insensitive, with escapes decoded (ECMA-376, part 2), and
 * without the dots and spaces at the end of a segment, which Windows drops.
 */
const partNameOf = (entry: PlacedEntry): string =>
  nameOf(entry)
    .replaceAll(/%([0-9a-f]{2})/gi, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)))
    .toLowerCase()
    .split('/')
    .map(withoutTrailingDots)
    .join('/')

const xlsxRefusal = (bytes: Buffer, entries: readonly PlacedEntry[]): Refusal | undefined => {
  const parts = new Map(entries.map((entry) => [partNameOf(entry), entry]))
  const missing = [CONTENT_TYPES, WORKBOOK].find((name) => !parts.has(name))
  if (missing !== undefined) return refusal('xlsx_parts', `the workbook has no part ${missing}`)
  if (parts.size < entries.length) return refusal('xlsx_parts', 'two parts of the workbook have the same name')
  const declaresMacros = /macroEnabled|vbaProject/i.test(storedText(bytes, parts.get(CONTENT_TYPES)) ?? '')
  const hasMacros = declaresMacros || [...parts.keys()].some((name) => MACRO_PART.test(name))
  return hasMacros ? refusal('xlsx_macros', 'the workbook contains macros') : undefined
}

const odsRefusal = (bytes: Buffer, entries: readonly PlacedEntry[]): Refusal | undefined => {
  const mimetype = entries.find((entry) => nameOf(entry) === 'mimetype')
  if (!mimetype && !entries.some((entry) => nameOf(entry) === 'content.xml'))
    return refusal('ods_parts', 'the spreadsheet has no mimetype part and no content.xml')
  const declaredMimeType = storedText(bytes, mimetype) ?? ODS
  return declaredMimeType.trim() === ODS ? undefined : refusal('ods_parts', 'the mimetype part names another type')
}

const odsWarnings = (entries: readonly PlacedEntry[]): readonly ArtifactWarning[] =>
  entries.some((entry) => /^(?:Basic|Scripts)\//.test(nameOf(entry)))
    ? [{ rule: 'ods_macros', message: 'the spreadsheet contains macros' }]
    : []

/**
 * Checks a ZIP file or a ZIP-based spreadsheet. The contents of entries, such as nested archives or workbooks, are not
 * checked.
 */
export const checkArchive = (bytes: Buffer, type: ArtifactType): ArtifactVerdict => {
  const entries = readArchive(bytes)
  if ('ok' in entries) return entries
  if (type === ODS) return odsRefusal(bytes, entries) ?? acceptance(odsWarnings(entries))
  return (type === 'application/zip' ? undefined : xlsxRefusal(bytes, entries)) ?? acceptance()
}
