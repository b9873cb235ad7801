import type { Records } from '../../src/records/records.ts'

/**
 * Wraps records: another writer runs just before the first write to a partition, so that the version that was read is
 * outdated.
 */
export const withRivalWrite = (records: Records, partition: string, rival: () => Promise<unknown>): Records => {
  let isFirst = true
  const before = async (written: string): Promise<void> => {
    if (!isFirst || !written.startsWith(partition)) return
    isFirst = false
    await rival()
  }
  return {
    get: (...args) => records.get(...args),
    list: (...args) => records.list(...args),
    insert: async (...args) => {
      await before(args[0])
      return records.insert(...args)
    },
    replace: async (...args) => {
      await before(args[0])
      return records.replace(...args)
    },
    remove: async (...args) => {
      await before(args[0])
      return records.remove(...args)
    },
  }
}
