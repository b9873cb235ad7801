import type { Environment } from './lambda-environment.ts'

export type AllIdleEnvironments = ReturnType<typeof idleEnvironments>
export type IdleEnvironments = ReturnType<AllIdleEnvironments['ofFunction']>

/** A thread needs about 20 MB. On AWS this memory would belong to other machines. */
export const IDLE_MAX = 20
export const IDLE_MS = 30_000

/** Retains at most `most` idle environments of all functions, the newest ones, each for at most `ms`. */
export const idleEnvironments = ({ most = IDLE_MAX, ms = IDLE_MS } = {}) => {
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
        put(environment: Environment): void {
          all.push({ of, environment, since: performance.now() })
          if (all.length > most) end(all.slice(0, 1))
        },
        take(): Environment | undefined {
          const last = idleOfFunction().at(-1)
          if (last) all = all.filter((each) => each !== last)
          return last?.environment
        },
        empty(): Environment[] {
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
