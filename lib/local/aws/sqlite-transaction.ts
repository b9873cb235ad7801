import type { DatabaseSync } from 'node:sqlite'

/** Runs work as one transaction of the database: all of its writes are kept, or none when it throws. Do not nest. */
export const sqliteTransaction =
  (db: DatabaseSync) =>
  <T>(work: () => T): T => {
    db.exec('BEGIN IMMEDIATE')
    try {
      const result = work()
      db.exec('COMMIT')
      return result
    } catch (error) {
      db.exec('ROLLBACK')
      throw error
    }
  }
