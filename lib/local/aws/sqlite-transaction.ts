import type { DatabaseSync } from 'node:sqlite'

/** Runs work as one database transaction: all writes are committed, or none if it throws. Cannot be nested. */
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
