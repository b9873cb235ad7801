/** Maximum nesting of objects and lists. Deeper values can overflow the stack of JSON parsers and serializers. */
export const DEPTH_MAX = 100

/** Checks if a value nests objects and lists deeper than `most`. Stops at that depth. */
export const isDeeperThan = (most: number, value: unknown): boolean => {
  if (most < 0) return true
  if (typeof value !== 'object' || value === null) return false
  const members: readonly unknown[] = Array.isArray(value) ? value : Object.values(value)
  return members.some((member) => isDeeperThan(most - 1, member))
}
