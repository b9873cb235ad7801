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

/** The next `times` calls of an AWS service fail in this way, as the SDK would see it from AWS. */
export interface Outage {
  readonly service: 'dynamodb' | 's3' | 'sqs' | 'states' | 'events' | 'secretsmanager' | 'ses'
  /** Only calls of this operation, e.g. GetItem; for S3 the HTTP method. */
  readonly operation?: string
  /** Only calls of this function, so that background calls of others do not use up the fault. */
  readonly function?: string
  readonly times: number
  readonly status?: number
  /** Error name, e.g. ThrottlingException. */
  readonly type?: string
  /** Further members of the error's body. */
  readonly body?: object
}

/** Errors that the SDK retries after a random pause of up to seven seconds, instead of parts of one. */
const THROTTLES = /Throughput|Throttling|SlowDown/
/** How much of that it waits at most here: the tries are as many, and the pauses such as might have been drawn anyhow. */
const JITTER = 0.01

export const outage = (plan: Outage): Promise<unknown> =>
  post('/_local/outages', THROTTLES.test(plan.type ?? '') ? { ...plan, jitter: JITTER } : plan)

/** Ends outages that were not used up. */
export const endOutages = async (): Promise<void> => {
  const stack = testStack()
  if (stack.kind === 'local') await fetch(`${stack.control}/_local/outages`, { method: 'DELETE' })
}

/** The function's process dies at its nth invocation from now: before its handler ran, or after but before it answered. */
export const killAt = (name: string, when: 'before' | 'after', nth = 1): Promise<unknown> =>
  post('/_local/faults', { function: name, when, nth })

/** An emulator keeps the time of the machine: there, this much is waited for, and more skips the test. */
const LONGEST_WAIT_MS = 45_000

/** Advances the stack's clock for every reader. */
export const advance = async (ms: number): Promise<void> => {
  if (testStack().kind === 'emulator' && ms <= LONGEST_WAIT_MS) await delay(ms)
  else await post('/_local/clock', { advanceMs: ms })
}

/**
 * Advances the stack's clock as for a machine that sleeps: schedules fire once, at the end. For what only time does, since
 * a day of schedules takes a second or more, and the longer the more there is in the stack.
 */
export const advanceAsleep = async (ms: number): Promise<void> => {
  await post('/_local/clock', { advanceMs: ms, asleep: true })
}

/** How far the time of functions is ahead, in milliseconds. */
let lead = 0

const lookAhead = async (ms: number): Promise<void> => {
  lead += ms
  await send('PUT', '/_local/clock/lead', { leadMs: lead })
}

/**
 * Runs work whose functions read a time `ms` later. Only their time is later: no timer fires, and no schedule. An emulator
 * waits instead.
 */
export const later = async <Result>(ms: number, work: () => Promise<Result>): Promise<Result> => {
  if (testStack().kind === 'emulator' && ms <= LONGEST_WAIT_MS) {
    await delay(ms)
    return work()
  }
  await lookAhead(ms)
  try {
    return await work()
  } finally {
    await lookAhead(-ms)
  }
}

/** Runs a function by the name of its bundle, as its schedule or the service that calls it would, `after` milliseconds from now. */
export const runFunction = async (
  name: string,
  { after = 0, payload = {} }: { readonly after?: number; readonly payload?: object } = {},
): Promise<unknown> => {
  const run = () => post(`/_local/functions/${name}/invoke`, { payload })
  const { result } = (await later(after, run)) as { result: unknown }
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

/** The time that the stack's functions read, in ms since the epoch. */
export const stackNow = async (): Promise<number> => {
  const stack = testStack()
  if (stack.kind === 'emulator') return Date.now()
  const { now } = (await (await fetch(`${stack.control}/_local/clock`)).json()) as { now: string }
  return Date.parse(now)
}
