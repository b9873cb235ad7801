import type { PDFFont } from '@cantoo/pdf-lib'
import { LINE_MAX } from './limits.ts'

const SIZE = 7
const SIZE_MIN = 3
const DOTS = '…'

export interface FittedLines {
  readonly size: number
  readonly lines: readonly string[]
  readonly wide: number
}

export const cappedLine = (line: string): string => {
  const plain = line.replaceAll(/\s+/g, ' ')
  return plain.length > LINE_MAX ? `${plain.slice(0, LINE_MAX - 1)}${DOTS}` : plain
}

/** Returns the widths of the first 0, 1, 2 … letters of a line at size 1. */
const widthsOf = (line: string, font: PDFFont): readonly number[] => {
  const widths = [0]
  for (const letter of line) widths.push((widths.at(-1) ?? 0) + font.widthOfTextAtSize(letter, 1))
  return widths
}

const lettersWithin = (widths: readonly number[], maxWidth: number): number => {
  let fit = 0
  let over = widths.length
  while (over - fit > 1) {
    const middle = Math.floor((fit + over) / 2)
    if ((widths[middle] ?? 0) <= maxWidth) fit = middle
    else over = middle
  }
  return fit
}

/**
 * Returns the largest size at which all lines fit, down to a minimum below which lines are cut and end in dots. Letters
 * are measured once, and the fit once per width in whole points.
 */
export const fittingLines = (lines: readonly string[], font: PDFFont): ((room: number) => FittedLines) => {
  const measured = lines.map((line) => ({ line, widths: widthsOf(line, font) }))
  const widest = Math.max(...measured.map(({ widths }) => widths.at(-1) ?? 0))
  const dots = font.widthOfTextAtSize(DOTS, 1)
  const fitted = (maxWidth: number): FittedLines => {
    const size = Math.max(SIZE_MIN, Math.min(SIZE, maxWidth / widest))
    const cutLines = measured.map(({ line, widths }) => {
      const fullWidth = widths.at(-1) ?? 0
      if (fullWidth * size <= maxWidth) return { text: line, width: fullWidth }
      const letters = lettersWithin(widths, maxWidth / size - dots)
      return { text: `${line.slice(0, letters)}${DOTS}`, width: (widths[letters] ?? 0) + dots }
    })
    return {
      size,
      lines: cutLines.map(({ text }) => text),
      wide: Math.max(...cutLines.map(({ width }) => width)) * size,
    }
  }
  const byRoom = new Map<number, FittedLines>()
  return (room) => {
    const points = Math.floor(room)
    const fit = byRoom.get(points) ?? fitted(points)
    byRoom.set(points, fit)
    return fit
  }
}
