import type { Worker } from 'node:worker_threads'

const pollMs = 50

/**
 * Returns the heap limits of V8 for a thread. They are far above the memory of the template, because exceeding them can
 * end the process instead of the thread. `watchMemory` enforces a limit slightly above the memory of the template: a
 * thread's usage includes garbage that a real environment would have collected, and excludes the runtime.
 */
export const heapLimits = (memoryMb: number) => ({
  maxOldGenerationSizeMb: Math.round(memoryMb * 2) + 256,
  // By default V8 would accumulate several times this amount of garbage per thread before a collection.
  maxYoungGenerationSizeMb: 12,
})

/** Calls `exceeded` when heap and buffers exceed the limit in two checks in a row. Returns a function that stops it. */
export const watchMemory = (worker: Worker, memoryMb: number, exceeded: () => void): (() => void) => {
  const limit = memoryMb * 1.25 * 1024 * 1024
  let over = 0
  let isPending = false
  const timer = setInterval(() => {
    if (isPending) return
    isPending = true
    worker
      .getHeapStatistics()
      .then(({ used_heap_size, external_memory }) => {
        over = used_heap_size + external_memory > limit ? over + 1 : 0
        if (over === 2) exceeded()
      })
      // The thread has ended. Its exit handler reports that.
      .catch(() => {})
      .finally(() => {
        isPending = false
      })
  }, pollMs)
  return () => clearInterval(timer)
}
