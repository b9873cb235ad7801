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

/**
 * Lambda's limits in bytes. They are enforced here, so that violations appear before a deployment. A response may have
 * 100 bytes more than an event.
 */
export const lambdaLimits = {
  event: 6_291_456,
  asyncEvent: 1_048_576,
  response: 6_291_556,
  streamed: 200 * 1024 * 1024,
} as const

const cores = availableParallelism()

/**
 * Maximum number of concurrent environments of one function. Functions behind an API mostly wait for other services.
 * Functions with native code use a full core each, and the machine must remain responsive. Above the limit events wait,
 * whereas Lambda would start further environments.
 */
export const concurrency = {
  behindApi: Math.min(64, 8 * cores),
  native: cores,
  other: Math.min(16, 4 * cores),
} as const

/**
 * Maximum number of running and waiting events of one function: Lambda's quota of a new account. Lambda throttles above
 * it.
 */
export const accountConcurrency = 1000

const maxEnvironmentsOf = (fn: LocalFunction, apiFunctions: ReadonlySet<string>): number => {
  if (apiFunctions.has(fn.arn)) return concurrency.behindApi
  // Layers contain native code.
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
  readonly apiFunctions?: ReadonlySet<string> | undefined
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
  readonly faults: { remaining: number; readonly when: Fault['when'] }[]
}

const sizeOf = (text: string): number => Buffer.byteLength(text)

type ServiceState = LambdaServiceDeps & {
  readonly clockCell: SharedArrayBuffer
  readonly gate: StartGate
  readonly idle: AllIdleEnvironments
}

const slotOf = (fn: LocalFunction, deps: ServiceState): Slot => {
  const { endpoint, log, clockCell, gate, apiFunctions = new Set(), variables = () => fn.environment } = deps
  const faults: Slot['faults'] = []
  const nextFault = () => {
    for (const fault of faults) fault.remaining -= 1
    const due = faults.findIndex(({ remaining }) => remaining <= 0)
    return due < 0 ? undefined : faults.splice(due, 1)[0]?.when
  }
  const start = (): Environment => {
    try {
      const environment = { ...variables(fn), ...runtimeVariables(fn, endpoint) }
      return deps.start({ fn, environment, clock: clockCell, log: (line) => log({ fn: fn.label, ...line }) })
    } catch (error) {
      return brokenEnvironment(error)
    }
  }
  const max = maxEnvironmentsOf(fn, apiFunctions)
  return { fn, faults, pool: lambdaPool({ start, max, nextFault, gate, idle: deps.idle.ofFunction() }) }
}

const assertEventSize = ({ fn }: Slot, event: string, limit: number): void => {
  const size = sizeOf(event)
  if (size <= limit) return
  throw new FunctionError(
    'RequestEntityTooLargeException',
    `Request must be smaller than ${limit} bytes for the InvokeFunction operation of ${fn.label}; it has ${size}`,
  )
}

/**
 * Runs an event and returns the complete response. Joins the chunks of a streamed response, as Lambda's Invoke
 * operation does.
 */
const runToEnd = async ({ fn, pool }: Slot, event: string, limits: Omit<RunOptions, 'sink'> = {}): Promise<string> => {
  const chunks: Uint8Array[] = []
  const sink = (environment: Environment) => ({
    started: () => {},
    chunk: (bytes: Uint8Array) => {
      chunks.push(bytes)
      environment.acknowledge(bytes.byteLength)
    },
  })
  const body = await pool.run(event, { ...limits, sink })
  const response = chunks.length > 0 ? Buffer.concat(chunks).toString() : body
  if (sizeOf(response) <= lambdaLimits.response) return response
  throw new FunctionError(
    'Function.ResponseSizeTooLarge',
    `Response payload size exceeded maximum allowed payload size (${lambdaLimits.response} bytes): ${fn.label} returned ${sizeOf(response)}`,
  )
}

/** Runs asynchronous events. A failed event is retried at its time on the local clock. */
const asyncEvents = ({ clock, log }: LambdaServiceDeps) => {
  const timers = new Set<() => void>()
  const attempt = (slot: Slot, event: string, retriesMs: readonly number[]) => {
    runToEnd(slot, event).catch((error: FunctionError) => {
      const [pause, ...rest] = retriesMs
      const text = `${error.errorType}: ${error.message}${pause === undefined ? '; no more retries' : '; will be retried'}`
      log({ fn: slot.fn.label, requestId: undefined, level: 'error', text })
      if (pause === undefined) return
      const cancel = clock.after(pause, () => {
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

const slotFinder =
  (slots: readonly Slot[]) =>
  (name: string): Slot => {
    const unqualified = name.replace(/^(arn:aws:lambda:[^:]+:[^:]+:function:[^:]+):.*$/, '$1')
    const slot = slots.find(({ fn }) => fn.arn === unqualified || fn.name === unqualified || fn.label === unqualified)
    if (slot) return slot
    throw new FunctionError('ResourceNotFoundException', `Function not found: ${name}`)
  }

/** Two numbers that all environments read: the time of functions ahead of the machine's, and the bound of Math.random. */
const sharedCells = ({ clock }: LambdaServiceDeps) => {
  const clockCell = new SharedArrayBuffer(16)
  const shared = new Float64Array(clockCell)
  shared[1] = 1
  let lead = 0
  const publishClock = () => {
    shared[0] = clock.offset + lead
  }
  return {
    cell: clockCell,
    /** Publishes the current time of the clock to running events. New events always receive it. */
    publishClock,
    /** Returns the milliseconds by which the time of functions is ahead of the clock. */
    lead: () => lead,
    /** Sets the lead of the functions' time over the clock. No timer or schedule fires. */
    setLead: (ms: number) => {
      lead = ms
      publishClock()
    },
    /** Sets the upper bound of Math.random in functions; 1 is normal. A low bound shortens the pauses of SDK retries. */
    limitRandom: (bound: number) => {
      shared[1] = bound
    },
  }
}

export const lambdaService = (deps: LambdaServiceDeps) => {
  const { cell: clockCell, ...clock } = sharedCells(deps)
  const gate = startGate(cores)
  const idle = idleEnvironments()
  const slots = deps.functions.map((fn) => slotOf(fn, { ...deps, clockCell, gate, idle }))
  const find = slotFinder(slots)
  const asyncRunner = asyncEvents(deps)
  const slotFor = (name: string, event: string, limit: number): Slot => {
    const slot = find(name)
    assertEventSize(slot, event, limit)
    clock.publishClock()
    return slot
  }
  const synchronousSlot = (arn: string, event: string) => slotFor(arn, event, lambdaLimits.event)
  return {
    ...clock,
    /**
     * Runs a function for a synchronous caller, with event and response as JSON text. Rejects with
     * TooManyRequestsException if `accountConcurrency` events are already running or waiting. Calls `onStart` when an
     * environment has taken the event.
     */
    invokeText: async (arn: string, event: string, onStart?: () => void): Promise<string> =>
      runToEnd(synchronousSlot(arn, event), event, { maxEvents: accountConcurrency, onStart }),
    /**
     * Runs a function by ARN or name with a JSON value. The event waits if no environment is free. Rejects with
     * FunctionError if the function fails.
     */
    async invoke(arn: string, payload: unknown): Promise<unknown> {
      const event = JSON.stringify(payload ?? {})
      return JSON.parse(await runToEnd(synchronousSlot(arn, event), event)) as unknown
    },
    /**
     * Like invokeText, streamed. Later failures destroy the body. @throws FunctionError for an unknown function or a
     * too large event.
     */
    invokeStream: (arn: string, event: string): StreamedReply =>
      streamFrom(synchronousSlot(arn, event).pool, event, {
        maxBytes: lambdaLimits.streamed,
        maxEvents: accountConcurrency,
      }),
    /** Runs an event of invocation type Event. A failure is retried after one and two minutes of the local clock. */
    invokeLater(arn: string, payload: unknown): void {
      const event = JSON.stringify(payload ?? {})
      asyncRunner.attempt(slotFor(arn, event, lambdaLimits.asyncEvent), event, [60_000, 120_000])
    },
    functions: () =>
      slots.map(({ fn, pool }) => ({ name: fn.label, functionName: fn.name, arn: fn.arn, ...pool.state() })),
    /** Ends the environments of a function, by label or function name. Returns their number. */
    kill: (name: string) => find(name).pool.kill(),
    fault: ({ function: name, nth, when }: Fault) => void find(name).faults.push({ remaining: nth, when }),
    /** Replaces the code of the functions of these bundles. Running events finish with the old code. */
    reload(bundles: readonly string[]): readonly string[] {
      const stale = slots.filter(({ fn }) => fn.bundle !== undefined && bundles.includes(fn.bundle))
      for (const { pool } of stale) pool.retire()
      return stale.map(({ fn }) => fn.label)
    },
    async stop(graceMs: number): Promise<void> {
      asyncRunner.cancel()
      await Promise.all(slots.map(({ pool }) => pool.drain(graceMs)))
      idle.stop()
    },
  }
}
