import { TimeoutError } from './errors.ts'

export interface Deadline {
  readonly signal: AbortSignal
  /** In milliseconds since 1970. */
  readonly endsAt: number
  /** Removes the time limit, for example to read a stream. The caller's signal still aborts. */
  readonly lift: () => void
}

export const startDeadline = (operation: string, timeoutMs: number, caller?: AbortSignal): Deadline => {
  const controller = new AbortController()
  const timer = setTimeout(() => controller.abort(new TimeoutError(operation, timeoutMs)), timeoutMs)
  return {
    signal: caller ? AbortSignal.any([controller.signal, caller]) : controller.signal,
    endsAt: Date.now() + timeoutMs,
    lift: () => clearTimeout(timer),
  }
}

/** Rejects when the signal aborts, even if the work ignores the signal. */
export const rejectOnAbort = <Value>(work: Promise<Value>, signal: AbortSignal): Promise<Value> =>
  new Promise((resolve, reject) => {
    const stop = () => reject(signal.reason)
    if (signal.aborted) stop()
    signal.addEventListener('abort', stop, { once: true })
    work.then(resolve, reject).finally(() => signal.removeEventListener('abort', stop))
  })
