import type { StoredSnapshot } from './stored-flag.ts'

/** Keys of these flags and of all that depend on them, directly or indirectly, in the order of the set. */
export const dependentFlags = ({ flags }: StoredSnapshot, keys: readonly string[]): readonly string[] => {
  const found = new Set(keys)
  for (let known = -1; known !== found.size; ) {
    known = found.size
    for (const { key, prerequisites = [] } of flags) {
      if (prerequisites.some(({ flag }) => found.has(flag))) found.add(key)
    }
  }
  return flags.flatMap(({ key }) => (found.has(key) ? [key] : []))
}
