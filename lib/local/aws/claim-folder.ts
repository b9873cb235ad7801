import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'

/**
 * Keeps a second process out of a state folder: two would answer from, and write over, each other's state. The claim
 * is a file lock, so it ends with the process, however that dies.
 * @returns a function that releases the folder.
 */
export const claimFolder = (dir: string): (() => void) => {
  const db = new DatabaseSync(join(dir, 'in-use.sqlite'), { timeout: 0 })
  try {
    db.exec('PRAGMA locking_mode=EXCLUSIVE; BEGIN EXCLUSIVE; COMMIT')
  } catch (cause) {
    db.close()
    throw new Error(`The state folder ${dir} is in use by another run: stop that one, or choose another folder.`, {
      cause,
    })
  }
  return () => db.close()
}
