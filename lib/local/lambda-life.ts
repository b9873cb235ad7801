import type { Worker } from 'node:worker_threads'
import { FunctionError } from './aws/ports.ts'

export interface StreamSink {
  started(contentType: string): void
  chunk(bytes: Uint8Array): void
}

export interface Invocation {
  readonly event: string
  readonly requestId: string
  readonly sink?: StreamSink | undefined
  readonly die?: 'before' | 'after' | undefined
}

/**
 * The time limit for importing the module. Lambda allows ten seconds, and then again the timeout of the function. Here
 * the limit is longer, so that an import on a busy machine does not fail.
 */
const MAX_INIT_MS = 30_000

interface Pending {
  readonly invocation: Invocation
  resolve(body: string): void
  reject(error: FunctionError): void
}

export const exitError = (requestId: string, code: number) =>
  new FunctionError(
    'Runtime.ExitError',
    `RequestId: ${requestId} Error: Runtime exited with error: exit status ${code}`,
  )

export const outOfMemory = (requestId: string) =>
  new FunctionError('Runtime.OutOfMemory', `RequestId: ${requestId} Error: Runtime exited with error: signal: killed`)

export const trackCurrentEvent = () => {
  let pending: Pending | undefined
  const settle = (complete: (pending: Pending) => void) => {
    const current = pending
    pending = undefined
    if (current) complete(current)
  }
  return {
    get invocation(): Invocation | undefined {
      return pending?.invocation
    },
    take(invocation: Invocation): Promise<string> {
      const { promise, resolve, reject } = Promise.withResolvers<string>()
      pending = { invocation, resolve, reject }
      return promise
    },
    end: (body: string) => settle(({ resolve }) => resolve(body)),
    fail: (error: FunctionError) => settle(({ reject }) => reject(error)),
  }
}

export type CurrentEvent = ReturnType<typeof trackCurrentEvent>

/** Creates the state of a thread: it becomes ready once and ends once. If it ends, its event fails. */
export const threadState = (worker: Worker, currentEvent: CurrentEvent, label: string) => {
  const { promise: ready, resolve, reject } = Promise.withResolvers<void>()
  ready.catch(() => {})
  let alive = true
  const markEnded = (error: FunctionError) => {
    alive = false
    clearTimeout(initTimer)
    reject(error)
    currentEvent.fail(error)
  }
  const terminateWith = (error: FunctionError) => {
    markEnded(error)
    void worker.terminate()
  }
  const initTimer = setTimeout(() => {
    terminateWith(
      new FunctionError('Sandbox.Timedout', `Init of ${label} took longer than ${MAX_INIT_MS / 1000} seconds`),
    )
  }, MAX_INIT_MS)
  return {
    ready,
    get alive() {
      return alive
    },
    becomeReady() {
      clearTimeout(initTimer)
      resolve()
    },
    markEnded,
    terminateWith,
  }
}

export type ThreadState = ReturnType<typeof threadState>
