import type { Records } from '../../src/records/records.ts'

/**
 * Wraps records: another writer runs just before the first write to a partition, so that the version that was read is
 * outdated.
 */
export const contested = (records: Records, partition: string, rival: () => Promise<unknown>): Records => {
  let isFirst = true
  const before = async (written: string): Promise<void> => {
    if (!isFirst || !written.startsWith(partition)) return
    isFirst = false
    await rival()
  }
  return {
    get: (...asked) => records.get(...asked),
    list: (...asked) => records.list(...asked),
    insert: async (...asked) => {
      await before(asked[0])
      return records.insert(...asked)
    },
    replace: async (...asked) => {
      await before(asked[0])
      return records.replace(...asked)
    },
    remove: async (...asked) => {
      await before(asked[0])
      return records.remove(...asked)
    },
  }
}
