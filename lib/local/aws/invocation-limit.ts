import type { InvokeFunction } from './ports.ts'

/** Most concurrent invocations that timers of an advancing clock start. */
const MAX_RUNNING = 16
/** Time limit of the wait: a function may depend on a later timer. */
const PATIENCE_MS = 2_000

export const limitInvocations = (
  invoke: InvokeFunction,
): { readonly invoke: InvokeFunction; readonly waitForSlot: () => Promise<void> } => {
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
    async waitForSlot() {
      const until = performance.now() + PATIENCE_MS
      while (running >= MAX_RUNNING && performance.now() < until) {
        const late = new Promise<void>((resolve) => setTimeout(resolve, until - performance.now()).unref())
        await Promise.race([ended.promise, late])
      }
    },
  }
}
