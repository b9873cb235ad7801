import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { PassThrough, type Readable } from 'node:stream'
import { FunctionError, type LocalClock } from './aws/ports.ts'
import type { LocalFunction } from './function-model.ts'
import { type Environment, startEnvironment } from './lambda-environment.ts'
import { lambdaPool, type Pool } from './lambda-pool.ts'
import type { LogLevel } from './lambda-protocol.ts'

/** Lambda's limits in bytes; emulators do not enforce them and users meet them in production. */
export const lambdaLimits = {
  event: 6_291_456,
  asyncEvent: 1_048_576,
  response: 6_291_556,
  streamed: 200 * 1024 * 1024,
} as const

export interface FunctionLog {
  readonly fn: string
  readonly requestId: string | undefined
  readonly level: LogLevel
  readonly text: string
}

export interface LambdaServiceDeps {
  readonly functions: readonly LocalFunction[]
  /** The folder of the bundles, absolute. */
  readonly dist: string
  /** Value of AWS_ENDPOINT_URL. */
  readonly endpoint: string
  readonly clock: Pick<LocalClock, 'offset' | 'after'>
  readonly log: (entry: FunctionLog) => void
  /** The template's variables with what only the running stack knows filled in; asked for at each cold start. */
  readonly variables?: ((fn: LocalFunction) => Readonly<Record<string, string>>) | undefined
  /** Environments of one function at once; default 16. */
  readonly concurrency?: number | undefined
}

export interface FunctionState {
  readonly name: string
  readonly functionName: string
  readonly arn: string
  readonly busy: number
  readonly idle: number
  readonly waiting: number
  /** Environments started so far, which is how many cold starts there were. */
  readonly started: number
}

/** A drill: the `nth` next event of a function (1 = the next) finds its environment dying. */
export interface Fault {
  readonly function: string
  readonly nth: number
  /** Before the handler ran, or after it ran and before its answer is out. */
  readonly when: 'before' | 'after'
}

export interface LambdaService {
  /** Runs a function by ARN or name with a JSON value; rejects with FunctionError when it failed. */
  invoke(arn: string, payload: unknown): Promise<unknown>
  /** The same with the event and the answer as JSON text. */
  invokeText(arn: string, event: string): Promise<string>
  /** The bytes of a streamed response, metadata included. Errors of the function destroy it. */
  invokeStream(
    arn: string,
    event: string,
  ): { readonly body: Readable; readonly contentType: Promise<string | undefined> }
  /** Invocation type Event: answered at once, retried twice (after one and two minutes on the local clock). */
  invokeLater(arn: string, payload: unknown): void
  functions(): FunctionState[]
  /** By label or function name. Answers how many environments ended. */
  kill(name: string): Promise<number>
  fault(fault: Fault): void
  /** New code for the functions of these bundles: the next event runs it, running ones finish on the old. */
  reload(bundles: readonly string[]): readonly string[]
  clockMoved(): void
  stop(graceMs: number): Promise<void>
}

interface Slot {
  readonly fn: LocalFunction
  readonly pool: Pool
  readonly faults: { left: number; readonly when: 'before' | 'after' }[]
}

/** What Lambda itself puts into a function's environment, and where the SDK finds the embedded services. */
const runtimeVariables = (fn: LocalFunction, taskRoot: string, endpoint: string): Record<string, string> => ({
  AWS_REGION: fn.region,
  AWS_DEFAULT_REGION: fn.region,
  AWS_LAMBDA_FUNCTION_NAME: fn.name,
  AWS_LAMBDA_FUNCTION_MEMORY_SIZE: String(fn.memoryMb),
  AWS_LAMBDA_FUNCTION_VERSION: '$LATEST',
  AWS_LAMBDA_INITIALIZATION_TYPE: 'on-demand',
  AWS_LAMBDA_LOG_GROUP_NAME: `/aws/lambda/${fn.name}`,
  AWS_EXECUTION_ENV: 'AWS_Lambda_nodejs24.x',
  AWS_ACCESS_KEY_ID: 'LOCALACCESSKEY',
  AWS_SECRET_ACCESS_KEY: 'local-secret-key',
  AWS_SESSION_TOKEN: 'local-session-token',
  // An endpoint whose host is an IP address makes the S3 client use path style by itself.
  AWS_ENDPOINT_URL: endpoint,
  _HANDLER: fn.handler,
  LAMBDA_TASK_ROOT: taskRoot,
  LAMBDA_RUNTIME_DIR: '/var/runtime',
  LANG: 'en_US.UTF-8',
  PATH: '/var/lang/bin:/usr/local/bin:/usr/bin/:/bin:/opt/bin',
  TZ: ':UTC',
})

const nativeImport = /(?:from|import)\s*\(?\s*["']sharp["']/

/** The file that holds the handler. A bundle that needs the native layer, of a function without one, does not load. */
function entryOf(fn: LocalFunction, dist: string): { readonly entry: string; readonly root: string } {
  const root = fn.bundle === undefined ? (fn.assetDir ?? '') : join(dist, fn.bundle)
  const base = join(root, fn.handler.slice(0, fn.handler.lastIndexOf('.')))
  const entry = [`${base}.mjs`, `${base}.js`, `${base}.cjs`].find((file) => existsSync(file))
  if (!entry)
    throw new FunctionError('Runtime.ImportModuleError', `${fn.label}: there is no ${base}.mjs; run npm run build`)
  if (fn.layers === 0 && nativeImport.test(readFileSync(entry, 'utf8'))) {
    throw new FunctionError(
      'Runtime.ImportModuleError',
      `${fn.label}: Cannot find package 'sharp': its template gives the function no layer that carries it`,
    )
  }
  return { entry, root }
}

const sizeOf = (text: string): number => Buffer.byteLength(text)

export function lambdaService(deps: LambdaServiceDeps): LambdaService {
  const { functions, dist, endpoint, clock, log, concurrency = 16, variables = (fn) => fn.environment } = deps
  const cell = new SharedArrayBuffer(8)
  const ahead = new Float64Array(cell)
  ahead[0] = clock.offset
  const timers = new Set<() => void>()

  const slotOf = (fn: LocalFunction): Slot => {
    const faults: Slot['faults'] = []
    const nextFault = () => {
      for (const fault of faults) fault.left -= 1
      const due = faults.findIndex(({ left }) => left <= 0)
      return due < 0 ? undefined : faults.splice(due, 1)[0]?.when
    }
    const start = (): Environment => {
      const { entry, root } = entryOf(fn, dist)
      const environment = { ...variables(fn), ...runtimeVariables(fn, root, endpoint) }
      return startEnvironment({ fn, entry, environment, clock: cell, log: (line) => log({ fn: fn.label, ...line }) })
    }
    return { fn, faults, pool: lambdaPool({ start, max: concurrency, nextFault }) }
  }

  const slots = functions.map(slotOf)
  const find = (name: string): Slot => {
    const bare = name.replace(/^(arn:aws:lambda:[^:]+:[^:]+:function:[^:]+):.*$/, '$1')
    const found = slots.find(({ fn }) => fn.arn === bare || fn.name === bare || fn.label === bare)
    if (found) return found
    throw new FunctionError('ResourceNotFoundException', `Function not found: ${name}`)
  }

  const admit = (slot: Slot, event: string, limit: number) => {
    const size = sizeOf(event)
    if (size <= limit) return
    throw new FunctionError(
      'RequestEntityTooLargeException',
      `Request must be smaller than ${limit} bytes for the InvokeFunction operation of ${slot.fn.label}; it has ${size}`,
    )
  }

  const collect = async (slot: Slot, event: string): Promise<string> => {
    ahead[0] = clock.offset
    const chunks: Uint8Array[] = []
    const sink = (environment: Environment) => ({
      started: () => {},
      chunk: (bytes: Uint8Array) => {
        chunks.push(bytes)
        environment.taken(bytes.byteLength)
      },
    })
    const body = await slot.pool.run(event, { sink })
    return chunks.length > 0 ? Buffer.concat(chunks).toString() : body
  }

  const invokeText = async (arn: string, event: string): Promise<string> => {
    const slot = find(arn)
    admit(slot, event, lambdaLimits.event)
    const body = await collect(slot, event)
    if (sizeOf(body) <= lambdaLimits.response) return body
    throw new FunctionError(
      'Function.ResponseSizeTooLarge',
      `Response payload size exceeded maximum allowed payload size (${lambdaLimits.response} bytes): ${slot.fn.label} answered ${sizeOf(body)}`,
    )
  }

  const attempt = (slot: Slot, event: string, retriesMs: readonly number[]) => {
    collect(slot, event).catch((error: FunctionError) => {
      const [wait, ...rest] = retriesMs
      const text = `${error.errorType}: ${error.message}${wait === undefined ? '; given up' : '; will be retried'}`
      log({ fn: slot.fn.label, requestId: undefined, level: 'error', text })
      if (wait === undefined) return
      const cancel = clock.after(wait, () => {
        timers.delete(cancel)
        attempt(slot, event, rest)
      })
      timers.add(cancel)
    })
  }

  return {
    invokeText,
    async invoke(arn, payload) {
      return JSON.parse(await invokeText(arn, JSON.stringify(payload ?? {}))) as unknown
    },
    invokeStream(arn, event) {
      const slot = find(arn)
      admit(slot, event, lambdaLimits.event)
      ahead[0] = clock.offset
      return streamOf(slot, event)
    },
    invokeLater(arn, payload) {
      const slot = find(arn)
      const event = JSON.stringify(payload ?? {})
      admit(slot, event, lambdaLimits.asyncEvent)
      attempt(slot, event, [60_000, 120_000])
    },
    functions: () =>
      slots.map(({ fn, pool }) => ({ name: fn.label, functionName: fn.name, arn: fn.arn, ...pool.state() })),
    kill: (name) => find(name).pool.kill(),
    fault: ({ function: name, nth, when }) => void find(name).faults.push({ left: nth, when }),
    reload(bundles) {
      const stale = slots.filter(({ fn }) => fn.bundle !== undefined && bundles.includes(fn.bundle))
      for (const { pool } of stale) pool.retire()
      return stale.map(({ fn }) => fn.label)
    },
    clockMoved() {
      ahead[0] = clock.offset
    },
    async stop(graceMs) {
      for (const cancel of timers) cancel()
      await Promise.all(slots.map(({ pool }) => pool.drain(graceMs)))
    },
  }
}

/**
 * Chunks wait in a pass-through, and the function is told of each that found room on its reading side, so it never
 * runs far ahead of a slow reader.
 */
function streamOf(slot: Slot, event: string): ReturnType<LambdaService['invokeStream']> {
  const { promise: contentType, resolve } = Promise.withResolvers<string | undefined>()
  const body = new PassThrough({ highWaterMark: 64 * 1024 })
  let total = 0
  let runner: Environment | undefined
  let done = false
  // Whoever reads gets the error; that nobody does yet must not end the process.
  body.on('error', () => {})
  body.once('close', () => {
    if (!done) runner?.readerLeft()
  })
  const sink = (environment: Environment) => {
    runner = environment
    return {
      started: resolve,
      chunk: (bytes: Uint8Array) => {
        total += bytes.byteLength
        if (total > lambdaLimits.streamed) {
          body.destroy(new FunctionError('Function.ResponseSizeTooLarge', 'The streamed response exceeded 200 MB'))
        } else if (!body.destroyed) {
          body.write(bytes, () => {
            if (!done) environment.taken(bytes.byteLength)
          })
        }
      },
    }
  }
  slot.pool
    .run(event, { sink })
    .then((answer) => body.end(answer))
    .catch((error: Error) => body.destroy(error))
    .finally(() => {
      done = true
      resolve(undefined)
    })
  return { body, contentType }
}
