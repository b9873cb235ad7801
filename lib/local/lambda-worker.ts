import { flushCompileCache } from 'node:module'
import { parentPort, workerData } from 'node:worker_threads'
import { contextOf, failureOf } from './lambda-context.ts'
import type { FromWorker, InvokeMessage, LogLevel, ToWorker, WorkerBoot } from './lambda-protocol.ts'
import { defineAwslambda, isStreaming, type LambdaHandler, responseStream } from './lambda-streaming.ts'
import { captureConsole, captureOutput, shiftDate } from './thread-globals.ts'

/** The thread of an execution environment. It imports the bundle once, then runs one event at a time. */

const boot = workerData as WorkerBoot
const events = new Int32Array(boot.events)
const report = (message: FromWorker) => parentPort?.postMessage(message)
let current: InvokeMessage | undefined
let stream: ReturnType<typeof responseStream> | undefined
let handler: LambdaHandler | undefined

/**
 * Blocks the thread until the next event, as Lambda freezes an environment between events: work that a handler did not
 * await continues only with the next event. If an event has already arrived, the counter differs from `lastCount`, and the
 * wait ends immediately.
 */
const freeze = (lastCount: number): void => {
  Atomics.wait(events, 0, lastCount)
}

const run = async (message: InvokeMessage, now: () => number): Promise<void> => {
  current = message
  const lastCount = Atomics.load(events, 0)
  // Processes connections that closed during the freeze, before the handler uses them.
  await new Promise<void>((resolve) => setImmediate(resolve))
  if (message.die === 'before') process.exit(1)
  try {
    if (!handler) throw new Error('The handler is not loaded')
    const event = JSON.parse(message.event) as unknown
    if (isStreaming(handler)) {
      stream = responseStream(report)
      await handler(event, stream.writable, contextOf(boot, message, now))
      await stream.finished
      if (stream.writable.errored) throw stream.writable.errored
      if (message.die === 'after') process.exit(1)
      report({ type: 'end' })
    } else {
      const result = (await handler(event, contextOf(boot, message, now))) ?? null
      if (message.die === 'after') process.exit(1)
      report({ type: 'result', body: JSON.stringify(result) })
    }
  } catch (error) {
    const failure = failureOf(error)
    console.error('Invoke Error', JSON.stringify({ ...failure, stack: failure.trace }))
    report({ type: 'failed', failure })
  }
  stream = undefined
  current = undefined
  setImmediate(freeze, lastCount)
}

const start = async (): Promise<void> => {
  const started = performance.now()
  const print = (level: LogLevel, text: string) => report({ type: 'log', level, text, requestId: current?.requestId })
  captureConsole(print)
  captureOutput(print)
  const now = shiftDate(new Float64Array(boot.clock))
  defineAwslambda()
  try {
    const module = (await import(boot.entry)) as Record<string, unknown>
    const exported = module[boot.exportName]
    if (typeof exported !== 'function') {
      const errorMessage = `${boot.entry} has no export ${boot.exportName} that is a function`
      report({ type: 'broken', failure: { errorType: 'Runtime.HandlerNotFound', errorMessage } })
      return
    }
    handler = exported as LambdaHandler
  } catch (error) {
    const failure = failureOf(error)
    const isModuleMissing = (error as { code?: string }).code === 'ERR_MODULE_NOT_FOUND'
    report({
      type: 'broken',
      failure: isModuleMissing ? { ...failure, errorType: 'Runtime.ImportModuleError' } : failure,
    })
    return
  }
  parentPort?.on('message', (message: ToWorker) => {
    if (message.type === 'invoke') void run(message, now)
    else if (message.type === 'acknowledged') stream?.acknowledge(message.bytes)
    else stream?.closeReader()
  })
  report({ type: 'ready', initMs: performance.now() - started })
  // Node writes the code cache when a thread ends, possibly hours later. The next environment needs it earlier.
  flushCompileCache()
}

void start()
