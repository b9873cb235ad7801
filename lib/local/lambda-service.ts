import { availableParallelism } from 'node:os'
import { FunctionError, type LocalClock } from './aws/ports.ts'
import type { LocalFunction } from './function-model.ts'
import { type AllIdleEnvironments, idleEnvironments } from './idle-environments.ts'
import { runtimeVariables } from './lambda-code.ts'
import { brokenEnvironment, type Environment, type StartEnvironment } from './lambda-environment.ts'
import { lambdaPool, type Pool, type RunOptions } from './lambda-pool.ts'
import type { LogLevel } from './lambda-protocol.ts'
import { type StreamedReply, streamFrom } from './lambda-stream.ts'
import { type StartGate, startGate } from './start-gate.ts'

/** Lambda's limits in bytes. They are enforced here, so that violations appear before a deployment. */
export const lambdaLimits = {
  event: 6_291_456,
  asyncEvent: 1_048_576,
  response: 6_291_556,
  streamed: 200 * 1024 * 1024,
} as const

const cores = availableParallelism()

/**
 * Most concurrent environments of one function. Functions behind an API mostly wait for other services. Functions with
 * native code use a full core each, and the machine must remain responsive. Above the limit events wait, whereas Lambda
 * would start further environments.
 */
export const concurrency = {
  requested: Math.min(64, 8 * cores),
  native: cores,
  other: Math.min(16, 4 * cores),
} as const

/** Most running and waiting events of one function: Lambda's quota of a new account. Lambda throttles above it. */
export const accountConcurrency = 1000

const environmentsOf = (fn: LocalFunction, requested: ReadonlySet<string>): number => {
  if (requested.has(fn.arn)) return concurrency.requested
  return fn.layers > 0 ? concurrency.native : concurrency.other
}

export interface FunctionLog {
  readonly fn: string
  readonly requestId: string | undefined
  readonly level: LogLevel
  readonly text: string
}

export interface LambdaServiceDeps {
  readonly functions: readonly LocalFunction[]
  readonly start: StartEnvironment
  readonly endpoint: string
  readonly clock: Pick<LocalClock, 'offset' | 'after'>
  readonly log: (entry: FunctionLog) => void
  /** Returns the variables of the template with values of the running stack. Called at each cold start. */
  readonly variables?: ((fn: LocalFunction) => Readonly<Record<string, string>>) | undefined
  /** ARNs of the functions behind an API. Queues and state machines invoke the others. */
  readonly requested?: ReadonlySet<string> | undefined
}

/** An injected fault: the environment of a function's `nth` event from now (1 = the next) exits. */
interface Fault {
  readonly function: string
  readonly nth: number
  readonly when: 'before' | 'after'
}

export type LambdaService = ReturnType<typeof lambdaService>

interface Slot {
  readonly fn: LocalFunction
  readonly pool: Pool
  readonly faults: { left: number; readonly when: Fault['when'] }[]
}

const sizeOf = (text: string): number => Buffer.byteLength(text)

type ServiceState = LambdaServiceDeps & {
  readonly cell: SharedArrayBuffer
  readonly gate: StartGate
  readonly idle: AllIdleEnvironments
}

const slotOf = (fn: LocalFunction, deps: ServiceState): Slot => {
  const { endpoint, log, cell, gate, requested = new Set(), variables = () => fn.environment } = deps
  const faults: Slot['faults'] = []
  const nextFault = () => {
    for (const fault of faults) fault.left -= 1
    const due = faults.findIndex(({ left }) => left <= 0)
    return due < 0 ? undefined : faults.splice(due, 1)[0]?.when
  }
  const start = (): Environment => {
    try {
      const environment = { ...variables(fn), ...runtimeVariables(fn, endpoint) }
      return deps.start({ fn, environment, clock: cell, log: (line) => log({ fn: fn.label, ...line }) })
    } catch (error) {
      return brokenEnvironment(error)
    }
  }
  const max = environmentsOf(fn, requested)
  return { fn, faults, pool: lambdaPool({ start, max, nextFault, gate, idle: deps.idle.ofFunction() }) }
}

const admit = ({ fn }: Slot, event: string, limit: number): void => {
  const size = sizeOf(event)
  if (size <= limit) return
  throw new FunctionError(
    'RequestEntityTooLargeException',
    `Request must be smaller than ${limit} bytes for the InvokeFunction operation of ${fn.label}; it has ${size}`,
  )
}

/** Returns the whole answer. Joins the chunks of a streamed one, as the Invoke operation of Lambda does. */
const collect = async ({ fn, pool }: Slot, event: string, limits: Omit<RunOptions, 'sink'> = {}): Promise<string> => {
  const chunks: Uint8Array[] = []
  const sink = (environment: Environment) => ({
    started: () => {},
    chunk: (bytes: Uint8Array) => {
      chunks.push(bytes)
      environment.taken(bytes.byteLength)
    },
  })
  const body = await pool.run(event, { ...limits, sink })
  const whole = chunks.length > 0 ? Buffer.concat(chunks).toString() : body
  if (sizeOf(whole) <= lambdaLimits.response) return whole
  throw new FunctionError(
    'Function.ResponseSizeTooLarge',
    `Response payload size exceeded maximum allowed payload size (${lambdaLimits.response} bytes): ${fn.label} answered ${sizeOf(whole)}`,
  )
}

/** Runs asynchronous events. A failed event is retried at its time on the local clock. */
const asynchronous = ({ clock, log }: LambdaServiceDeps) => {
  const timers = new Set<() => void>()
  const attempt = (slot: Slot, event: string, retriesMs: readonly number[]) => {
    collect(slot, event).catch((error: FunctionError) => {
      const [wait, ...rest] = retriesMs
      const text = `${error.errorType}: ${error.message}${wait === undefined ? '; no more retries' : '; will be retried'}`
      log({ fn: slot.fn.label, requestId: undefined, level: 'error', text })
      if (wait === undefined) return
      const cancel = clock.after(wait, () => {
        timers.delete(cancel)
        attempt(slot, event, rest)
      })
      timers.add(cancel)
    })
  }
  return {
    attempt,
    cancel: () => {
      for (const cancel of timers) cancel()
    },
  }
}

const finder =
  (slots: readonly Slot[]) =>
  (name: string): Slot => {
    const bare = name.replace(/^(arn:aws:lambda:[^:]+:[^:]+:function:[^:]+):.*$/, '$1')
    const slot = slots.find(({ fn }) => fn.arn === bare || fn.name === bare || fn.label === bare)
    if (slot) return slot
    throw new FunctionError('ResourceNotFoundException', `Function not found: ${name}`)
  }

const sharedCells = ({ clock }: LambdaServiceDeps) => {
  const cell = new SharedArrayBuffer(16)
  const shared = new Float64Array(cell)
  shared[1] = 1
  let lead = 0
  const clockMoved = () => {
    shared[0] = clock.offset + lead
  }
  return {
    cell,
    /** Shows the current clock to running events. New events always see it. */
    clockMoved,
    /** Returns the milliseconds by which the time of functions is ahead of the clock. */
    lead: () => lead,
    /** Sets the lead of the functions' time over the clock. No timer or schedule fires. */
    lookAhead: (ms: number) => {
      lead = ms
      clockMoved()
    },
    /** Sets the upper bound of Math.random in functions; 1 is normal. A low bound shortens the pauses of SDK retries. */
    limitRandom: (bound: number) => {
      shared[1] = bound
    },
  }
}

export const lambdaService = (deps: LambdaServiceDeps) => {
  const { cell, ...clock } = sharedCells(deps)
  const gate = startGate(cores)
  const idle = idleEnvironments()
  const slots = deps.functions.map((fn) => slotOf(fn, { ...deps, cell, gate, idle }))
  const find = finder(slots)
  const later = asynchronous(deps)
  const admitted = (name: string, event: string, limit: number): Slot => {
    const slot = find(name)
    admit(slot, event, limit)
    clock.clockMoved()
    return slot
  }
  const synchronous = (arn: string, event: string) => admitted(arn, event, lambdaLimits.event)
  return {
    ...clock,
    /**
     * Runs a function for a synchronous caller, with event and answer as JSON text. Rejects with TooManyRequestsException
     * if `accountConcurrency` events already run or wait. Calls `begun` when an environment has taken the event.
     */
    invokeText: async (arn: string, event: string, begun?: () => void): Promise<string> =>
      collect(synchronous(arn, event), event, { atMost: accountConcurrency, begun }),
    /**
     * Runs a function by ARN or name with a JSON value. The event waits if no environment is free. Rejects with
     * FunctionError if the function fails.
     */
    async invoke(arn: string, payload: unknown): Promise<unknown> {
      const event = JSON.stringify(payload ?? {})
      return JSON.parse(await collect(synchronous(arn, event), event)) as unknown
    },
    /**
     * Like invokeText, streamed. Later failures destroy the body. @throws FunctionError for an unknown function or a
     * too large event.
     */
    invokeStream: (arn: string, event: string): StreamedReply =>
      streamFrom(synchronous(arn, event).pool, event, {
        maxBytes: lambdaLimits.streamed,
        atMost: accountConcurrency,
      }),
    /** Runs an event of invocation type Event. A failure is retried after one and two minutes of the local clock. */
    invokeLater(arn: string, payload: unknown): void {
      const event = JSON.stringify(payload ?? {})
      later.attempt(admitted(arn, event, lambdaLimits.asyncEvent), event, [60_000, 120_000])
    },
    functions: () =>
      slots.map(({ fn, pool }) => ({ name: fn.label, functionName: fn.name, arn: fn.arn, ...pool.state() })),
    /** Ends the environments of a function, by label or function name. Returns their number. */
    kill: (name: string) => find(name).pool.kill(),
    fault: ({ function: name, nth, when }: Fault) => void find(name).faults.push({ left: nth, when }),
    /** Replaces the code of the functions of these bundles. Running events finish with the old code. */
    reload(bundles: readonly string[]): readonly string[] {
      const stale = slots.filter(({ fn }) => fn.bundle !== undefined && bundles.includes(fn.bundle))
      for (const { pool } of stale) pool.retire()
      return stale.map(({ fn }) => fn.label)
    },
    async stop(graceMs: number): Promise<void> {
      later.cancel()
      await Promise.all(slots.map(({ pool }) => pool.drain(graceMs)))
      idle.stop()
    },
  }
}
