import type { Buffer } from 'node:buffer'
import type { ArtifactType } from './media-types.ts'
import { type ArtifactVerdict, type ArtifactWarning, acceptance, type Refusal, refusal } from './verdict.ts'
import { nameOf, type PlacedEntry, STORED } from './zip/entry.ts'
import { readArchive } from './zip/read-archive.ts'

const ODS = 'application/vnd.oasis.opendocument.spreadsheet'

/** The bytes of an entry that is stored as it is; undefined if it is compressed or absent. */
const storedText = (bytes: Buffer, entry: PlacedEntry | undefined): string | undefined =>
  entry?.method === STORED ? bytes.toString('latin1', entry.dataStart, entry.dataStart + entry.size) : undefined

/** Names of parts are compared without case (ECMA-376, part 2). Old macros are sheets of their own. */
const MACRO_PART = /(?:^|\/)vbaProject\.bin$|^xl\/macrosheets\//i

const CONTENT_TYPES = '[Content_Types].xml'

const xlsxRefusal = (bytes: Buffer, entries: readonly PlacedEntry[]): Refusal | undefined => {
  const find = (name: string) => entries.find((entry) => nameOf(entry) === name)
  const missing = [CONTENT_TYPES, 'xl/workbook.xml'].find((name) => !find(name))
  if (missing !== undefined) return refusal('xlsx_parts', `the workbook has no part ${missing}`)
  const saysMacros = /macroEnabled|vbaProject/i.test(storedText(bytes, find(CONTENT_TYPES)) ?? '')
  const hasMacros = saysMacros || entries.some((entry) => MACRO_PART.test(nameOf(entry)))
  return hasMacros ? refusal('xlsx_macros', 'the workbook holds macros') : undefined
}

const odsRefusal = (bytes: Buffer, entries: readonly PlacedEntry[]): Refusal | undefined => {
  const mimetype = entries.find((entry) => nameOf(entry) === 'mimetype')
  if (!mimetype && !entries.some((entry) => nameOf(entry) === 'content.xml'))
    return refusal('ods_parts', 'the spreadsheet has neither a part mimetype nor content.xml')
  const said = storedText(bytes, mimetype) ?? ODS
  return said.trim() === ODS ? undefined : refusal('ods_parts', 'its part mimetype names another type')
}

const odsWarnings = (entries: readonly PlacedEntry[]): readonly ArtifactWarning[] =>
  entries.some((entry) => /^(?:Basic|Scripts)\//.test(nameOf(entry)))
    ? [{ rule: 'ods_macros', message: 'the spreadsheet holds macros' }]
    : []

/** A ZIP, or a spreadsheet that is one. What an entry of a ZIP holds is not looked at: not an archive in it, not a workbook. */
export const checkArchive = (bytes: Buffer, type: ArtifactType): ArtifactVerdict => {
  const entries = readArchive(bytes)
  if ('ok' in entries) return entries
  if (type === ODS) return odsRefusal(bytes, entries) ?? acceptance(odsWarnings(entries))
  return (type === 'application/zip' ? undefined : xlsxRefusal(bytes, entries)) ?? acceptance()
}
