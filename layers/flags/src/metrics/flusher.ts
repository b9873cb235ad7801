import type { MetricDeltas } from './metric-store.ts'

export interface FlusherOptions {
  readonly flags: {
    readonly takeDeltas: () => MetricDeltas | undefined
    readonly restore: (deltas: MetricDeltas) => void
  }
  /** Stores a batch; a batch that is sent again has the same id. */
  readonly send: (deltas: MetricDeltas) => Promise<void>
  /** Milliseconds since 1970. */
  readonly now?: () => number
  /** Minimum milliseconds between two batches; one minute by default. */
  readonly everyMs?: number
  /** Called if a batch could not be stored. The next flush sends it again. */
  readonly onError?: (error: unknown) => void
}

const MINUTE_MS = 60_000

/**
 * Returns a function that stores the counts at the end of an invocation. Its promise never rejects, and at most one
 * batch is sent at a time.
 */
export const metricFlusher = (options: FlusherOptions): (() => Promise<void>) => {
  const { flags, send, now = Date.now, everyMs = MINUTE_MS, onError = () => {} } = options
  let flushedAt = Number.NEGATIVE_INFINITY
  let isSending = false
  return async () => {
    if (isSending || now() - flushedAt < everyMs) return
    const deltas = flags.takeDeltas()
    if (!deltas) return
    isSending = true
    flushedAt = now()
    try {
      await send(deltas)
    } catch (error) {
      flags.restore(deltas)
      try {
        onError(error)
      } catch {
        // The promise never rejects, even if the listener throws.
      }
    } finally {
      isSending = false
    }
  }
}
