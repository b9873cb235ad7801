import type { Environment } from './lambda-environment.ts'

/** The environments of one function that wait for an event. */
export interface IdleEnvironments {
  put(environment: Environment): void
  /** The one that has waited for the shortest time, which is no longer idle. */
  take(): Environment | undefined
  /** All of them, which are no longer kept. */
  empty(): Environment[]
  count(): number
}

/** Those of all functions. */
export interface AllIdleEnvironments {
  /** A place for those of another function. */
  ofFunction(): IdleEnvironments
  stop(): void
}

/** A thread takes some 20 MB; on AWS this memory would be that of other machines. */
export const IDLE_MOST = 20
export const IDLE_MS = 30_000

/** Keeps at most so many idle environments of all functions together, the latest, and none for longer than `ms`. */
export const idleEnvironments = ({ most = IDLE_MOST, ms = IDLE_MS } = {}): AllIdleEnvironments => {
  let all: { readonly of: object; readonly environment: Environment; readonly since: number }[] = []
  const end = (ended: typeof all) => {
    all = all.filter((each) => !ended.includes(each))
    for (const { environment } of ended) void environment.end()
  }
  const reaper = setInterval(() => {
    const now = performance.now()
    end(all.filter(({ since }) => now - since > ms))
  }, ms / 4).unref()
  return {
    ofFunction() {
      const of = {}
      const idleOfFunction = () => all.filter((each) => each.of === of)
      return {
        put(environment) {
          all.push({ of, environment, since: performance.now() })
          if (all.length > most) end(all.slice(0, 1))
        },
        take() {
          const last = idleOfFunction().at(-1)
          if (last) all = all.filter((each) => each !== last)
          return last?.environment
        },
        empty() {
          const ended = idleOfFunction()
          all = all.filter((each) => each.of !== of)
          return ended.map(({ environment }) => environment)
        },
        count: () => idleOfFunction().length,
      }
    },
    stop: () => clearInterval(reaper),
  }
}
