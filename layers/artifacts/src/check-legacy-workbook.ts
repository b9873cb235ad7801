import { Buffer } from 'node:buffer'
import { isCompoundFile, rootStreams } from './compound-file.ts'
import { type ArtifactVerdict, acceptance, refusal } from './verdict.ts'

/** Excel 97 to 2003, and Excel 5 and 95. */
const WORKBOOK_STREAMS = ['Workbook', 'Book']

/** A name of a directory entry: in UTF-16LE up to its NUL. */
const WRITTEN_NAMES = WORKBOOK_STREAMS.map((name) => Buffer.from(`${name}\u0000`, 'utf16le'))

/**
 * A workbook of Excel before 2007: a compound file with a stream `Workbook` or `Book`. A document with an embedded workbook has such
 * a stream too, so the root of the directory decides. Where the directory cannot be followed, neither Word nor Excel opens the file
 * without a repair; the name anywhere is enough then.
 */
export const checkLegacyWorkbook = (bytes: Buffer): ArtifactVerdict => {
  if (!isCompoundFile(bytes)) return refusal('xls_header', 'the first bytes are not those of a compound file')
  const names = rootStreams(bytes)
  const hasWorkbook = names
    ? names.some((name) => WORKBOOK_STREAMS.includes(name))
    : WRITTEN_NAMES.some((name) => bytes.includes(name))
  return hasWorkbook ? acceptance() : refusal('xls_workbook', 'the compound file has no stream Workbook or Book')
}
