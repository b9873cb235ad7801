import { Buffer } from 'node:buffer'
import {
  degrees,
  ParseSpeeds,
  PDFArray,
  PDFDict,
  PDFDocument,
  type PDFFont,
  PDFName,
  PDFNumber,
  type PDFObject,
  type PDFPage,
  PDFPageLeaf,
  PDFPageTree,
  rgb,
  StandardFonts,
} from '@cantoo/pdf-lib'
import { boundLibrary } from './bounded-library.ts'
import { cappedLine, type FittedLines, fittingLines } from './fitted-lines.ts'
import { latinText } from './latin-text.ts'
import { PAGES_MAX, PDF_MAX_BYTES } from './limits.ts'
import { pageSeals } from './sealed-pages.ts'
import type { PdfStampResult, StampRejection } from './stamp-result.ts'

export interface Area {
  readonly left: number
  readonly bottom: number
  readonly right: number
  readonly top: number
}

const areaOf = (box: PDFArray): Area => {
  const [x1 = 0, y1 = 0, x2 = 0, y2 = 0] = [0, 1, 2, 3].map((nth) => box.lookup(nth, PDFNumber).asNumber())
  return { left: Math.min(x1, x2), bottom: Math.min(y1, y2), right: Math.max(x1, x2), top: Math.max(y1, y2) }
}

const isEmpty = ({ left, bottom, right, top }: Area): boolean => !(right > left && top > bottom)

/** Returns the area of a page that readers show: the part of its crop box on the paper (ISO 32000-1, 14.11.2). */
export const displayedArea = ({ node }: PDFPage): Area => {
  const paper = areaOf(node.MediaBox())
  if (isEmpty(paper)) throw new Error('A page has an empty area')
  const crop = node.CropBox()
  if (!(crop instanceof PDFArray)) return paper
  const cropArea = areaOf(crop)
  const displayed = {
    left: Math.max(paper.left, cropArea.left),
    bottom: Math.max(paper.bottom, cropArea.bottom),
    right: Math.min(paper.right, cropArea.right),
    top: Math.min(paper.top, cropArea.top),
  }
  return isEmpty(displayed) ? paper : displayed
}

/**
 * Checks that a document can be stamped. The library follows the page tree without limit: a dozen nodes that each refer
 * to the next one twenty times give more pages than memory can contain. In a valid tree, each node occurs once. Nodes
 * that the library ignores could be shown by readers, without a stamp.
 */
export const pagesFault = (document: PDFDocument): 'unreadable' | 'too_many_pages' | undefined => {
  const root: PDFObject = document.catalog.Pages()
  const visitedNodes = new Set([root])
  const pendingNodes = [root]
  let pages = 0
  for (let node = pendingNodes.pop(); node !== undefined; node = pendingNodes.pop()) {
    if (node instanceof PDFPageLeaf) pages++
    else if (!(node instanceof PDFPageTree)) return 'unreadable'
    else
      for (const kid of node.Kids().asArray()) {
        const child = document.context.lookup(kid)
        if (child === undefined || visitedNodes.has(child)) return 'unreadable'
        visitedNodes.add(child)
        pendingNodes.push(child)
      }
    if (pages > PAGES_MAX) return 'too_many_pages'
  }
  return pages === 0 ? 'unreadable' : undefined
}

const MARGIN = 12
const LINE_HEIGHT = 1.35
const INK = rgb(0.25, 0.25, 0.25)
const PAPER = rgb(1, 1, 1)

/** Returns the start of the text on a page as it is shown, and the angle at which it reads from left to right. */
const originOf = (page: PDFPage): { x: number; y: number; width: number; angle: number } => {
  const { left, bottom, right, top } = displayedArea(page)
  const width = right - left
  const height = top - bottom
  const angle = ((page.getRotation().angle % 360) + 360) % 360
  if (angle === 90) return { x: right - MARGIN, y: bottom + MARGIN, width: height, angle }
  if (angle === 180) return { x: right - MARGIN, y: top - MARGIN, width, angle }
  if (angle === 270) return { x: left + MARGIN, y: top - MARGIN, width: height, angle }
  return { x: left + MARGIN, y: bottom + MARGIN, width, angle: 0 }
}

const stampPage = (page: PDFPage, font: PDFFont, fitIn: (maxWidth: number) => FittedLines): void => {
  const { x, y, width, angle } = originOf(page)
  const { size, lines, width: stampWidth } = fitIn(Math.max(width - 2 * MARGIN, MARGIN))
  const textAngle = (angle * Math.PI) / 180
  const upAngle = ((angle + 90) * Math.PI) / 180
  const positionAt = (right: number, above: number) => ({
    x: x + right * Math.cos(textAngle) + above * Math.cos(upAngle),
    y: y + right * Math.sin(textAngle) + above * Math.sin(upAngle),
  })
  // Extends 2 points beyond the text on each side, and 3 below.
  const background = { width: stampWidth + 4, height: lines.length * size * LINE_HEIGHT + 2 }
  // A translucent background keeps the page visible, and the text readable on dark pages.
  page.drawRectangle({ ...positionAt(-2, -3), ...background, color: PAPER, opacity: 0.75, rotate: degrees(angle) })
  lines.forEach((line, nth) => {
    const above = (lines.length - 1 - nth) * size * LINE_HEIGHT
    page.drawText(line, { ...positionAt(0, above), size, font, color: INK, rotate: degrees(angle) })
  })
}

const hasSignature = (pdf: PDFDocument): boolean =>
  pdf.context.enumerateIndirectObjects().some(([, object]) => {
    if (!(object instanceof PDFDict)) return false
    const isSig = (key: string) => object.get(PDFName.of(key))?.toString() === '/Sig'
    return isSig('FT') || isSig('Type') || object.has(PDFName.of('ByteRange'))
  })

/**
 * Detects signatures and encryption from the bytes alone. The signature's first bytes are never in a stream (ISO
 * 32000-1, 12.8.1).
 */
const rejectionFromBytes = (pdf: Uint8Array): StampRejection | undefined => {
  if (pdf.length > PDF_MAX_BYTES) return 'too_large'
  const text = Buffer.from(pdf.buffer, pdf.byteOffset, pdf.byteLength).toString('latin1')
  if (/\/ByteRange\b|\/Sig(?![A-Za-z0-9])/.test(text)) return 'signed'
  return /\/Encrypt\b/.test(text) ? 'encrypted' : undefined
}

const stampableDocument = async (pdf: Uint8Array): Promise<PDFDocument | StampRejection> => {
  const rejection = rejectionFromBytes(pdf)
  if (rejection) return rejection
  boundLibrary()
  const parseSpeed = ParseSpeeds.Fastest
  const options = { parseSpeed, updateMetadata: false, throwOnInvalidObject: true, ignoreEncryption: true }
  const document = await PDFDocument.load(pdf, options)
  if (document.isEncrypted) return 'encrypted'
  if (hasSignature(document)) return 'signed'
  return pagesFault(document) ?? document
}

/**
 * Writes lines at the foot of every page, as shown, in Helvetica, which every PDF reader has. Missing characters are
 * transliterated (`latinText`). A signed, encrypted or unreadable PDF is not changed, and the result says why. Never
 * throws because of the bytes. Time and memory depend on the bytes: use `stampInThread` for PDFs of third parties.
 * @param lines text of each line, the same on every page
 */
export const stampPdf = async (pdf: Uint8Array, lines: readonly string[]): Promise<PdfStampResult> => {
  try {
    const document = await stampableDocument(pdf)
    if (typeof document === 'string') return { isStamped: false, reason: document }
    const font = await document.embedFont(StandardFonts.Helvetica)
    const stampLines = lines.map((line) => cappedLine(latinText(line).text))
    const pages = document.getPages()
    const fitIn = fittingLines(stampLines, font)
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
    // A library that reads uploaded files may throw anything.
    return { isStamped: false, reason: 'unreadable' }
  }
}
