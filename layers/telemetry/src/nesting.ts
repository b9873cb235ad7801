/** Maximum nesting of objects and lists. Deeper values can overflow the stack of JSON parsers and serializers. */
export const DEPTH_MAX = 100

/** Checks if a value nests objects and lists deeper than `maxDepth`. Stops at that depth. */
export const isDeeperThan = (maxDepth: number, value: unknown): boolean => {
  if (maxDepth < 0) return true
  if (typeof value !== 'object' || value === null) return false
  const members: readonly unknown[] = Array.isArray(value) ? value : Object.values(value)
  return members.some((member) => isDeeperThan(maxDepth - 1, member))
}
