import { Buffer } from 'node:buffer'
import {
  degrees,
  ParseSpeeds,
  PDFDict,
  PDFDocument,
  type PDFFont,
  PDFName,
  type PDFPage,
  rgb,
  StandardFonts,
} from '@cantoo/pdf-lib'
import { boundLibrary } from './bounded-library.ts'
import { cappedLine, type FittedLines, fittingLines } from './fitted-lines.ts'
import { latinText } from './latin-text.ts'
import { PDF_MAX_BYTES } from './limits.ts'
import { shownArea } from './page-area.ts'
import { pagesFault } from './page-tree.ts'
import { pageSeals } from './sealed-pages.ts'
import type { NotStamped, PdfStampResult } from './stamp-result.ts'

const MARGIN = 12
const LEADING = 1.35
const INK = rgb(0.25, 0.25, 0.25)
const PAPER = rgb(1, 1, 1)

/** Where the text begins on a page as it is shown, and the angle at which it reads from left to right there. */
const originOf = (page: PDFPage): { x: number; y: number; width: number; angle: number } => {
  const { left, bottom, right, top } = shownArea(page)
  const wide = right - left
  const high = top - bottom
  const angle = ((page.getRotation().angle % 360) + 360) % 360
  if (angle === 90) return { x: right - MARGIN, y: bottom + MARGIN, width: high, angle }
  if (angle === 180) return { x: right - MARGIN, y: top - MARGIN, width: wide, angle }
  if (angle === 270) return { x: left + MARGIN, y: top - MARGIN, width: high, angle }
  return { x: left + MARGIN, y: bottom + MARGIN, width: wide, angle: 0 }
}

const stampPage = (page: PDFPage, font: PDFFont, fitIn: (room: number) => FittedLines): void => {
  const { x, y, width, angle } = originOf(page)
  const { size, lines, wide } = fitIn(Math.max(width - 2 * MARGIN, MARGIN))
  const along = (angle * Math.PI) / 180
  const up = ((angle + 90) * Math.PI) / 180
  const at = (right: number, above: number) => ({
    x: x + right * Math.cos(along) + above * Math.cos(up),
    y: y + right * Math.sin(along) + above * Math.sin(up),
  })
  const ground = { width: wide + 4, height: lines.length * size * LEADING + 2 }
  // Behind it the page stays visible, and on dark pages the text does.
  page.drawRectangle({ ...at(-2, -3), ...ground, color: PAPER, opacity: 0.75, rotate: degrees(angle) })
  lines.forEach((line, nth) => {
    const above = (lines.length - 1 - nth) * size * LEADING
    page.drawText(line, { ...at(0, above), size, font, color: INK, rotate: degrees(angle) })
  })
}

const holdsSignature = (pdf: PDFDocument): boolean =>
  pdf.context.enumerateIndirectObjects().some(([, object]) => {
    if (!(object instanceof PDFDict)) return false
    const isSig = (key: string) => object.get(PDFName.of(key))?.toString() === '/Sig'
    return isSig('FT') || isSig('Type') || object.has(PDFName.of('ByteRange'))
  })

/** What can be seen without reading it. The first bytes of a signature are never in a stream (ISO 32000-1, 12.8.1). */
const visibly = (pdf: Uint8Array): NotStamped | undefined => {
  if (pdf.length > PDF_MAX_BYTES) return 'too_large'
  const text = Buffer.from(pdf.buffer, pdf.byteOffset, pdf.byteLength).toString('latin1')
  if (/\/ByteRange\b|\/Sig(?![A-Za-z0-9])/.test(text)) return 'signed'
  return /\/Encrypt\b/.test(text) ? 'encrypted' : undefined
}

const read = async (pdf: Uint8Array): Promise<PDFDocument | NotStamped> => {
  const seen = visibly(pdf)
  if (seen) return seen
  boundLibrary()
  const parseSpeed = ParseSpeeds.Fastest
  const options = { parseSpeed, updateMetadata: false, throwOnInvalidObject: true, ignoreEncryption: true }
  const document = await PDFDocument.load(pdf, options)
  if (document.isEncrypted) return 'encrypted'
  if (holdsSignature(document)) return 'signed'
  return pagesFault(document) ?? document
}

/**
 * Writes lines at the foot of every page, as it is shown, in Helvetica, which every reader of PDF has. Characters that it lacks become
 * Latin letters (`latinText`). A PDF with a signature, one that is encrypted and one that cannot be read stay as they are; whoever
 * calls says so. It never throws for what the bytes are. How long it takes, and how much memory, is up to the bytes: `stampInThread`
 * is for those of strangers.
 *
 * @param lines what every page says; one line each
 */
export const stampPdf = async (pdf: Uint8Array, lines: readonly string[]): Promise<PdfStampResult> => {
  try {
    const document = await read(pdf)
    if (typeof document === 'string') return { isStamped: false, why: document }
    const font = await document.embedFont(StandardFonts.Helvetica)
    const written = lines.map((line) => cappedLine(latinText(line).text))
    const pages = document.getPages()
    const fitIn = fittingLines(written, font)
    const seal = pageSeals()
    for (const page of pages) {
      seal(page)
      stampPage(page, font, fitIn)
    }
    const bytes = await document.save({
      updateFieldAppearances: false,
      objectsPerTick: Number.POSITIVE_INFINITY,
      useObjectStreams: false,
    })
    return { isStamped: true, bytes, pages: pages.length }
  } catch {
    // A library that reads what anybody uploads throws whatever it likes.
    return { isStamped: false, why: 'unreadable' }
  }
}
