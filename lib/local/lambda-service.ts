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

/** Lambda's limits in bytes; emulators do not enforce them and users meet them in production. */
export const lambdaLimits = {
  event: 6_291_456,
  asyncEvent: 1_048_576,
  response: 6_291_556,
  streamed: 200 * 1024 * 1024,
} as const

const cores = availableParallelism()

/**
 * Environments of one function at once. Those that callers wait for are mostly idle, waiting themselves; those with
 * native code keep a core busy each, and the machine must stay responsive. Where Lambda would start further ones, events
 * wait for one of these.
 */
export const concurrency = {
  requested: Math.min(64, 8 * cores),
  native: cores,
  other: Math.min(16, 4 * cores),
} as const

/** Events of one function at once, running or waiting: Lambda's quota of a new account, above which it throttles. */
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
  /** Value of AWS_ENDPOINT_URL. */
  readonly endpoint: string
  readonly clock: Pick<LocalClock, 'offset' | 'after'>
  readonly log: (entry: FunctionLog) => void
  /** The template's variables, with values that only the running stack knows filled in. Read at each cold start. */
  readonly variables?: ((fn: LocalFunction) => Readonly<Record<string, string>>) | undefined
  /** ARNs of the functions that callers wait for at an API; the others work through queues and state machines. */
  readonly requested?: ReadonlySet<string> | undefined
}

export interface FunctionState {
  readonly name: string
  readonly functionName: string
  readonly arn: string
  readonly busy: number
  readonly idle: number
  readonly waiting: number
  /** Environments started so far, which is how many cold starts there were. */
  readonly started: number
}

/** A drill: the `nth` next event of a function (1 = the next) finds its environment dying. */
export interface Fault {
  readonly function: string
  readonly nth: number
  /** Before the handler ran, or after it ran and before its answer is out. */
  readonly when: 'before' | 'after'
}

export interface LambdaService {
  /**
   * Runs a function by ARN or name with a JSON value. Events queue. Rejects with FunctionError when the function failed.
   */
  invoke(arn: string, payload: unknown): Promise<unknown>
  /**
   * For synchronous callers, with event and answer as JSON text. Rejects with TooManyRequestsException instead of
   * queueing behind `accountConcurrency` events. Calls `begun` when an environment has taken the event.
   */
  invokeText(arn: string, event: string, begun?: () => void): Promise<string>
  /** As invokeText. @throws FunctionError for an unknown function or too large an event; later failures destroy the body. */
  invokeStream(arn: string, event: string): StreamedReply
  /** Invocation type Event: answered at once, retried twice (after one and two minutes on the local clock). */
  invokeLater(arn: string, payload: unknown): void
  functions(): FunctionState[]
  /** By label or function name. Answers how many environments ended. */
  kill(name: string): Promise<number>
  fault(fault: Fault): void
  /** New code for the functions of these bundles: the next event runs it, running ones finish on the old. */
  reload(bundles: readonly string[]): readonly string[]
  /** Lets events under way see the clock where it is now; a new event sees it anyhow. */
  clockMoved(): void
  /** How far the time of functions is ahead of the clock, in milliseconds. */
  lead(): number
  /** Lets functions read a time so far ahead of the clock. No timer fires for it, and no schedule. */
  lookAhead(ms: number): void
  /** Draws by chance stay below this from now on; 1 as ever. Low, the pauses between the tries of an SDK call are short. */
  drawBelow(bound: number): void
  stop(graceMs: number): Promise<void>
}

interface Slot {
  readonly fn: LocalFunction
  readonly pool: Pool
  readonly faults: { left: number; readonly when: 'before' | 'after' }[]
}

const sizeOf = (text: string): number => Buffer.byteLength(text)

type Settled = LambdaServiceDeps & {
  readonly cell: SharedArrayBuffer
  readonly gate: StartGate
  readonly idle: AllIdleEnvironments
}

const slotOf = (fn: LocalFunction, deps: Settled): Slot => {
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

/** The whole answer; a streamed one is put together, as the Invoke operation of Lambda does. */
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

/** Runs events that nobody waits for; a failed one again when the local clock has reached its retry. */
const asynchronous = ({ clock, log }: LambdaServiceDeps) => {
  const timers = new Set<() => void>()
  const attempt = (slot: Slot, event: string, retriesMs: readonly number[]) => {
    collect(slot, event).catch((error: FunctionError) => {
      const [wait, ...rest] = retriesMs
      const text = `${error.errorType}: ${error.message}${wait === undefined ? '; given up' : '; will be retried'}`
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

const finder = (slots: readonly Slot[]): ((name: string) => Slot) => {
  return (name) => {
    const bare = name.replace(/^(arn:aws:lambda:[^:]+:[^:]+:function:[^:]+):.*$/, '$1')
    const slot = slots.find(({ fn }) => fn.arn === bare || fn.name === bare || fn.label === bare)
    if (slot) return slot
    throw new FunctionError('ResourceNotFoundException', `Function not found: ${name}`)
  }
}

/** The cells that all environments share: how far the clock runs ahead, and the upper bound of Math.random. */
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
    clockMoved,
    lead: () => lead,
    lookAhead: (ms: number) => {
      lead = ms
      clockMoved()
    },
    drawBelow: (bound: number) => {
      shared[1] = bound
    },
  }
}

/** The Lambda service for the functions of the templates: environments start on first use and are reused while warm. */
export const lambdaService = (deps: LambdaServiceDeps): LambdaService => {
  const { cell, clockMoved, lead, lookAhead, drawBelow } = sharedCells(deps)
  const gate = startGate(cores)
  const idle = idleEnvironments()
  const slots = deps.functions.map((fn) => slotOf(fn, { ...deps, cell, gate, idle }))
  const find = finder(slots)
  const later = asynchronous(deps)
  const admitted = (name: string, event: string, limit: number): Slot => {
    const slot = find(name)
    admit(slot, event, limit)
    clockMoved()
    return slot
  }
  const synchronous = (arn: string, event: string) => admitted(arn, event, lambdaLimits.event)
  return {
    invokeText: async (arn, event, begun) =>
      collect(synchronous(arn, event), event, { atMost: accountConcurrency, begun }),
    clockMoved,
    lead,
    lookAhead,
    drawBelow,
    async invoke(arn, payload) {
      const event = JSON.stringify(payload ?? {})
      return JSON.parse(await collect(synchronous(arn, event), event)) as unknown
    },
    invokeStream: (arn, event) =>
      streamFrom(synchronous(arn, event).pool, event, {
        maxBytes: lambdaLimits.streamed,
        atMost: accountConcurrency,
      }),
    invokeLater(arn, payload) {
      const event = JSON.stringify(payload ?? {})
      later.attempt(admitted(arn, event, lambdaLimits.asyncEvent), event, [60_000, 120_000])
    },
    functions: () =>
      slots.map(({ fn, pool }) => ({ name: fn.label, functionName: fn.name, arn: fn.arn, ...pool.state() })),
    kill: (name) => find(name).pool.kill(),
    fault: ({ function: name, nth, when }) => void find(name).faults.push({ left: nth, when }),
    reload(bundles) {
      const stale = slots.filter(({ fn }) => fn.bundle !== undefined && bundles.includes(fn.bundle))
      for (const { pool } of stale) pool.retire()
      return stale.map(({ fn }) => fn.label)
    },
    async stop(graceMs) {
      later.cancel()
      await Promise.all(slots.map(({ pool }) => pool.drain(graceMs)))
      idle.stop()
    },
  }
}
