import type { InvokeFunction } from './ports.ts'

/** Maximum number of concurrent invocations that timers start while the clock advances. */
const MAX_CONCURRENT = 16
/** Longest wait for a slot. It is limited because a running function may depend on a later timer. */
const MAX_WAIT_MS = 2_000

/** Counts the running invocations. `waitForSlot` waits until fewer than the maximum run; `invoke` never waits. */
export const limitInvocations = (
  invoke: InvokeFunction,
): { readonly invoke: InvokeFunction; readonly waitForSlot: () => Promise<void> } => {
  let running = 0
  let nextEnd = Promise.withResolvers<void>()
  return {
    invoke: async (arn, payload) => {
      running++
      try {
        return await invoke(arn, payload)
      } finally {
        running--
        nextEnd.resolve()
        nextEnd = Promise.withResolvers()
      }
    },
    async waitForSlot() {
      const deadline = performance.now() + MAX_WAIT_MS
      while (running >= MAX_CONCURRENT && performance.now() < deadline) {
        const timeout = new Promise<void>((resolve) => setTimeout(resolve, deadline - performance.now()).unref())
        await Promise.race([nextEnd.promise, timeout])
      }
    },
  }
}
