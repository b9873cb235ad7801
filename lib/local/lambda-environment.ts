import { randomBytes, randomUUID } from 'node:crypto'
import { Worker } from 'node:worker_threads'
import { FunctionError } from './aws/ports.ts'
import type { LocalFunction } from './function-model.ts'
import { heapLimits, watchMemory } from './lambda-memory.ts'
import type { FromWorker, LambdaFailure, LogLevel, ToWorker, WorkerBoot } from './lambda-protocol.ts'

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

export interface EnvironmentDeps {
  readonly fn: LocalFunction
  readonly entry: string
  readonly environment: Readonly<Record<string, string>>
  readonly clock: SharedArrayBuffer
  readonly log: (entry: { level: LogLevel; text: string; requestId: string | undefined }) => void
}

/** One execution environment: a worker thread that has imported the bundle and runs one event at a time. */
export interface Environment {
  /** Resolves when the bundle is imported; rejects with FunctionError when it cannot be. */
  readonly ready: Promise<void>
  /** The answer as JSON text; the empty string after a streamed one. Rejects with FunctionError. */
  run(invocation: Invocation): Promise<string>
  /** False once the thread is gone; a broken environment is not used again. */
  readonly alive: boolean
  /** Tells the function that bytes of its stream were taken, or that its reader left. */
  taken(bytes: number): void
  readerLeft(): void
  end(): Promise<void>
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

const exitError = (requestId: string, code: number) =>
  new FunctionError(
    'Runtime.ExitError',
    `RequestId: ${requestId} Error: Runtime exited with error: exit status ${code}`,
  )

const outOfMemory = (requestId: string) =>
  new FunctionError('Runtime.OutOfMemory', `RequestId: ${requestId} Error: Runtime exited with error: signal: killed`)

function crash(error: unknown, requestId: string): FunctionError {
  const { code, name, message } = error as NodeJS.ErrnoException
  if (code === 'ERR_WORKER_OUT_OF_MEMORY') return outOfMemory(requestId)
  return new FunctionError(name === 'Error' ? 'Runtime.UnhandledError' : (name ?? 'Runtime.UnhandledError'), message)
}

const failed = ({ errorType, errorMessage }: LambdaFailure) => new FunctionError(errorType, errorMessage)

function boot({ fn, entry, clock }: EnvironmentDeps, events: SharedArrayBuffer): WorkerBoot {
  const day = new Date().toISOString().slice(0, 10).replaceAll('-', '/')
  return {
    entry,
    exportName: fn.handler.split('.').at(-1) ?? 'handler',
    functionName: fn.name,
    memoryMb: fn.memoryMb,
    logGroup: `/aws/lambda/${fn.name}`,
    logStream: `${day}/[$LATEST]${randomBytes(16).toString('hex')}`,
    clock,
    events,
  }
}

/** Starts a thread with exactly `environment` as its process.env: nothing of this process's own is seen in it. */
export function startEnvironment(deps: EnvironmentDeps): Environment {
  const { fn, log } = deps
  const events = new SharedArrayBuffer(4)
  const counter = new Int32Array(events)
  const worker = new Worker(new URL('./lambda-worker.ts', import.meta.url), {
    workerData: boot(deps, events),
    env: { ...deps.environment },
    argv: [],
    execArgv: [],
    stdin: false,
    stdout: true,
    stderr: true,
    name: fn.label,
    resourceLimits: heapLimits(fn.memoryMb),
  })
  const { promise: ready, resolve: becomeReady, reject: breakReady } = Promise.withResolvers<void>()
  ready.catch(() => {})
  let pending: Pending | undefined
  let alive = true
  let initTimer: NodeJS.Timeout | undefined

  const say = (message: ToWorker) => worker.postMessage(message)
  const settle = (act: (pending: Pending) => void) => {
    const settled = pending
    pending = undefined
    if (settled) act(settled)
  }
  const die = (error: FunctionError) => {
    alive = false
    clearTimeout(initTimer)
    breakReady(error)
    settle(({ reject }) => reject(error))
  }
  const end = async () => {
    die(exitError(pending?.invocation.requestId ?? randomUUID(), 137))
    await worker.terminate()
  }
  const breakWith = (error: FunctionError) => {
    die(error)
    void worker.terminate()
  }

  const receive: { [M in FromWorker as M['type']]: (message: M) => void } = {
    ready: () => {
      clearTimeout(initTimer)
      becomeReady()
    },
    broken: ({ failure }) => {
      const text = ['The bundle does not load:', ...(failure.trace ?? [failure.errorMessage])].join('\n')
      log({ level: 'error', text, requestId: undefined })
      breakWith(failed(failure))
    },
    log: ({ level, text, requestId }) => log({ level, text, requestId }),
    result: ({ body }) => settle(({ resolve }) => resolve(body)),
    failed: ({ failure }) => settle(({ reject }) => reject(failed(failure))),
    stream: ({ contentType }) => pending?.invocation.sink?.started(contentType),
    chunk: ({ bytes }) => pending?.invocation.sink?.chunk(bytes),
    end: () => settle(({ resolve }) => resolve('')),
  }
  worker.on('message', (message: FromWorker) => (receive[message.type] as (m: FromWorker) => void)(message))
  worker.on('error', (error) => die(crash(error, pending?.invocation.requestId ?? '')))
  worker.on('exit', (code) => die(exitError(pending?.invocation.requestId ?? '', code)))
  for (const [stream, level] of [
    [worker.stdout, 'info'],
    [worker.stderr, 'error'],
  ] as const) {
    stream.setEncoding('utf8')
    stream.on('data', (text: string) => log({ level, text: text.trimEnd(), requestId: pending?.invocation.requestId }))
  }
  initTimer = setTimeout(() => {
    breakWith(new FunctionError('Sandbox.Timedout', `Init of ${fn.label} took longer than ${initMs / 1000} seconds`))
  }, initMs)

  return {
    ready,
    get alive() {
      return alive
    },
    async run(invocation) {
      await ready
      const { promise, resolve, reject } = Promise.withResolvers<string>()
      if (!alive) throw exitError(invocation.requestId, 1)
      pending = { invocation, resolve, reject }
      const { requestId, event, die: drill } = invocation
      const timer = setTimeout(() => {
        const seconds = (fn.timeoutMs / 1000).toFixed(2)
        breakWith(
          new FunctionError(
            'Sandbox.Timedout',
            `RequestId: ${requestId} Error: Task timed out after ${seconds} seconds`,
          ),
        )
      }, fn.timeoutMs)
      const unwatch = watchMemory(worker, fn.memoryMb, () => breakWith(outOfMemory(requestId)))
      Atomics.add(counter, 0, 1)
      Atomics.notify(counter, 0)
      say({ type: 'invoke', requestId, event, arn: fn.arn, deadline: Date.now() + fn.timeoutMs, die: drill })
      return promise.finally(() => {
        clearTimeout(timer)
        unwatch()
      })
    },
    taken: (bytes) => say({ type: 'taken', bytes }),
    readerLeft: () => say({ type: 'left' }),
    end,
  }
}

/** Stands for an environment that could not be started at all: the event that asked for it fails with why. */
export function brokenEnvironment(error: unknown): Environment {
  const ready = Promise.reject(error instanceof Error ? error : new Error(String(error)))
  ready.catch(() => {})
  return {
    ready,
    alive: false,
    run: async () => {
      await ready
      return ''
    },
    taken: () => {},
    readerLeft: () => {},
    end: async () => {},
  }
}
