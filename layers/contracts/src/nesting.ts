const membersOf = (value: unknown): readonly unknown[] =>
  typeof value === 'object' && value !== null ? Object.values(value) : []

/**
 * Whether a value that was read from JSON has values below more than so many levels. Without recursion, because the
 * sender chooses the depth: `JSON.parse` reads levels that `JSON.stringify`, and every other recursive reader, cannot follow.
 */
export const isDeeperThan = (levels: number, value: unknown): boolean => {
  let level: readonly unknown[] = [value]
  for (let depth = 0; depth <= levels; depth++) {
    if (level.length === 0) return false
    level = level.flatMap(membersOf)
  }
  return level.length > 0
}
