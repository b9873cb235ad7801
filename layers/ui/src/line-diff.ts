import type { DiffLine } from './data.tsx'

/** Returns, for each pair of positions, the length of the longest common subsequence of the lines from there on. */
const lengthsOf = (before: readonly string[], after: readonly string[]): readonly Uint32Array[] => {
  const lengths = Array.from({ length: before.length + 1 }, () => new Uint32Array(after.length + 1))
  for (let beforeIndex = before.length - 1; beforeIndex >= 0; beforeIndex--)
    for (let afterIndex = after.length - 1; afterIndex >= 0; afterIndex--) {
      const row = lengths[beforeIndex] as Uint32Array
      const next = lengths[beforeIndex + 1] as Uint32Array
      row[afterIndex] =
        before[beforeIndex] === after[afterIndex]
          ? (next[afterIndex + 1] as number) + 1
          : Math.max(next[afterIndex] as number, row[afterIndex + 1] as number)
    }
  return lengths
}

const commonPrefixLength = (before: readonly string[], after: readonly string[]): number => {
  const length = Math.min(before.length, after.length)
  const firstDifference = before.slice(0, length).findIndex((line, index) => line !== after[index])
  return firstDifference === -1 ? length : firstDifference
}

const sameLine = (text: string): DiffLine => ({ kind: 'same', text })

const diffMiddle = (before: readonly string[], after: readonly string[]): readonly DiffLine[] => {
  const lengths = lengthsOf(before, after)
  const lines: DiffLine[] = []
  let beforeIndex = 0
  let afterIndex = 0
  while (beforeIndex < before.length || afterIndex < after.length) {
    const oldLine = before[beforeIndex]
    const newLine = after[afterIndex]
    const isRemoved =
      afterIndex === after.length ||
      (lengths[beforeIndex + 1]?.[afterIndex] ?? -1) >=
        (lengths[beforeIndex]?.[afterIndex + 1] ?? Number.POSITIVE_INFINITY)
    if (beforeIndex < before.length && afterIndex < after.length && oldLine === newLine) {
      lines.push(sameLine(newLine as string))
      beforeIndex++
      afterIndex++
    } else if (beforeIndex < before.length && isRemoved) {
      lines.push({ kind: 'removed', text: oldLine as string })
      beforeIndex++
    } else {
      lines.push({ kind: 'added', text: newLine as string })
      afterIndex++
    }
  }
  return lines
}

/** Returns a minimal line diff of two texts, with all unchanged, removed and added lines. */
export const linesBetween = (before: string, after: string): readonly DiffLine[] => {
  const beforeLines = before.split('\n')
  const afterLines = after.split('\n')
  const prefixLength = commonPrefixLength(beforeLines, afterLines)
  const suffixLength = commonPrefixLength(
    beforeLines.slice(prefixLength).toReversed(),
    afterLines.slice(prefixLength).toReversed(),
  )
  const middle = diffMiddle(
    beforeLines.slice(prefixLength, beforeLines.length - suffixLength),
    afterLines.slice(prefixLength, afterLines.length - suffixLength),
  )
  return [
    ...beforeLines.slice(0, prefixLength).map(sameLine),
    ...middle,
    ...beforeLines.slice(beforeLines.length - suffixLength).map(sameLine),
  ]
}

const CONTEXT = 2

/** Returns the changed lines with context. Skipped lines are replaced by their number. */
export const changedOnly = (lines: readonly DiffLine[]): readonly DiffLine[] => {
  const isVisible = lines.map((_, index) =>
    lines.slice(Math.max(0, index - CONTEXT), index + CONTEXT + 1).some(({ kind }) => kind !== 'same'),
  )
  const shownLines: DiffLine[] = []
  let unchangedCount = 0
  const addUnchangedCount = () => {
    if (unchangedCount > 0)
      shownLines.push(sameLine(`… ${unchangedCount} unchanged ${unchangedCount === 1 ? 'line' : 'lines'}`))
    unchangedCount = 0
  }
  for (const [index, line] of lines.entries()) {
    if (!isVisible[index]) unchangedCount++
    else {
      addUnchangedCount()
      shownLines.push(line)
    }
  }
  addUnchangedCount()
  return shownLines
}
