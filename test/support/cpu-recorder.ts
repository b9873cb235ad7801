import { afterAll } from 'vitest'

declare module 'vitest' {
  interface TaskMeta {
    /** The CPU time in which the thread loaded a file and ran its tests. */
    cpuMs?: number
  }
}

const cpuMs = (): number => {
  const { user, system } = process.threadCpuUsage()
  return (user + system) / 1000
}

// This module is evaluated before each test file is loaded.
const start = cpuMs()

// biome-ignore lint/correctness/noEmptyPattern: Vitest requires this pattern for a hook without fixtures
afterAll(({}, file) => {
  file.meta.cpuMs = Math.round(cpuMs() - start)
})
