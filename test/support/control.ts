import { randomUUID } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import { testStack } from './test-stack.ts'

const send = async (method: 'POST' | 'PUT', path: string, body: object): Promise<unknown> => {
  const response = await fetch(`${testStack().control}${path}`, {
    method,
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  if (!response.ok) throw new Error(`${method} ${path} answered ${response.status}: ${await response.text()}`)
  return response.json()
}

const post = (path: string, body: object) => send('POST', path, body)

/** A planned failure of the next `times` calls of an AWS service, in the form in which AWS returns it to the SDK. */
export interface Outage {
  readonly service: 'dynamodb' | 's3' | 'sqs' | 'states' | 'events' | 'secretsmanager' | 'ses'
  /** Only calls of this operation, e.g. GetItem; for S3 the HTTP method. */
  readonly operation?: string
  /** Only calls of this function, so that background calls of other functions do not consume the outage. */
  readonly function?: string
  readonly times: number
  readonly status?: number
  /** The error name, e.g. ThrottlingException. */
  readonly type?: string
  /** Further members of the error's body. */
  readonly body?: object
}

/** Errors that the SDK retries after a random pause of up to seven seconds. Other pauses are below one second. */
const THROTTLES = /Throughput|Throttling|SlowDown/
/** The upper bound of the random factor of these pauses in tests. The number of attempts is unchanged. */
const MAX_JITTER = 0.01

export const planOutage = (plan: Outage): Promise<unknown> =>
  post('/_local/outages', THROTTLES.test(plan.type ?? '') ? { ...plan, jitter: MAX_JITTER } : plan)

/** Ends all planned outages. */
export const endOutages = async (): Promise<void> => {
  const stack = testStack()
  if (stack.kind === 'local') await fetch(`${stack.control}/_local/outages`, { method: 'DELETE' })
}

/** Kills the function at its nth invocation from now: before its handler runs, or after it but before the answer. */
export const killAt = (name: string, when: 'before' | 'after', nth = 1): Promise<unknown> =>
  post('/_local/faults', { function: name, when, nth })

/** The longest wait on an emulator, which uses the machine's time. A test that needs more is skipped there. */
const MAX_WAIT_MS = 45_000

/** Advances the stack's clock for all functions and schedules. */
export const advance = async (ms: number): Promise<void> => {
  if (testStack().kind === 'emulator' && ms <= MAX_WAIT_MS) await delay(ms)
  else await post('/_local/clock', { advanceMs: ms })
}

/**
 * Advances the stack's clock as if the machine had slept: schedules fire once, at the end. For tests that need only the
 * time, because the schedules of a day take a second or more, depending on the contents of the stack.
 */
export const advanceAsleep = async (ms: number): Promise<void> => {
  await post('/_local/clock', { advanceMs: ms, asleep: true })
}

/** The milliseconds by which the time of functions is ahead of the clock. */
let lead = 0

const shiftFunctionTime = async (ms: number): Promise<void> => {
  lead += ms
  await send('PUT', '/_local/clock/lead', { leadMs: lead })
}

/**
 * Runs work while functions read a time `ms` later. Only the time of functions changes: no timer or schedule fires. On
 * an emulator it waits instead.
 */
export const atLaterTime = async <Result>(ms: number, work: () => Promise<Result>): Promise<Result> => {
  if (testStack().kind === 'emulator' && ms <= MAX_WAIT_MS) {
    await delay(ms)
    return work()
  }
  await shiftFunctionTime(ms)
  try {
    return await work()
  } finally {
    await shiftFunctionTime(-ms)
  }
}

/** Runs a function by bundle name, as its schedule or its calling service would, `after` milliseconds from now. */
export const runFunction = async (
  name: string,
  { after = 0, payload = {} }: { readonly after?: number; readonly payload?: object } = {},
): Promise<unknown> => {
  const run = () => post(`/_local/functions/${name}/invoke`, { payload })
  const { result } = (await atLaterTime(after, run)) as { result: unknown }
  return result
}

/** Runs the consumer of a queue with one message, as the queue would deliver it `after` milliseconds from now. */
export const runWithMessage = (
  name: string,
  message: object,
  { after = 0 }: { readonly after?: number } = {},
): Promise<unknown> => {
  const record = { messageId: randomUUID(), body: JSON.stringify(message), attributes: {}, messageAttributes: {} }
  return runFunction(name, { after, payload: { Records: [record] } })
}

/** Returns the time that the stack's functions read, in milliseconds since 1970. */
export const stackNow = async (): Promise<number> => {
  const stack = testStack()
  if (stack.kind === 'emulator') return Date.now()
  const { now } = (await (await fetch(`${stack.control}/_local/clock`)).json()) as { now: string }
  return Date.parse(now)
}
