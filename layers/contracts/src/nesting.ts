const childrenOf = (value: unknown): readonly unknown[] =>
  typeof value === 'object' && value !== null ? Object.values(value) : []

/**
 * Returns true if a value from JSON is nested deeper than `levels`. Not recursive, because the sender chooses the depth:
 * `JSON.parse` accepts depths that `JSON.stringify`, and every other recursive function, cannot process.
 */
export const isDeeperThan = (levels: number, value: unknown): boolean => {
  let level: readonly unknown[] = [value]
  for (let depth = 0; depth <= levels; depth++) {
    if (level.length === 0) return false
    level = level.flatMap(childrenOf)
  }
  return level.length > 0
}
