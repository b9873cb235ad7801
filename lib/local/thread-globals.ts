import { formatWithOptions } from 'node:util'
import type { LogLevel } from './lambda-protocol.ts'

/**
 * Makes `Math.random` of this thread draw below the bound that the shared cells say. Pauses between tries are drawn, by
 * the SDK as by our own code, so with a low bound they are short ones that might have been drawn anyhow.
 */
const boundDraws = (shared: Float64Array): void => {
  const draw = Math.random.bind(Math)
  Math.random = () => draw() * (shared[1] ?? 1)
}

/**
 * Makes `Date` of this thread run ahead of the machine's clock, as the shared cells say, so that handlers see the local
 * clock. Timers stay real: a handler never outlives its timeout. Random pauses are bounded by the cells, too.
 * @returns the real `Date.now`, for deadlines.
 */
export const shiftDate = (shared: Float64Array): (() => number) => {
  boundDraws(shared)
  const RealDate = Date
  const realNow = RealDate.now.bind(RealDate)
  const now = () => realNow() + (shared[0] ?? 0)
  globalThis.Date = new Proxy(RealDate, {
    construct: (target, given, newTarget) =>
      Reflect.construct(target, given.length === 0 ? [now()] : given, newTarget as new () => Date) as Date,
    apply: () => new RealDate(now()).toString(),
    get: (target, property, receiver) =>
      property === 'now' ? now : (Reflect.get(target, property, receiver) as unknown),
  })
  return realNow
}

type Write = (chunk: Uint8Array | string, ...rest: readonly unknown[]) => boolean

/**
 * Sends what a function writes to its standard output to the runner as it is written. Lambda's pipe takes it at once; a thread
 * would keep the end of it until its next event, if it is frozen before.
 */
export const captureOutput = (print: (level: LogLevel, text: string) => void): void => {
  const at =
    (level: LogLevel): Write =>
    (chunk, ...rest) => {
      print(level, (typeof chunk === 'string' ? chunk : Buffer.from(chunk).toString()).trimEnd())
      const done = rest.find((each) => typeof each === 'function')
      if (done) queueMicrotask(done as () => void)
      return true
    }
  Object.assign(process.stdout, { write: at('info') })
  Object.assign(process.stderr, { write: at('error') })
}

/** Sends the console output of a function to the runner, one line a call, without colors. */
export const captureConsole = (print: (level: LogLevel, text: string) => void): void => {
  const at =
    (level: LogLevel) =>
    (...values: unknown[]) =>
      print(level, formatWithOptions({ colors: false, depth: 6 }, ...values))
  Object.assign(console, {
    log: at('info'),
    info: at('info'),
    warn: at('warn'),
    error: at('error'),
    debug: at('debug'),
    trace: at('trace'),
  })
}
