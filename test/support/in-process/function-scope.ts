import { AsyncLocalStorage } from 'node:async_hooks'
import { formatWithOptions } from 'node:util'
import type { LogLevel } from '../../../lib/local/lambda-protocol.ts'

/** The state that a separate process would give to a function. */
export interface FunctionScope {
  readonly environment: NodeJS.ProcessEnv
  /** The milliseconds by which the function's time is ahead of the machine's, and the upper bound of Math.random. */
  readonly clock: Float64Array
  readonly print: (level: LogLevel, text: string) => void
}

/** Returns the machine's time in milliseconds, also inside a function whose time is ahead. */
export const machineNow: () => number = Date.now.bind(Date)

const scopes = new AsyncLocalStorage<FunctionScope>()
const outside = AsyncLocalStorage.snapshot()

/** Runs work in the scope of a function. As in another process, the async context of its caller is not visible. */
export const inScope = <Result>(scope: FunctionScope, work: () => Result): Result =>
  outside(() => scopes.run(scope, work))

/** Returns the access key ID of the running function; undefined outside functions. */
export const accessKeyHere = (): string | undefined => scopes.getStore()?.environment.AWS_ACCESS_KEY_ID

const scopeEnvironment = (): void => {
  const processEnvironment = process.env
  Object.defineProperty(process, 'env', {
    get: () => scopes.getStore()?.environment ?? processEnvironment,
    configurable: true,
  })
}

const scopeTime = (): void => {
  const RealDate = Date
  const now = () => machineNow() + (scopes.getStore()?.clock[0] ?? 0)
  globalThis.Date = new Proxy(RealDate, {
    construct: (target, args, newTarget) =>
      Reflect.construct(target, args.length === 0 ? [now()] : args, newTarget as new () => Date) as Date,
    apply: () => new RealDate(now()).toString(),
    get: (target, property, receiver) =>
      property === 'now' ? now : (Reflect.get(target, property, receiver) as unknown),
  })
}

const scopeRandom = (): void => {
  const realRandom = Math.random.bind(Math)
  Math.random = () => realRandom() * (scopes.getStore()?.clock[1] ?? 1)
}

type Write = (chunk: Uint8Array | string, ...rest: unknown[]) => boolean

const scopeOutput = (): void => {
  for (const [stream, level] of [
    [process.stdout, 'info'],
    [process.stderr, 'error'],
  ] as const) {
    const write = stream.write.bind(stream) as Write
    const scoped: Write = (chunk, ...rest) => {
      const print = scopes.getStore()?.print
      if (print === undefined) return write(chunk, ...rest)
      print(level, (typeof chunk === 'string' ? chunk : Buffer.from(chunk).toString()).trimEnd())
      return true
    }
    Object.assign(stream, { write: scoped })
  }
}

const scopeConsole = (): void => {
  for (const level of ['log', 'info', 'warn', 'error', 'debug', 'trace'] as const) {
    const original = console[level].bind(console)
    console[level] = (...values: unknown[]) => {
      const print = scopes.getStore()?.print
      if (print === undefined) original(...values)
      else print(level === 'log' ? 'info' : level, formatWithOptions({ colors: false, depth: 6 }, ...values))
    }
  }
}

let isInstalled = false

/** Gives each function of this thread its own environment, time, random values and output. Other code is not scoped. */
export const installScopes = (): void => {
  if (isInstalled) return
  isInstalled = true
  for (const install of [scopeEnvironment, scopeTime, scopeRandom, scopeOutput, scopeConsole]) install()
}
