import { randomUUID } from 'node:crypto'
import { FunctionError } from './aws/ports.ts'
import type { IdleEnvironments } from './idle-environments.ts'
import type { Environment } from './lambda-environment.ts'
import type { Invocation, StreamSink } from './lambda-life.ts'
import type { StartGate } from './start-gate.ts'

export interface PoolDeps {
  start(): Environment
  /** How many environments of the function may run at once; further events wait. */
  readonly max: number
  /** Which drill the next event gets, if any. */
  nextFault(): 'before' | 'after' | undefined
  /** Shared by all functions; without it environments start whenever they are wanted. */
  readonly gate?: StartGate | undefined
  readonly idle: IdleEnvironments
}

export interface RunOptions {
  readonly sink?: (environment: Environment) => StreamSink
  /** Refuses the event when so many are run or wait already; without it, it waits its turn. */
  readonly atMost?: number | undefined
  /** Told when an environment is there for the event. */
  readonly begun?: (() => void) | undefined
}

export interface Pool {
  /** Rejects with FunctionError, of type TooManyRequestsException when there were `atMost` events before it. */
  run(event: string, options?: RunOptions): Promise<string>
  /** Retires the environments of the old code: each finishes its event and is not used again. */
  retire(): void
  /** Ends every environment now, with the event that it runs. Returns how many there were. */
  kill(): Promise<number>
  /** Waits at most `ms` for running events, then ends all environments. */
  drain(ms: number): Promise<void>
  state(): { readonly busy: number; readonly idle: number; readonly waiting: number; readonly started: number }
}

/** A cold start costs more than most events, so an event waits this long for a warm environment before another is started. */
const patienceMs = 15
/** Starts environments: the first at once, further ones when an event has waited for a short time. */
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
    // A bundle that does not load fails the event that asked for it: run() rejects with why.
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

/** The environments of one function, and the queue of events that wait for one. */
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
    /** Starts none any more. */
    stopGrowing: stop,
    isAtWork: () => busy.size + counts().starting + waiting.length > 0,
    state: () => {
      const { started } = counts()
      return { busy: busy.size, idle: idle.count(), waiting: waiting.length, started }
    },
  }
}

/** An environment that can run an event, or one that never loaded, which says why in run(). */
const acquireAlive = async ({ acquire, busy }: ReturnType<typeof environmentsOf>): Promise<Environment> => {
  for (;;) {
    const environment = await acquire()
    const failed = await environment.ready.then(
      () => false,
      () => true,
    )
    // Killed while it was idle or on its way: another one takes the event.
    if (environment.alive || failed) return environment
    busy.delete(environment)
  }
}

/** The environments of one function: reused while warm, one event in each at a time. */
export const lambdaPool = ({ nextFault, ...deps }: PoolDeps): Pool => {
  const environments = environmentsOf(deps)
  const { idle, busy, retired, state } = environments
  const endAll = async (): Promise<number> => {
    const all = [...busy, ...idle.empty()]
    await Promise.all(all.map((environment) => environment.end()))
    return all.length
  }
  return {
    async run(event, { sink, atMost, begun } = {}) {
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
    retire() {
      for (const environment of busy) retired.add(environment)
      for (const environment of idle.empty()) void environment.end()
    },
    kill: endAll,
    async drain(ms) {
      const until = performance.now() + ms
      while (environments.isAtWork() && performance.now() < until) {
        await new Promise((resolve) => setTimeout(resolve, 10))
      }
      environments.stopGrowing()
      await endAll()
    },
    state,
  }
}
