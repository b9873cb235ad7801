import { Buffer, isUtf8 } from 'node:buffer'
import { checkArchive } from './check-archive.ts'
import { checkText } from './check-text.ts'
import { isCompoundFile, rootStreams } from './compound-file.ts'
import { faultOfJson } from './json/scan-json.ts'
import type { ArtifactType } from './media-types.ts'
import { type ArtifactVerdict, acceptance, refusal } from './verdict.ts'
import { endSignatures, reachesEnd } from './zip/end-record.ts'

/**
 * JSON, JSON-LD and JSON Schema alike (RFC 8259): strict UTF-8 without byte order mark, an object or an array, at most 64 brackets
 * deep, and no name twice in an object, however it is written.
 */
const checkJson = (bytes: Buffer): ArtifactVerdict => {
  const hasMark = bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf
  if (hasMark) return refusal('json_bom', 'a byte order mark stands before the JSON')
  if (!isUtf8(bytes)) return refusal('utf8', 'the bytes are not UTF-8')
  return faultOfJson(bytes) ?? acceptance()
}

/** Excel 97 to 2003, and Excel 5 and 95. */
const WORKBOOK_STREAMS = ['Workbook', 'Book']

const WRITTEN_NAMES = WORKBOOK_STREAMS.map((name) => Buffer.from(`${name}\u0000`, 'utf16le'))

/**
 * A workbook of Excel before 2007: a compound file with a stream `Workbook` or `Book`. A document with an embedded workbook has such
 * a stream too, so the root of the directory decides. Where the directory cannot be followed, neither Word nor Excel opens the file
 * without a repair; the name anywhere is enough then.
 */
const checkLegacyWorkbook = (bytes: Buffer): ArtifactVerdict => {
  if (!isCompoundFile(bytes)) return refusal('xls_header', 'the first bytes are not those of a compound file')
  const names = rootStreams(bytes)
  const hasWorkbook = names
    ? names.some((name) => WORKBOOK_STREAMS.includes(name))
    : WRITTEN_NAMES.some((name) => bytes.includes(name))
  return hasWorkbook ? acceptance() : refusal('xls_workbook', 'the compound file has no stream Workbook or Book')
}

/** Where readers look for the end of a PDF, in bytes from the last. */
const END_WINDOW = 1_024

/**
 * A PDF begins with `%PDF-` and ends with `%%EOF`, and is no archive as well. Readers allow other bytes before the header; a second
 * format hides there, so nothing may stand there. An archive that is attached in the middle is no fault. One whose end lies behind
 * the last `%%EOF` is, and one whose comment is the rest of the file.
 */
const checkPdf = (bytes: Buffer): ArtifactVerdict => {
  if (bytes.toString('latin1', 0, 5) !== '%PDF-') return refusal('pdf_header', 'the first bytes are not %PDF-')
  const windowStart = Math.max(0, bytes.length - END_WINDOW)
  const inWindow = bytes.subarray(windowStart).lastIndexOf('%%EOF')
  if (inWindow < 0) return refusal('pdf_end', '%%EOF is not in the last 1,024 bytes')
  const end = windowStart + inWindow
  const archive = endSignatures(bytes).find((at) => at > end || reachesEnd(bytes, at))
  return archive === undefined ? acceptance() : refusal('pdf_archive', `the end of a ZIP archive is at byte ${archive}`)
}

/** Bytes of an artifact at most: 10 MiB (platform API, section 4.6). */
export const ARTIFACT_MAX_BYTES = 10 * 1024 * 1024

const CHECKS: Readonly<Record<ArtifactType, (bytes: Buffer, type: ArtifactType) => ArtifactVerdict>> = {
  'application/pdf': checkPdf,
  'application/json': checkJson,
  'application/ld+json': checkJson,
  'application/schema+json': checkJson,
  'text/plain': checkText,
  'text/markdown': checkText,
  'text/csv': checkText,
  'application/zip': checkArchive,
  'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet': checkArchive,
  'application/vnd.oasis.opendocument.spreadsheet': checkArchive,
  'application/vnd.ms-excel': checkLegacyWorkbook,
}

/**
 * Whether bytes are what their type says, by the first rule that they break. It takes time in proportion to the bytes, throws for no
 * input, and decompresses nothing. `empty` is invalid input (400), `too_large` is 413, every other rule 415.
 */
export const checkArtifact = ({ bytes, type }: { bytes: Uint8Array; type: ArtifactType }): ArtifactVerdict => {
  if (bytes.length === 0) return refusal('empty', 'there are no bytes')
  if (bytes.length > ARTIFACT_MAX_BYTES)
    return refusal('too_large', `${bytes.length} bytes, more than ${ARTIFACT_MAX_BYTES}`)
  return CHECKS[type](Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength), type)
}
