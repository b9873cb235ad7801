import { afterAll } from 'vitest'

declare module 'vitest' {
  interface TaskMeta {
    /** The CPU time that the thread took for a file: to load it, and to run its tests. */
    cpuMs?: number
  }
}

const cpuMs = (): number => {
  const { user, system } = process.threadCpuUsage()
  return (user + system) / 1000
}

// This module is evaluated before each test file is loaded.
const begun = cpuMs()

// biome-ignore lint/correctness/noEmptyPattern: Vitest takes no other pattern for a hook without fixtures
afterAll(({}, file) => {
  file.meta.cpuMs = Math.round(cpuMs() - begun)
})
