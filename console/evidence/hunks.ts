import type { DiffLine } from '@signet/ui'
import { linesBetween } from '@signet/ui/line-diff'

/** A change that is applied or left as a whole, with the positions of its lines. */
export interface Hunk {
  readonly start: number
  readonly end: number
}

const isChange = (line: DiffLine | undefined): boolean => line !== undefined && line.kind !== 'same'

/** Splits the lines added at one position at blank lines. A heading stays with the block that follows it. */
const blocksIn = (lines: readonly DiffLine[], { start, end }: Hunk): readonly Hunk[] => {
  const cuts: number[] = [start]
  for (let at = start + 1; at < end; at++) {
    const said = lines.slice(cuts.at(-1), at).filter(({ text }) => text.trim() !== '')
    const isNew = lines[at]?.text.trim() === '' && said.length > 0 && !said.at(-1)?.text.startsWith('#')
    if (isNew && lines.slice(at, end).some(({ text }) => text.trim() !== '')) cuts.push(at)
  }
  return cuts.map((cut, nth) => ({ start: cut, end: cuts[nth + 1] ?? end }))
}

export const hunksOf = (lines: readonly DiffLine[]): readonly Hunk[] => {
  const hunks: Hunk[] = []
  for (let at = 0; at < lines.length; at++) {
    if (!isChange(lines[at])) continue
    const start = at
    while (isChange(lines[at])) at++
    const hunk = { start, end: at }
    const isAdded = lines.slice(start, at).every(({ kind }) => kind === 'added')
    hunks.push(...(isAdded ? blocksIn(lines, hunk) : [hunk]))
  }
  return hunks
}

const CONTEXT = 1

export const hunkLines = (lines: readonly DiffLine[], { start, end }: Hunk): readonly DiffLine[] => {
  const around = (from: number, to: number) => lines.slice(Math.max(0, from), to).filter(({ kind }) => kind === 'same')
  return [...around(start - CONTEXT, start), ...lines.slice(start, end), ...around(end, end + CONTEXT)]
}

export const textWith = (lines: readonly DiffLine[], hunks: readonly Hunk[], taken: ReadonlySet<number>): string => {
  const isTaken = (at: number): boolean => taken.has(hunks.findIndex(({ start, end }) => at >= start && at < end))
  return lines
    .filter(({ kind }, at) => kind === 'same' || (kind === 'added') === isTaken(at))
    .map(({ text }) => text)
    .join('\n')
}

export const revisionOf = (before: string, after: string) => {
  const lines = linesBetween(before, after)
  return { lines, hunks: hunksOf(lines) }
}
