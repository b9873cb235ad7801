import { randomUUID } from 'node:crypto'
import { FunctionError } from './aws/ports.ts'
import type { IdleEnvironments } from './idle-environments.ts'
import type { Environment } from './lambda-environment.ts'
import type { Invocation, StreamSink } from './lambda-life.ts'
import type { StartGate } from './start-gate.ts'

export interface PoolDeps {
  start(): Environment
  /** Most concurrent environments of the function. Further events wait. */
  readonly max: number
  nextFault(): 'before' | 'after' | undefined
  /** Limits the parallel starts of all functions. Without it, environments start immediately. */
  readonly gate?: StartGate | undefined
  readonly idle: IdleEnvironments
}

export interface RunOptions {
  readonly sink?: (environment: Environment) => StreamSink
  /** Rejects the event if this many events already run or wait. Without it, the event waits. */
  readonly atMost?: number | undefined
  readonly begun?: (() => void) | undefined
}

export type Pool = ReturnType<typeof lambdaPool>

/** The wait for a warm environment before another one starts. A cold start takes longer than most events. */
const patienceMs = 15
/** Starts environments: the first one immediately, further ones after an event has waited for a short time. */
const starter = (
  { start, max, gate = async () => () => {} }: Omit<PoolDeps, 'nextFault' | 'idle'>,
  { busy, waiting }: { readonly busy: ReadonlySet<Environment>; readonly waiting: readonly unknown[] },
  give: (environment: Environment) => void,
) => {
  let starting = 0
  let started = 0
  let timer: NodeJS.Timeout | undefined
  const spawn = async () => {
    starting += 1
    const over = await gate()
    const settled = (environment?: Environment) => {
      over()
      starting -= 1
      if (environment) give(environment)
    }
    // Another environment has served the waiting event.
    if (waiting.length === 0) return settled()
    started += 1
    const environment = start()
    const ended = () => settled(environment)
    // If the bundle fails to load, run() rejects the event with the reason.
    environment.ready.then(ended, ended)
  }
  const grow = () => {
    if (waiting.length === 0 || timer) return
    const total = busy.size + starting
    if (total === 0) return void spawn()
    if (starting >= waiting.length || total >= max) return
    timer = setTimeout(() => {
      timer = undefined
      if (waiting.length > starting && busy.size + starting < max) void spawn()
      grow()
    }, patienceMs)
  }
  return { grow, stop: () => clearTimeout(timer), counts: () => ({ starting, started }) }
}

const environmentsOf = (deps: Omit<PoolDeps, 'nextFault'>) => {
  const { idle } = deps
  const busy = new Set<Environment>()
  const retired = new WeakSet<Environment>()
  const waiting: ((environment: Environment) => void)[] = []
  const give = (environment: Environment) => {
    const take = waiting.shift()
    if (!take) return idle.put(environment)
    busy.add(environment)
    take(environment)
  }
  const { grow, stop, counts } = starter(deps, { busy, waiting }, give)
  return {
    idle,
    busy,
    retired,
    acquire(): Promise<Environment> {
      const free = idle.take()
      if (free) {
        busy.add(free)
        return Promise.resolve(free)
      }
      return new Promise((take) => {
        waiting.push(take)
        grow()
      })
    },
    release(environment: Environment) {
      busy.delete(environment)
      if (environment.alive && !retired.has(environment)) give(environment)
      else void environment.end()
      grow()
    },
    stopGrowing: stop,
    isBusy: () => busy.size + counts().starting + waiting.length > 0,
    state: () => {
      const { started } = counts()
      return { busy: busy.size, idle: idle.count(), waiting: waiting.length, started }
    },
  }
}

/** Returns an environment that can run an event, or one that failed to load, whose run() rejects with the reason. */
const acquireAlive = async ({ acquire, busy }: ReturnType<typeof environmentsOf>): Promise<Environment> => {
  for (;;) {
    const environment = await acquire()
    const failed = await environment.ready.then(
      () => false,
      () => true,
    )
    // The environment was killed while it was idle or starting. Another one takes the event.
    if (environment.alive || failed) return environment
    busy.delete(environment)
  }
}

/** Creates the pool of environments of one function. Warm environments are reused, each for one event at a time. */
export const lambdaPool = ({ nextFault, ...deps }: PoolDeps) => {
  const environments = environmentsOf(deps)
  const { idle, busy, retired, state } = environments
  const endAll = async (): Promise<number> => {
    const all = [...busy, ...idle.empty()]
    await Promise.all(all.map((environment) => environment.end()))
    return all.length
  }
  return {
    /** Rejects with FunctionError. Its type is TooManyRequestsException if `atMost` events already run or wait. */
    async run(event: string, { sink, atMost, begun }: RunOptions = {}): Promise<string> {
      const { busy: running, waiting } = state()
      const before = running + waiting
      if (atMost !== undefined && before >= atMost) {
        const message = `Rate Exceeded: ${before} events at once, at most ${atMost}`
        throw new FunctionError('TooManyRequestsException', message)
      }
      const environment = await acquireAlive(environments)
      begun?.()
      const invocation: Invocation = { event, requestId: randomUUID(), sink: sink?.(environment), die: nextFault() }
      try {
        return await environment.run(invocation)
      } finally {
        environments.release(environment)
      }
    },
    /** Retires all environments: each finishes its event and is not used again. Called when the code changed. */
    retire(): void {
      for (const environment of busy) retired.add(environment)
      for (const environment of idle.empty()) void environment.end()
    },
    /** Ends every environment immediately, including its event. Returns the number of environments. */
    kill: endAll,
    /** Waits at most `ms` for running events, then ends all environments. */
    async drain(ms: number): Promise<void> {
      const until = performance.now() + ms
      while (environments.isBusy() && performance.now() < until) {
        await new Promise((resolve) => setTimeout(resolve, 10))
      }
      environments.stopGrowing()
      await endAll()
    },
    state,
  }
}
