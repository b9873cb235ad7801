import type { DiffLine } from './data.tsx'

/** Lengths of the longest common subsequences of the lines after each pair of positions. */
const lengthsOf = (before: readonly string[], after: readonly string[]): readonly Uint32Array[] => {
  const lengths = Array.from({ length: before.length + 1 }, () => new Uint32Array(after.length + 1))
  for (let one = before.length - 1; one >= 0; one--)
    for (let other = after.length - 1; other >= 0; other--) {
      const row = lengths[one] as Uint32Array
      const next = lengths[one + 1] as Uint32Array
      row[other] =
        before[one] === after[other]
          ? (next[other + 1] as number) + 1
          : Math.max(next[other] as number, row[other + 1] as number)
    }
  return lengths
}

const alikeAtStart = (before: readonly string[], after: readonly string[]): number => {
  const length = Math.min(before.length, after.length)
  const at = before.slice(0, length).findIndex((line, nth) => line !== after[nth])
  return at === -1 ? length : at
}

const same = (text: string): DiffLine => ({ kind: 'same', text })

const middleOf = (before: readonly string[], after: readonly string[]): readonly DiffLine[] => {
  const lengths = lengthsOf(before, after)
  const lines: DiffLine[] = []
  let one = 0
  let other = 0
  while (one < before.length || other < after.length) {
    const old = before[one]
    const next = after[other]
    const isRemoved =
      other === after.length ||
      (lengths[one + 1]?.[other] ?? -1) >= (lengths[one]?.[other + 1] ?? Number.POSITIVE_INFINITY)
    if (one < before.length && other < after.length && old === next) {
      lines.push(same(next as string))
      one++
      other++
    } else if (one < before.length && isRemoved) {
      lines.push({ kind: 'removed', text: old as string })
      one++
    } else {
      lines.push({ kind: 'added', text: next as string })
      other++
    }
  }
  return lines
}

/** Returns a minimal line diff of two texts, with all unchanged, removed and added lines. */
export const linesBetween = (before: string, after: string): readonly DiffLine[] => {
  const old = before.split('\n')
  const next = after.split('\n')
  const head = alikeAtStart(old, next)
  const tail = alikeAtStart(old.slice(head).toReversed(), next.slice(head).toReversed())
  const middle = middleOf(old.slice(head, old.length - tail), next.slice(head, next.length - tail))
  return [...old.slice(0, head).map(same), ...middle, ...old.slice(old.length - tail).map(same)]
}

const CONTEXT = 2

/** Returns the changed lines with context. Skipped lines are replaced by their number. */
export const changedOnly = (lines: readonly DiffLine[]): readonly DiffLine[] => {
  const isShown = lines.map((_, at) =>
    lines.slice(Math.max(0, at - CONTEXT), at + CONTEXT + 1).some(({ kind }) => kind !== 'same'),
  )
  const shownLines: DiffLine[] = []
  let unchangedCount = 0
  const addUnchangedCount = () => {
    if (unchangedCount > 0)
      shownLines.push(same(`… ${unchangedCount} unchanged ${unchangedCount === 1 ? 'line' : 'lines'}`))
    unchangedCount = 0
  }
  for (const [at, line] of lines.entries()) {
    if (!isShown[at]) unchangedCount++
    else {
      addUnchangedCount()
      shownLines.push(line)
    }
  }
  addUnchangedCount()
  return shownLines
}
