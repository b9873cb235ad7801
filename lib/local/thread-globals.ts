import { formatWithOptions } from 'node:util'
import type { LogLevel } from './lambda-protocol.ts'

/**
 * Limits `Math.random` of this thread to the bound in the shared cells. Retry pauses of the SDK and of functions are
 * random, so a low bound makes them short but still possible values.
 */
const boundRandom = (shared: Float64Array): void => {
  const random = Math.random.bind(Math)
  Math.random = () => random() * (shared[1] ?? 1)
}

/**
 * Shifts `Date` of this thread by the lead in the shared cells, so that handlers see the local clock. Timers use real
 * time: a handler never outlives its timeout. Random values are limited by the cells as well.
 * @returns the real `Date.now`, for deadlines.
 */
export const shiftDate = (shared: Float64Array): (() => number) => {
  boundRandom(shared)
  const RealDate = Date
  const realNow = RealDate.now.bind(RealDate)
  const now = () => realNow() + (shared[0] ?? 0)
  globalThis.Date = new Proxy(RealDate, {
    construct: (target, args, newTarget) =>
      Reflect.construct(target, args.length === 0 ? [now()] : args, newTarget as new () => Date) as Date,
    apply: () => new RealDate(now()).toString(),
    get: (target, property, receiver) =>
      property === 'now' ? now : (Reflect.get(target, property, receiver) as unknown),
  })
  return realNow
}

type Write = (chunk: Uint8Array | string, ...rest: readonly unknown[]) => boolean

/**
 * Sends standard output of a function to the runner immediately, as Lambda's pipe does. Otherwise a thread that freezes
 * would deliver its last output only at its next event.
 */
export const captureOutput = (print: (level: LogLevel, text: string) => void): void => {
  const writeAt =
    (level: LogLevel): Write =>
    (chunk, ...rest) => {
      print(level, (typeof chunk === 'string' ? chunk : Buffer.from(chunk).toString()).trimEnd())
      const done = rest.find((each) => typeof each === 'function')
      if (done) queueMicrotask(done as () => void)
      return true
    }
  Object.assign(process.stdout, { write: writeAt('info') })
  Object.assign(process.stderr, { write: writeAt('error') })
}

/** Sends console output of a function to the runner, one line per call, without colors. */
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
