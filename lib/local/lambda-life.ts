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
const initMs = 30_000

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

/** Creates the state of a thread: it becomes ready once and ends once. If it ends, its event fails. */
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
    died,
    breakWith,
  }
}

export type Life = ReturnType<typeof lifeOf>
