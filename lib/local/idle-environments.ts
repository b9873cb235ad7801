import type { Environment } from './lambda-environment.ts'

export type AllIdleEnvironments = ReturnType<typeof idleEnvironments>
export type IdleEnvironments = ReturnType<AllIdleEnvironments['ofFunction']>

/** A thread needs about 20 MB. On AWS this memory would belong to other machines. */
export const MAX_IDLE = 20
export const MAX_IDLE_MS = 30_000

/** Retains at most `max` idle environments of all functions, the newest ones, each for at most `ms`. */
export const idleEnvironments = ({ max = MAX_IDLE, ms = MAX_IDLE_MS } = {}) => {
  let all: { readonly owner: object; readonly environment: Environment; readonly since: number }[] = []
  const endAll = (ended: typeof all) => {
    all = all.filter((each) => !ended.includes(each))
    for (const { environment } of ended) void environment.end()
  }
  const reaper = setInterval(() => {
    const now = performance.now()
    endAll(all.filter(({ since }) => now - since > ms))
  }, ms / 4).unref()
  return {
    ofFunction() {
      const owner = {}
      const idleOfFunction = () => all.filter((each) => each.owner === owner)
      return {
        put(environment: Environment): void {
          all.push({ owner, environment, since: performance.now() })
          if (all.length > max) endAll(all.slice(0, 1))
        },
        take(): Environment | undefined {
          const last = idleOfFunction().at(-1)
          if (last) all = all.filter((each) => each !== last)
          return last?.environment
        },
        takeAll(): Environment[] {
          const ended = idleOfFunction()
          all = all.filter((each) => each.owner !== owner)
          return ended.map(({ environment }) => environment)
        },
        count: () => idleOfFunction().length,
      }
    },
    stop: () => clearInterval(reaper),
  }
}
