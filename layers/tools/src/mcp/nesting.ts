/** Arguments of tools need a handful of levels. A much deeper message would overflow recursive readers. */
const LEVELS_MAX = 64

const membersOf = (value: unknown): readonly unknown[] =>
  typeof value === 'object' && value !== null ? Object.values(value) : []

/**
 * Whether a message is nested deeper than any meaningful one. Without recursion, because the sender chooses the depth.
 */
export const isTooDeep = (message: unknown): boolean => {
  let level: readonly unknown[] = [message]
  for (let depth = 0; depth <= LEVELS_MAX; depth++) {
    if (level.length === 0) return false
    level = level.flatMap(membersOf)
  }
  return level.length > 0
}
