import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { Worker } from 'node:worker_threads'
import { FunctionError } from './aws/ports.ts'
import type { LocalFunction } from './function-model.ts'
import { entryOf } from './lambda-code.ts'
import { environmentNames } from './lambda-context.ts'
import {
  type CurrentEvent,
  exitError,
  type Invocation,
  outOfMemory,
  type ThreadState,
  threadState,
  trackCurrentEvent,
} from './lambda-life.ts'
import { heapLimits, watchMemory } from './lambda-memory.ts'
import type { FromWorker, LambdaFailure, LogLevel, ToWorker, WorkerBoot } from './lambda-protocol.ts'

export interface EnvironmentDeps {
  readonly fn: LocalFunction
  readonly environment: Readonly<Record<string, string>>
  /** Two Float64: the lead of the local clock in milliseconds, and the upper bound of Math.random. */
  readonly clock: SharedArrayBuffer
  readonly log: (entry: { level: LogLevel; text: string; requestId: string | undefined }) => void
}

/** Starts an execution environment of a function. It loads the code immediately. */
export type StartEnvironment = (deps: EnvironmentDeps) => Environment

/** One execution environment: a worker thread that has imported the bundle and runs one event at a time. */
export interface Environment {
  /** Resolves when the bundle is imported. Rejects with FunctionError if the import fails. */
  readonly ready: Promise<void>
  /** Returns the response as JSON text, or an empty string after a streamed response. Rejects with FunctionError. */
  run(invocation: Invocation): Promise<string>
  readonly alive: boolean
  acknowledge(bytes: number): void
  closeReader(): void
  end(): Promise<void>
}

/** Exit code of a process that SIGKILL ended. */
const KILLED_EXIT_CODE = 137

const crashError = (error: unknown, requestId: string): FunctionError => {
  const { code, name, message } = error as NodeJS.ErrnoException
  if (code === 'ERR_WORKER_OUT_OF_MEMORY') return outOfMemory(requestId)
  return new FunctionError(name === 'Error' ? 'Runtime.UnhandledError' : (name ?? 'Runtime.UnhandledError'), message)
}

const errorOf = ({ errorType, errorMessage }: LambdaFailure) => new FunctionError(errorType, errorMessage)

const bootData = ({ fn, clock }: EnvironmentDeps, entry: string, events: SharedArrayBuffer): WorkerBoot => ({
  ...environmentNames(fn),
  entry,
  exportName: fn.handler.split('.').at(-1) ?? 'handler',
  clock,
  events,
})

const listenTo = (worker: Worker, { log }: EnvironmentDeps, currentEvent: CurrentEvent, thread: ThreadState): void => {
  const receive: { [M in FromWorker as M['type']]: (message: M) => void } = {
    ready: thread.becomeReady,
    broken: ({ failure }) => {
      const text = ['The bundle could not be loaded:', ...(failure.trace ?? [failure.errorMessage])].join('\n')
      log({ level: 'error', text, requestId: undefined })
      thread.terminateWith(errorOf(failure))
    },
    log: ({ level, text, requestId }) => log({ level, text, requestId }),
    result: ({ body }) => currentEvent.end(body),
    failed: ({ failure }) => currentEvent.fail(errorOf(failure)),
    stream: ({ contentType }) => currentEvent.invocation?.sink?.started(contentType),
    chunk: ({ bytes }) => currentEvent.invocation?.sink?.chunk(bytes),
    end: () => currentEvent.end(''),
  }
  const requestId = () => currentEvent.invocation?.requestId
  worker.on('message', (message: FromWorker) => (receive[message.type] as (m: FromWorker) => void)(message))
  worker.on('error', (error) => thread.markEnded(crashError(error, requestId() ?? '')))
  worker.on('exit', (code) => thread.markEnded(exitError(requestId() ?? '', code)))
  for (const [stream, level] of [
    [worker.stdout, 'info'],
    [worker.stderr, 'error'],
  ] as const) {
    stream.setEncoding('utf8')
    stream.on('data', (text: string) => log({ level, text: text.trimEnd(), requestId: requestId() }))
  }
}

/** Ends the environment if the event exceeds its time or memory. Returns a function that stops the checks. */
const limitEvent = (
  worker: Worker,
  fn: LocalFunction,
  requestId: string,
  { terminateWith }: ThreadState,
): (() => void) => {
  const timer = setTimeout(() => {
    const seconds = (fn.timeoutMs / 1000).toFixed(2)
    const text = `RequestId: ${requestId} Error: Task timed out after ${seconds} seconds`
    terminateWith(new FunctionError('Sandbox.Timedout', text))
  }, fn.timeoutMs)
  const unwatch = watchMemory(worker, fn.memoryMb, () => terminateWith(outOfMemory(requestId)))
  return () => {
    clearTimeout(timer)
    unwatch()
  }
}

const startThread = (deps: EnvironmentDeps, dist: string, events: SharedArrayBuffer): Worker => {
  const { entry, root } = entryOf(deps.fn, dist)
  return new Worker(new URL('./lambda-worker.ts', import.meta.url), {
    workerData: bootData(deps, entry, events),
    // V8's code cache is stored with the bundles, for the next cold start.
    env: { ...deps.environment, LAMBDA_TASK_ROOT: root, NODE_COMPILE_CACHE: join(dist, '.compiled') },
    argv: [],
    execArgv: [],
    stdin: false,
    stdout: true,
    stderr: true,
    name: deps.fn.label,
    resourceLimits: heapLimits(deps.fn.memoryMb),
  })
}

const threadEnvironment = (deps: EnvironmentDeps, dist: string): Environment => {
  const { fn, log } = deps
  const events = new SharedArrayBuffer(4)
  const eventCount = new Int32Array(events)
  const worker = startThread(deps, dist, events)
  const currentEvent = trackCurrentEvent()
  const thread = threadState(worker, currentEvent, fn.label)
  listenTo(worker, deps, currentEvent, thread)
  const send = (message: ToWorker) => worker.postMessage(message)
  return {
    ready: thread.ready,
    get alive() {
      return thread.alive
    },
    async run(invocation) {
      await thread.ready
      const { requestId, event, die } = invocation
      if (!thread.alive) throw exitError(requestId, 1)
      const ended = currentEvent.take(invocation)
      const stopLimits = limitEvent(worker, fn, requestId, thread)
      Atomics.add(eventCount, 0, 1)
      Atomics.notify(eventCount, 0)
      send({ type: 'invoke', requestId, event, arn: fn.arn, deadline: Date.now() + fn.timeoutMs, die })
      return ended
        .catch((error: unknown) => {
          if (!thread.alive) log({ level: 'error', text: (error as Error).message, requestId })
          throw error
        })
        .finally(stopLimits)
    },
    acknowledge: (bytes) => send({ type: 'acknowledged', bytes }),
    closeReader: () => send({ type: 'reader-closed' }),
    async end() {
      thread.markEnded(exitError(currentEvent.invocation?.requestId ?? randomUUID(), KILLED_EXIT_CODE))
      await worker.terminate()
    },
  }
}

/** Returns an environment that starts after its bundle was built. Its events wait until then. */
const afterBuild = (built: Promise<void>, start: () => Environment): Environment => {
  let started: Environment | undefined
  let hasEnded = false
  const rejectStart = (error: unknown): never => {
    hasEnded = true
    if (error instanceof FunctionError) throw error
    throw new FunctionError('Runtime.ImportModuleError', error instanceof Error ? error.message : String(error))
  }
  const starting = built
    .then(() => {
      started = start()
      if (hasEnded) void started.end()
      return started
    })
    .catch(rejectStart)
  const ready = starting.then((environment) => environment.ready)
  ready.catch(() => {})
  return {
    ready,
    get alive() {
      return started?.alive ?? !hasEnded
    },
    run: async (invocation) => (await starting).run(invocation),
    acknowledge: (bytes) => started?.acknowledge(bytes),
    closeReader: () => started?.closeReader(),
    async end() {
      hasEnded = true
      await started?.end()
    },
  }
}

/**
 * Starts environments as threads. Each thread imports its bundle from the folder `dist`, an absolute path. `built`
 * resolves when a bundle is current.
 */
export const bundleThreads =
  (dist: string, built: (bundle: string) => Promise<void>): StartEnvironment =>
  (deps) => {
    const { bundle } = deps.fn
    const start = () => threadEnvironment(deps, dist)
    return bundle === undefined ? start() : afterBuild(built(bundle), start)
  }

/** Replaces an environment that could not start. Its events fail with the error. */
export const brokenEnvironment = (error: unknown): Environment => {
  const ready = Promise.reject(error instanceof Error ? error : new Error(String(error)))
  ready.catch(() => {})
  return {
    ready,
    alive: false,
    run: async () => {
      await ready
      return ''
    },
    acknowledge: () => {},
    closeReader: () => {},
    end: async () => {},
  }
}
