import type { Worker } from 'node:worker_threads'

const pollMs = 50

/**
 * Memory of a thread is not memory of a process: garbage that a real environment would have collected counts here, and
 * the runtime's own share does not. So the limit bites somewhat above what the template gives, and V8's own far above:
 * reaching that one can end this process instead of the thread.
 */
export const heapLimits = (memoryMb: number) => ({
  maxOldGenerationSizeMb: Math.round(memoryMb * 2) + 256,
  // V8 would let garbage of each thread pile up to several times this before it looks.
  maxYoungGenerationSizeMb: 12,
})

/** Calls `exceeded` once heap and buffers were over the limit twice in a row. Returns how to stop looking. */
export const watchMemory = (worker: Worker, memoryMb: number, exceeded: () => void): (() => void) => {
  const limit = memoryMb * 1.25 * 1024 * 1024
  let over = 0
  let asking = false
  const timer = setInterval(() => {
    if (asking) return
    asking = true
    worker
      .getHeapStatistics()
      .then(({ used_heap_size, external_memory }) => {
        over = used_heap_size + external_memory > limit ? over + 1 : 0
        if (over === 2) exceeded()
      })
      // The thread ended meanwhile, which is told elsewhere.
      .catch(() => {})
      .finally(() => {
        asking = false
      })
  }, pollMs)
  return () => clearInterval(timer)
}
