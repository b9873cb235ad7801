import type { PDFFont } from '@cantoo/pdf-lib'
import { LINE_MAX } from './limits.ts'

const FONT_SIZE = 7
const FONT_SIZE_MIN = 3
const ELLIPSIS = '…'

export interface FittedLines {
  readonly size: number
  readonly lines: readonly string[]
  readonly width: number
}

export const cappedLine = (line: string): string => {
  const plain = line.replaceAll(/\s+/g, ' ')
  return plain.length > LINE_MAX ? `${plain.slice(0, LINE_MAX - 1)}${ELLIPSIS}` : plain
}

/** Returns the widths of the first 0, 1, 2 … letters of a line at size 1. */
const widthsOf = (line: string, font: PDFFont): readonly number[] => {
  const widths = [0]
  for (const letter of line) widths.push((widths.at(-1) ?? 0) + font.widthOfTextAtSize(letter, 1))
  return widths
}

const lettersWithin = (widths: readonly number[], maxWidth: number): number => {
  let fittingCount = 0
  let tooManyCount = widths.length
  while (tooManyCount - fittingCount > 1) {
    const middle = Math.floor((fittingCount + tooManyCount) / 2)
    if ((widths[middle] ?? 0) <= maxWidth) fittingCount = middle
    else tooManyCount = middle
  }
  return fittingCount
}

/**
 * Returns a function that fits the lines into a width, at the largest size at which all lines fit. At the minimum size,
 * longer lines are cut and end in an ellipsis. Letters are measured once, and the fit is cached per width in points.
 */
export const fittingLines = (lines: readonly string[], font: PDFFont): ((maxWidth: number) => FittedLines) => {
  const measured = lines.map((line) => ({ line, widths: widthsOf(line, font) }))
  const widest = Math.max(...measured.map(({ widths }) => widths.at(-1) ?? 0))
  const dots = font.widthOfTextAtSize(ELLIPSIS, 1)
  const fitLines = (maxWidth: number): FittedLines => {
    const size = Math.max(FONT_SIZE_MIN, Math.min(FONT_SIZE, maxWidth / widest))
    const cutLines = measured.map(({ line, widths }) => {
      const fullWidth = widths.at(-1) ?? 0
      if (fullWidth * size <= maxWidth) return { text: line, width: fullWidth }
      const letters = lettersWithin(widths, maxWidth / size - dots)
      return { text: `${line.slice(0, letters)}${ELLIPSIS}`, width: (widths[letters] ?? 0) + dots }
    })
    return {
      size,
      lines: cutLines.map(({ text }) => text),
      width: Math.max(...cutLines.map(({ width }) => width)) * size,
    }
  }
  const linesByWidth = new Map<number, FittedLines>()
  return (maxWidth) => {
    const points = Math.floor(maxWidth)
    const fit = linesByWidth.get(points) ?? fitLines(points)
    linesByWidth.set(points, fit)
    return fit
  }
}
