import type { Worker } from 'node:worker_threads'
import { FunctionError } from './aws/ports.ts'

/** Where the bytes of a streamed response go. */
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
 * For importing the module. Lambda allows ten seconds, and then again the function's whole time; here a machine that is
 * busy with other things must not look like a bundle that does not load.
 */
const initMs = 30_000

interface Pending {
  readonly invocation: Invocation
  resolve(body: string): void
  reject(error: FunctionError): void
}

/** Of a thread that ended before it answered. */
export const exitError = (requestId: string, code: number) =>
  new FunctionError(
    'Runtime.ExitError',
    `RequestId: ${requestId} Error: Runtime exited with error: exit status ${code}`,
  )

export const outOfMemory = (requestId: string) =>
  new FunctionError('Runtime.OutOfMemory', `RequestId: ${requestId} Error: Runtime exited with error: signal: killed`)

/** The event that an environment runs, with the promise of its result. */
export const eventInHand = () => {
  let pending: Pending | undefined
  const settle = (act: (pending: Pending) => void) => {
    const settled = pending
    pending = undefined
    if (settled) act(settled)
  }
  return {
    get invocation(): Invocation | undefined {
      return pending?.invocation
    },
    /** Resolves or rejects when the event ends. */
    take(invocation: Invocation): Promise<string> {
      const { promise, resolve, reject } = Promise.withResolvers<string>()
      pending = { invocation, resolve, reject }
      return promise
    },
    end: (body: string) => settle(({ resolve }) => resolve(body)),
    fail: (error: FunctionError) => settle(({ reject }) => reject(error)),
  }
}

export type EventInHand = ReturnType<typeof eventInHand>

/** A thread becomes ready once and dies once; with it dies the event that it runs. */
export const lifeOf = (worker: Worker, inHand: EventInHand, label: string) => {
  const { promise: ready, resolve, reject } = Promise.withResolvers<void>()
  ready.catch(() => {})
  let alive = true
  const died = (error: FunctionError) => {
    alive = false
    clearTimeout(initTimer)
    reject(error)
    inHand.fail(error)
  }
  const breakWith = (error: FunctionError) => {
    died(error)
    void worker.terminate()
  }
  const initTimer = setTimeout(() => {
    breakWith(new FunctionError('Sandbox.Timedout', `Init of ${label} took longer than ${initMs / 1000} seconds`))
  }, initMs)
  return {
    ready,
    get alive() {
      return alive
    },
    becomeReady() {
      clearTimeout(initTimer)
      resolve()
    },
    /** Tells of a thread that is gone. */
    died,
    /** Ends a thread that must not go on. */
    breakWith,
  }
}

export type Life = ReturnType<typeof lifeOf>
