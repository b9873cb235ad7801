import { statfsSync } from 'node:fs'

/** The in-memory file system of Linux. A container may have a small one. */
const MEMORY_FOLDER = '/dev/shm'
const MIN_FREE_BYTES = 4e9

const freeBytes = (folder: string): number => {
  try {
    const { bavail, bsize } = statfsSync(folder)
    return bavail * bsize
  } catch {
    return 0
  }
}

// Temporary folders of tests are in memory if it has free space, because disk waits prove nothing here.
if (process.env.TMPDIR === undefined && freeBytes(MEMORY_FOLDER) > MIN_FREE_BYTES) process.env.TMPDIR = MEMORY_FOLDER
