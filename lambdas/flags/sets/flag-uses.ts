import type { StoredSnapshot } from './stored-flag.ts'

/** Returns the keys of these flags and of all that depend on them, directly or indirectly, in the order of the set. */
export const dependentFlags = ({ flags }: StoredSnapshot, keys: readonly string[]): readonly string[] => {
  const dependent = new Set(keys)
  for (let sizeBefore = -1; sizeBefore !== dependent.size; ) {
    sizeBefore = dependent.size
    for (const { key, prerequisites = [] } of flags) {
      if (prerequisites.some(({ flag }) => dependent.has(flag))) dependent.add(key)
    }
  }
  return flags.flatMap(({ key }) => (dependent.has(key) ? [key] : []))
}
