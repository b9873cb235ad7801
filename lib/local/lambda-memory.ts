import type { Worker } from 'node:worker_threads'

const POLL_MS = 50

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

/**
 * Calls `onExceeded` when heap and buffers exceed the limit in two checks in a row. Returns a function that stops it.
 */
export const watchMemory = (worker: Worker, memoryMb: number, onExceeded: () => void): (() => void) => {
  const limit = memoryMb * 1.25 * 1024 * 1024
  let exceededCount = 0
  let isPending = false
  const timer = setInterval(() => {
    if (isPending) return
    isPending = true
    worker
      .getHeapStatistics()
      .then(({ used_heap_size, external_memory }) => {
        exceededCount = used_heap_size + external_memory > limit ? exceededCount + 1 : 0
        if (exceededCount === 2) onExceeded()
      })
      // The thread has ended. Its exit handler reports that.
      .catch(() => {})
      .finally(() => {
        isPending = false
      })
  }, POLL_MS)
  return () => clearInterval(timer)
}
