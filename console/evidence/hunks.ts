import type { DiffLine } from '@signet/ui'
import { linesBetween } from '@signet/ui/line-diff'

/** A change that is applied or discarded as a whole: the indexes of its first line and of the line after its last. */
export interface Hunk {
  readonly start: number
  readonly end: number
}

const isChange = (line: DiffLine | undefined): boolean => line !== undefined && line.kind !== 'same'

/** Splits the lines added at one position at blank lines. A heading stays with the block that follows it. */
const blocksIn = (lines: readonly DiffLine[], { start, end }: Hunk): readonly Hunk[] => {
  const starts: number[] = [start]
  for (let index = start + 1; index < end; index++) {
    const filledLines = lines.slice(starts.at(-1), index).filter(({ text }) => text.trim() !== '')
    const startsBlock =
      lines[index]?.text.trim() === '' && filledLines.length > 0 && !filledLines.at(-1)?.text.startsWith('#')
    if (startsBlock && lines.slice(index, end).some(({ text }) => text.trim() !== '')) starts.push(index)
  }
  return starts.map((blockStart, position) => ({ start: blockStart, end: starts[position + 1] ?? end }))
}

export const hunksOf = (lines: readonly DiffLine[]): readonly Hunk[] => {
  const hunks: Hunk[] = []
  for (let index = 0; index < lines.length; index++) {
    if (!isChange(lines[index])) continue
    const start = index
    while (isChange(lines[index])) index++
    const hunk = { start, end: index }
    const isAdded = lines.slice(start, index).every(({ kind }) => kind === 'added')
    hunks.push(...(isAdded ? blocksIn(lines, hunk) : [hunk]))
  }
  return hunks
}

const CONTEXT_LINES = 1

export const hunkLines = (lines: readonly DiffLine[], { start, end }: Hunk): readonly DiffLine[] => {
  const around = (from: number, to: number) => lines.slice(Math.max(0, from), to).filter(({ kind }) => kind === 'same')
  return [...around(start - CONTEXT_LINES, start), ...lines.slice(start, end), ...around(end, end + CONTEXT_LINES)]
}

export const applyHunks = (
  lines: readonly DiffLine[],
  hunks: readonly Hunk[],
  selected: ReadonlySet<number>,
): string => {
  const isSelected = (index: number): boolean =>
    selected.has(hunks.findIndex(({ start, end }) => index >= start && index < end))
  return lines
    .filter(({ kind }, index) => kind === 'same' || (kind === 'added') === isSelected(index))
    .map(({ text }) => text)
    .join('\n')
}

export const revisionOf = (before: string, after: string) => {
  const lines = linesBetween(before, after)
  return { lines, hunks: hunksOf(lines) }
}
