import type { InvokeFunction } from './ports.ts'

/** Most concurrent invocations that timers of an advancing clock start. */
const MOST = 16
/** Time limit of the wait: a function may depend on a later timer. */
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
