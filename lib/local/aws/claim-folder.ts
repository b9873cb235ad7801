import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'

/**
 * Locks a state folder against a second process, because two would overwrite each other's state. The lock is a file
 * lock, so it ends with the process.
 * @returns a function that releases the folder.
 */
export const claimFolder = (dir: string): (() => void) => {
  const db = new DatabaseSync(join(dir, 'in-use.sqlite'), { timeout: 0 })
  try {
    db.exec('PRAGMA locking_mode=EXCLUSIVE; BEGIN EXCLUSIVE; COMMIT')
  } catch (cause) {
    db.close()
    throw new Error(`Another run uses the state folder ${dir}. Stop it, or choose another folder.`, {
      cause,
    })
  }
  return () => db.close()
}
