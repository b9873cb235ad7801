/** Arguments of tools need a handful; what goes much deeper breaks whoever walks through it by recursion. */
const LEVELS_MAX = 64

const membersOf = (value: unknown): readonly unknown[] =>
  typeof value === 'object' && value !== null ? Object.values(value) : []

/** Whether a message goes deeper than any that means something. Without recursion: how deep it goes is the sender's choice. */
export const isTooDeep = (message: unknown): boolean => {
  let level: readonly unknown[] = [message]
  for (let depth = 0; depth <= LEVELS_MAX; depth++) {
    if (level.length === 0) return false
    level = level.flatMap(membersOf)
  }
  return level.length > 0
}
