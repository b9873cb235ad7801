import { statfsSync } from 'node:fs'

/** The in-memory file system of Linux. A container may have a small one. */
const IN_MEMORY = '/dev/shm'
const ROOM_BYTES = 4e9

const freeBytes = (folder: string): number => {
  try {
    const { bavail, bsize } = statfsSync(folder)
    return bavail * bsize
  } catch {
    return 0
  }
}

// Temporary folders of tests are in memory if it has free space, because disk waits prove nothing here.
if (process.env.TMPDIR === undefined && freeBytes(IN_MEMORY) > ROOM_BYTES) process.env.TMPDIR = IN_MEMORY
