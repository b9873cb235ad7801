/** Returns the Levenshtein distance of two words. */
const distance = (a: string, b: string): number => {
  let row = Array.from({ length: b.length + 1 }, (_, i) => i)
  for (const [i, charA] of [...a].entries()) {
    const next = [i + 1]
    for (const [j, charB] of [...b].entries()) {
      next.push(Math.min((next[j] ?? 0) + 1, (row[j + 1] ?? 0) + 1, (row[j] ?? 0) + (charA === charB ? 0 : 1)))
    }
    row = next
  }
  return row.at(-1) ?? 0
}

/**
 * Returns the candidate that is closest to a mistyped word, by Levenshtein distance; `undefined` if none is close
 * enough.
 */
export const nearestWord = (word: string, candidates: readonly string[]): string | undefined => {
  if (word.length > 64) return undefined
  // At least two edits, because two swapped neighbors are two edits. Words below four characters allow one edit.
  const limit = word.length < 4 ? 1 : Math.max(2, Math.floor(word.length / 3))
  let best: string | undefined
  let bestDistance = limit + 1
  for (const candidate of candidates) {
    const candidateDistance = distance(word.toLowerCase(), candidate.toLowerCase())
    if (candidateDistance < bestDistance) {
      best = candidate
      bestDistance = candidateDistance
    }
  }
  return best
}

/** Returns the end of a message about an unknown name: the nearest name, or all names. */
export const suggestion = (name: string, names: readonly string[]): string => {
  const nearest = nearestWord(name, names)
  if (names.length === 0) return 'none are defined'
  return nearest === undefined ? `use one of ${names.join(', ')}` : `did you mean ${nearest}?`
}
