import { Buffer } from 'node:buffer'
import { checkArchive } from './check-archive.ts'
import { checkJson } from './check-json.ts'
import { checkLegacyWorkbook } from './check-legacy-workbook.ts'
import { checkPdf } from './check-pdf.ts'
import { checkText } from './check-text.ts'
import type { ArtifactType } from './media-types.ts'
import { type ArtifactVerdict, refusal } from './verdict.ts'

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
