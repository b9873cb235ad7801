import { randomUUID } from 'node:crypto'
import { FunctionError } from './aws/ports.ts'
import type { IdleEnvironments } from './idle-environments.ts'
import type { Environment } from './lambda-environment.ts'
import type { Invocation, StreamSink } from './lambda-life.ts'
import type { StartGate } from './start-gate.ts'

export interface PoolDeps {
  start(): Environment
  /** Maximum number of concurrent environments of the function. Further events wait. */
  readonly max: number
  nextFault(): 'before' | 'after' | undefined
  /** Limits the parallel starts of all functions. Without it, environments start immediately. */
  readonly gate?: StartGate | undefined
  readonly idle: IdleEnvironments
}

export interface RunOptions {
  readonly sink?: (environment: Environment) => StreamSink
  /** Rejects the event if this many events are already running or waiting. Without it, the event waits. */
  readonly maxEvents?: number | undefined
  readonly onStart?: (() => void) | undefined
}

export type Pool = ReturnType<typeof lambdaPool>

/** The wait for a warm environment before another one starts. A cold start takes longer than most events. */
const WARM_WAIT_MS = 15
/** Starts environments: the first one immediately, further ones after an event has waited for a short time. */
const starter = (
  { start, max, gate = async () => () => {} }: Omit<PoolDeps, 'nextFault' | 'idle'>,
  { busy, waiting }: { readonly busy: ReadonlySet<Environment>; readonly waiting: readonly unknown[] },
  assign: (environment: Environment) => void,
) => {
  let starting = 0
  let started = 0
  let timer: NodeJS.Timeout | undefined
  const spawn = async () => {
    starting += 1
    const releaseGate = await gate()
    const finish = (environment?: Environment) => {
      releaseGate()
      starting -= 1
      if (environment) assign(environment)
    }
    // Another environment has served the waiting event.
    if (waiting.length === 0) return finish()
    started += 1
    const environment = start()
    const finishStart = () => finish(environment)
    // If the bundle fails to load, run() rejects the event with the reason.
    environment.ready.then(finishStart, finishStart)
  }
  const startIfNeeded = () => {
    if (waiting.length === 0 || timer) return
    const total = busy.size + starting
    if (total === 0) return void spawn()
    if (starting >= waiting.length || total >= max) return
    timer = setTimeout(() => {
      timer = undefined
      if (waiting.length > starting && busy.size + starting < max) void spawn()
      startIfNeeded()
    }, WARM_WAIT_MS)
  }
  return { grow: startIfNeeded, stop: () => clearTimeout(timer), counts: () => ({ starting, started }) }
}

const environmentsOf = (deps: Omit<PoolDeps, 'nextFault'>) => {
  const { idle } = deps
  const busy = new Set<Environment>()
  const retired = new WeakSet<Environment>()
  const waiting: ((environment: Environment) => void)[] = []
  const assign = (environment: Environment) => {
    const accept = waiting.shift()
    if (!accept) return idle.put(environment)
    busy.add(environment)
    accept(environment)
  }
  const { grow, stop, counts } = starter(deps, { busy, waiting }, assign)
  return {
    idle,
    busy,
    retired,
    acquire(): Promise<Environment> {
      const idleEnvironment = idle.take()
      if (idleEnvironment) {
        busy.add(idleEnvironment)
        return Promise.resolve(idleEnvironment)
      }
      return new Promise((accept) => {
        waiting.push(accept)
        grow()
      })
    },
    release(environment: Environment) {
      busy.delete(environment)
      if (environment.alive && !retired.has(environment)) assign(environment)
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
    const all = [...busy, ...idle.takeAll()]
    await Promise.all(all.map((environment) => environment.end()))
    return all.length
  }
  return {
    /**
     * Rejects with FunctionError. Its type is TooManyRequestsException if `maxEvents` events are already running or
     * waiting.
     */
    async run(event: string, { sink, maxEvents, onStart }: RunOptions = {}): Promise<string> {
      const { busy: running, waiting } = state()
      const before = running + waiting
      if (maxEvents !== undefined && before >= maxEvents) {
        const message = `Rate Exceeded: ${before} events at once, at most ${maxEvents}`
        throw new FunctionError('TooManyRequestsException', message)
      }
      const environment = await acquireAlive(environments)
      onStart?.()
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
      for (const environment of idle.takeAll()) void environment.end()
    },
    /** Ends every environment immediately, including its event. Returns the number of environments. */
    kill: endAll,
    /** Waits at most `ms` for running events, then ends all environments. */
    async drain(ms: number): Promise<void> {
      const deadline = performance.now() + ms
      while (environments.isBusy() && performance.now() < deadline) {
        await new Promise((resolve) => setTimeout(resolve, 10))
      }
      environments.stopGrowing()
      await endAll()
    },
    state,
  }
}
