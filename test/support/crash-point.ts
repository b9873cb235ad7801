import { isLong } from './scale.ts'

/** The error of a call during which the process was killed. */
class Killed extends Error {
  override readonly name = 'Killed'
}

/** When the process is killed: before the call takes effect, after it but before the answer, or halfway through. */
export type Moment = 'before' | 'after' | 'midway'
export const MOMENTS: readonly Moment[] = ['before', 'after', 'midway']

const momentOf = (call: number): Moment => MOMENTS[call % MOMENTS.length] ?? 'before'

/** A fault at one call through the ports. */
export interface CrashPoint {
  /** The number of calls so far. */
  readonly calls: number
  readonly hasCrashed: boolean
  readonly around: (run: () => Promise<unknown>, midway?: () => Promise<unknown>) => Promise<unknown>
}

/** Kills the process at the call `at`, counted from 0. With `keepsCrashing` it also kills every later call. */
export const crashPoint = (at: number, moment: Moment, { keepsCrashing = false } = {}): CrashPoint => {
  let calls = 0
  let hasCrashed = false
  return {
    get calls() {
      return calls
    },
    get hasCrashed() {
      return hasCrashed
    },
    async around(run, midway) {
      const call = calls++
      if (call < at || (call > at && !keepsCrashing)) return run()
      hasCrashed = true
      if (moment === 'after') await run()
      if (moment === 'midway') await midway?.()
      throw new Killed(`killed ${moment} call ${at}`)
    },
  }
}

/** Runs `event` before, after or during the call `at`, as another process would at the worst moment. */
export const interruption = (at: number, moment: Moment, event: () => Promise<unknown>): CrashPoint => {
  let calls = 0
  let hasCrashed = false
  return {
    get calls() {
      return calls
    },
    get hasCrashed() {
      return hasCrashed
    },
    async around(run) {
      if (calls++ !== at) return run()
      hasCrashed = true
      if (moment === 'before') await event()
      if (moment !== 'midway') {
        const result = await run()
        if (moment === 'after') await event()
        return result
      }
      const [result] = await Promise.all([run(), event()])
      return result
    },
  }
}

/**
 * Runs `scenario` once per call that it makes, with a crash point at that call. Returns the number of crashes. Each
 * call has one of the moments in turn, or all of them with `LONG=1`. `step` skips calls of long scenarios.
 */
export const atEveryCall = async (
  make: (at: number, moment: Moment) => CrashPoint,
  scenario: (crash: CrashPoint, name: string) => Promise<void>,
  { step = 1 } = {},
): Promise<number> => {
  let runs = 0
  for (let at = 0, hasCrashed = true; hasCrashed; at += step) {
    hasCrashed = false
    for (const moment of isLong ? MOMENTS : [momentOf(at)]) {
      const crash = make(at, moment)
      await scenario(crash, `${moment} call ${at}`)
      if (crash.hasCrashed) runs++
      hasCrashed ||= crash.hasCrashed
    }
  }
  return runs
}

type AnyPort = Readonly<Record<string, (...args: never[]) => Promise<unknown>>>

/** Returns the port with the crash point around every call. A removal of several objects may crash halfway. */
export const withCrash = <Port extends object>(port: Port, { around }: CrashPoint): Port =>
  Object.fromEntries(
    Object.entries(port as unknown as AnyPort).map(([name, call]) => [
      name,
      (...args: never[]) => {
        const runHalf =
          name === 'remove'
            ? () => {
                const keys = (args as unknown as readonly (readonly string[])[]).flat()
                return call(keys.slice(0, Math.ceil(keys.length / 2)) as never)
              }
            : undefined
        return around(() => call(...args), runHalf)
      },
    ]),
  ) as unknown as Port
