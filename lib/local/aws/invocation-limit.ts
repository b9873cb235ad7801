import type { InvokeFunction } from './ports.ts'

/** Invocations that timers of an advancing clock set going at once. */
const MOST = 16
/** A function may wait for something that only a further timer brings. */
const PATIENCE_MS = 2_000

export const limited = (
  invoke: InvokeFunction,
): { readonly invoke: InvokeFunction; readonly room: () => Promise<void> } => {
  let running = 0
  let ended = Promise.withResolvers<void>()
  return {
    invoke: async (arn, payload) => {
      running++
      try {
        return await invoke(arn, payload)
      } finally {
        running--
        ended.resolve()
        ended = Promise.withResolvers()
      }
    },
    async room() {
      const until = performance.now() + PATIENCE_MS
      while (running >= MOST && performance.now() < until) {
        const late = new Promise<void>((resolve) => setTimeout(resolve, until - performance.now()).unref())
        await Promise.race([ended.promise, late])
      }
    },
  }
}
