import { Buffer, isUtf8 } from 'node:buffer'
import { checkArchive } from './check-archive.ts'
import { checkText } from './check-text.ts'
import { isCompoundFile, rootStreams } from './compound-file.ts'
import { faultOfJson } from './json/scan-json.ts'
import type { ArtifactType } from './media-types.ts'
import { type ArtifactVerdict, acceptance, refusal } from './verdict.ts'
import { endSignatures, reachesEnd } from './zip/end-record.ts'

/**
 * Checks JSON, JSON-LD and JSON Schema (RFC 8259): strict UTF-8 without a byte order mark, an object or an array, at
 * most 64 levels of brackets, and no duplicate name in an object, also not by escapes.
 */
const checkJson = (bytes: Buffer): ArtifactVerdict => {
  const hasMark = bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf
  if (hasMark) return refusal('json_bom', 'a byte order mark precedes the JSON')
  if (!isUtf8(bytes)) return refusal('utf8', 'the bytes are not UTF-8')
  return faultOfJson(bytes) ?? acceptance()
}

/** Excel 97 to 2003, and Excel 5 and 95. */
const WORKBOOK_STREAMS = ['Workbook', 'Book']

const UTF16_STREAM_NAMES = WORKBOOK_STREAMS.map((name) => Buffer.from(`${name}\u0000`, 'utf16le'))

/**
 * Checks a workbook of Excel before 2007: a compound file with a stream `Workbook` or `Book`. A document with an
 * embedded workbook has such a stream too, so only the root of the directory counts. If the directory is broken, the
 * stream name can occur anywhere in the file, because Excel can repair such a file.
 */
const checkLegacyWorkbook = (bytes: Buffer): ArtifactVerdict => {
  if (!isCompoundFile(bytes)) return refusal('xls_header', 'the first bytes are not those of a compound file')
  const names = rootStreams(bytes)
  const hasWorkbook = names
    ? names.some((name) => WORKBOOK_STREAMS.includes(name))
    : UTF16_STREAM_NAMES.some((name) => bytes.includes(name))
  return hasWorkbook ? acceptance() : refusal('xls_workbook', 'the compound file has no stream Workbook or Book')
}

/** Length of the range before the end of a PDF in which readers search for its end mark, in bytes. */
const END_WINDOW = 1_024

/**
 * Checks that a PDF begins with `%PDF-` and ends with `%%EOF`, and is not an archive too. Readers allow other bytes
 * before the header, which could hide a second format, so none are allowed. An archive attached in the middle is
 * allowed. An archive that ends after the last `%%EOF`, or whose comment is the rest of the file, is refused.
 */
const checkPdf = (bytes: Buffer): ArtifactVerdict => {
  if (bytes.toString('latin1', 0, 5) !== '%PDF-') return refusal('pdf_header', 'the first bytes are not %PDF-')
  const windowStart = Math.max(0, bytes.length - END_WINDOW)
  const offsetInWindow = bytes.subarray(windowStart).lastIndexOf('%%EOF')
  if (offsetInWindow < 0) return refusal('pdf_end', '%%EOF is not in the last 1,024 bytes')
  const end = windowStart + offsetInWindow
  const archive = endSignatures(bytes).find((at) => at > end || reachesEnd(bytes, at))
  return archive === undefined ? acceptance() : refusal('pdf_archive', `the end of a ZIP archive is at byte ${archive}`)
}

/** Maximum size of an artifact: 10 MiB (spec platform-api 4.6). */
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
 * Checks that bytes match their type, and returns the first rule that they break. The time is proportional to the size.
 * Never throws and decompresses nothing. `empty` is invalid input (400), `too_large` is 413, every other rule 415.
 */
export const checkArtifact = ({ bytes, type }: { bytes: Uint8Array; type: ArtifactType }): ArtifactVerdict => {
  if (bytes.length === 0) return refusal('empty', 'the body is empty')
  if (bytes.length > ARTIFACT_MAX_BYTES)
    return refusal('too_large', `the body has ${bytes.length} bytes; the limit is ${ARTIFACT_MAX_BYTES}`)
  return CHECKS[type](Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength), type)
}
