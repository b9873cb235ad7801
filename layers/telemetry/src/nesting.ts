/** Objects and lists within one another: further in, neither parsers nor writers of JSON are safe from a full stack. */
export const DEPTH_MAX = 100

/** Whether a value has more objects and lists within one another than `most`. It is followed no further than that. */
export const isDeeperThan = (most: number, value: unknown): boolean => {
  if (most < 0) return true
  if (typeof value !== 'object' || value === null) return false
  const members: readonly unknown[] = Array.isArray(value) ? value : Object.values(value)
  return members.some((member) => isDeeperThan(most - 1, member))
}
