import type { Buffer } from 'node:buffer'
import { type ArtifactVerdict, acceptance, refusal } from './verdict.ts'
import { endSignatures, reachesEnd } from './zip/end-record.ts'

/** Where readers look for the end of a PDF, in bytes from the last. */
const END_WINDOW = 1_024

/**
 * A PDF begins with `%PDF-` and ends with `%%EOF`, and is no archive as well. Readers allow other bytes before the header; a second
 * format hides there, so nothing may stand there. An archive that is attached in the middle is no fault. One whose end lies behind
 * the last `%%EOF` is, and one whose comment is the rest of the file.
 */
export const checkPdf = (bytes: Buffer): ArtifactVerdict => {
  if (bytes.toString('latin1', 0, 5) !== '%PDF-') return refusal('pdf_header', 'the first bytes are not %PDF-')
  const windowStart = Math.max(0, bytes.length - END_WINDOW)
  const inWindow = bytes.subarray(windowStart).lastIndexOf('%%EOF')
  if (inWindow < 0) return refusal('pdf_end', '%%EOF is not in the last 1,024 bytes')
  const end = windowStart + inWindow
  const archive = endSignatures(bytes).find((at) => at > end || reachesEnd(bytes, at))
  return archive === undefined ? acceptance() : refusal('pdf_archive', `the end of a ZIP archive is at byte ${archive}`)
}
