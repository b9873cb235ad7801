import { formatWithOptions } from 'node:util'
import type { LogLevel } from './lambda-protocol.ts'

/**
 * Makes `Date` of this thread run ahead of the machine's by what the shared cell says, so that advancing the local
 * clock is felt by handlers. Timers stay real: a handler never outlives its timeout.
 * @returns the real `Date.now`, for deadlines.
 */
export function shiftDate(ahead: Float64Array): () => number {
  const RealDate = Date
  const realNow = RealDate.now.bind(RealDate)
  const now = () => realNow() + (ahead[0] ?? 0)
  globalThis.Date = new Proxy(RealDate, {
    construct: (target, given, newTarget) =>
      Reflect.construct(target, given.length === 0 ? [now()] : given, newTarget as new () => Date) as Date,
    apply: () => new RealDate(now()).toString(),
    get: (target, property, receiver) =>
      property === 'now' ? now : (Reflect.get(target, property, receiver) as unknown),
  })
  return realNow
}

/** Sends what a function prints to the runner, one call a line, without the colours of a terminal. */
export function captureConsole(print: (level: LogLevel, text: string) => void): void {
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
