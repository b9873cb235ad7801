/** Objects and lists within one another: further in, neither parsers nor writers of JSON are safe from a full stack. */
export const DEPTH_MAX = 100

/** Whether a value has more objects and lists within one another than `most`; it is walked without a stack of calls. */
export const isDeeperThan = (most: number, value: unknown): boolean => {
  let level: readonly unknown[] = [value]
  for (let depth = 0; level.length > 0; depth++) {
    const next = level.flatMap((each) => (typeof each === 'object' && each !== null ? Object.values(each) : []))
    if (depth > most) return true
    level = next
  }
  return false
}
