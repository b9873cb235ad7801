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
import { latinText } from './latin-text.ts'
import { PAGES_MAX, PDF_MAX_BYTES } from './limits.ts'
import { areObjectsBounded } from './object-streams.ts'

/** Why a PDF stays as it is. `signed`: a stamp would break the signature. */
export type NotStamped = 'signed' | 'encrypted' | 'too_large' | 'too_many_pages' | 'unreadable'

export type Stamped =
  | { readonly isStamped: true; readonly bytes: Uint8Array; readonly pages: number }
  | { readonly isStamped: false; readonly why: NotStamped }

const [SIZE, SIZE_MIN, MARGIN, LEADING] = [7, 3, 12, 1.35]
const INK = rgb(0.25, 0.25, 0.25)
const PAPER = rgb(1, 1, 1)

/** Where the text begins on a page as it is shown, and the angle at which it reads from left to right there. */
const originOf = (page: PDFPage): { x: number; y: number; width: number; angle: number } => {
  const { x, y, width, height } = page.getCropBox()
  const angle = ((page.getRotation().angle % 360) + 360) % 360
  if (angle === 90) return { x: x + width - MARGIN, y: y + MARGIN, width: height, angle }
  if (angle === 180) return { x: x + width - MARGIN, y: y + height - MARGIN, width, angle }
  if (angle === 270) return { x: x + MARGIN, y: y + height - MARGIN, width: height, angle }
  return { x: x + MARGIN, y: y + MARGIN, width, angle: 0 }
}

/** The size at which all lines fit, down to where nobody can read them: then they end in dots. */
const fitted = (lines: readonly string[], font: PDFFont, room: number) => {
  const widest = Math.max(...lines.map((line) => font.widthOfTextAtSize(line, 1)))
  const size = Math.max(SIZE_MIN, Math.min(SIZE, room / widest))
  const cut = (line: string): string => {
    let text = line
    while (text.length > 1 && font.widthOfTextAtSize(text, size) > room) text = `${text.slice(0, -2)}…`
    return text
  }
  const shown = lines.map(cut)
  return { size, lines: shown, wide: Math.max(...shown.map((line) => font.widthOfTextAtSize(line, size))) }
}

type Fit = ReturnType<typeof fitted>

/** Pages of one document have few widths: each is measured once. */
const fitting = (lines: readonly string[], font: PDFFont): ((width: number) => Fit) => {
  const byWidth = new Map<number, Fit>()
  return (width) => {
    const fit = byWidth.get(width) ?? fitted(lines, font, Math.max(width - 2 * MARGIN, MARGIN))
    byWidth.set(width, fit)
    return fit
  }
}

const stampPage = (page: PDFPage, font: PDFFont, fitIn: (width: number) => Fit): void => {
  const { x, y, width, angle } = originOf(page)
  const { size, lines, wide } = fitIn(width)
  const [along, up] = [(angle * Math.PI) / 180, ((angle + 90) * Math.PI) / 180]
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
  if (!areObjectsBounded(pdf)) return 'unreadable'
  const parseSpeed = ParseSpeeds.Fastest
  const options = { parseSpeed, updateMetadata: false, throwOnInvalidObject: true, ignoreEncryption: true }
  const document = await PDFDocument.load(pdf, options)
  if (document.isEncrypted) return 'encrypted'
  if (holdsSignature(document)) return 'signed'
  return document.getPageCount() > PAGES_MAX ? 'too_many_pages' : document
}

/**
 * Writes lines at the foot of every page, as it is shown, in Helvetica, which every reader of PDF has. Characters that it lacks become
 * Latin letters (`latinText`). A PDF with a signature, one that is encrypted and one that cannot be read stay as they are; whoever
 * calls says so. It never throws for what the bytes are.
 *
 * @param lines what every page says; one line each
 */
export const stampPdf = async (pdf: Uint8Array, lines: readonly string[]): Promise<Stamped> => {
  try {
    const document = await read(pdf)
    if (typeof document === 'string') return { isStamped: false, why: document }
    const font = await document.embedFont(StandardFonts.Helvetica)
    const written = lines.map((line) => latinText(line).text)
    const [pages, fitIn] = [document.getPages(), fitting(written, font)]
    for (const page of pages) stampPage(page, font, fitIn)
    const bytes = await document.save({ updateFieldAppearances: false, objectsPerTick: Number.POSITIVE_INFINITY })
    return { isStamped: true, bytes, pages: pages.length }
  } catch {
    // A library that reads what anybody uploads throws whatever it likes.
    return { isStamped: false, why: 'unreadable' }
  }
}
