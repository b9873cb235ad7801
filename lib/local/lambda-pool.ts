import { randomUUID } from 'node:crypto'
import { FunctionError } from './aws/ports.ts'
import type { Environment, Invocation, StreamSink } from './lambda-environment.ts'
import type { StartGate } from './start-gate.ts'

export interface PoolDeps {
  start(): Environment
  /** How many environments of the function may run at once; further events wait. */
  readonly max: number
  /** Which drill the next event gets, if any. */
  nextFault(): 'before' | 'after' | undefined
  /** Shared by all functions; without it environments start whenever they are wanted. */
  readonly gate?: StartGate | undefined
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
  /** Environments of the old code finish what they run and are not used again. */
  retire(): void
  /** Ends every environment now, with what it runs. Answers how many there were. */
  kill(): Promise<number>
  /** Waits for what runs, at most `ms`, then ends all. */
  drain(ms: number): Promise<void>
  state(): { readonly busy: number; readonly idle: number; readonly waiting: number; readonly started: number }
}

/** A cold start costs more than most events do: one that could be served by a warm environment soon waits so long. */
const patienceMs = 15
/** Unused environments are given back after this. */
const idleMs = 120_000
const lookMs = 10_000

interface Waiter {
  take(environment: Environment): void
}

/** The environments of one function: reused while warm, one event in each at a time. */
export function lambdaPool({ start, max, nextFault, gate = async () => () => {} }: PoolDeps): Pool {
  const idle: { environment: Environment; since: number }[] = []
  const busy = new Set<Environment>()
  const retired = new WeakSet<Environment>()
  const waiting: Waiter[] = []
  let starting = 0
  let started = 0
  let timer: NodeJS.Timeout | undefined

  // The last in is the first out, so the first has been idle the longest.
  const reap = () => {
    const now = performance.now()
    while (idle[0] !== undefined && now - idle[0].since > idleMs) void idle.shift()?.environment.end()
  }
  const reaper = setInterval(reap, lookMs).unref()

  const give = (environment: Environment) => {
    const waiter = waiting.shift()
    if (!waiter) {
      idle.push({ environment, since: performance.now() })
      return
    }
    busy.add(environment)
    waiter.take(environment)
  }

  const release = (environment: Environment) => {
    busy.delete(environment)
    if (environment.alive && !retired.has(environment)) give(environment)
    else void environment.end()
    grow()
  }

  const spawn = async () => {
    starting += 1
    const over = await gate()
    if (waiting.length === 0) {
      // Others have served who waited.
      starting -= 1
      over()
      return
    }
    started += 1
    const environment = start()
    const settled = () => {
      over()
      starting -= 1
      give(environment)
    }
    // A bundle that does not load fails the event that asked for it: run() rejects with why.
    environment.ready.then(settled, settled)
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

  const acquire = (): Promise<Environment> => {
    const free = idle.pop()
    if (free) {
      busy.add(free.environment)
      return Promise.resolve(free.environment)
    }
    return new Promise((take) => {
      waiting.push({ take })
      grow()
    })
  }

  const acquireAlive = async (): Promise<Environment> => {
    for (;;) {
      const environment = await acquire()
      const failed = await environment.ready.then(
        () => false,
        () => true,
      )
      // Killed while it was idle or on its way: another one takes the event. One that never loaded says why in run().
      if (environment.alive || failed) return environment
      busy.delete(environment)
    }
  }

  return {
    async run(event, { sink, atMost, begun } = {}) {
      const before = busy.size + waiting.length
      if (atMost !== undefined && before >= atMost) {
        throw new FunctionError(
          'TooManyRequestsException',
          `Rate Exceeded: ${before} events at once, at most ${atMost}`,
        )
      }
      const environment = await acquireAlive()
      begun?.()
      const invocation: Invocation = { event, requestId: randomUUID(), sink: sink?.(environment), die: nextFault() }
      try {
        return await environment.run(invocation)
      } finally {
        release(environment)
      }
    },
    retire() {
      for (const environment of busy) retired.add(environment)
      for (const { environment } of idle.splice(0)) void environment.end()
    },
    async kill() {
      const all = [...busy, ...idle.splice(0).map(({ environment }) => environment)]
      await Promise.all(all.map((environment) => environment.end()))
      return all.length
    },
    async drain(ms) {
      const until = performance.now() + ms
      while (busy.size + starting + waiting.length > 0 && performance.now() < until) {
        await new Promise((resolve) => setTimeout(resolve, 10))
      }
      clearTimeout(timer)
      clearInterval(reaper)
      const all = [...busy, ...idle.splice(0).map(({ environment }) => environment)]
      await Promise.all(all.map((environment) => environment.end()))
    },
    state: () => ({ busy: busy.size, idle: idle.length, waiting: waiting.length, started }),
  }
}
