import { setTimeout as delay } from 'node:timers/promises'
import { inject } from 'vitest'

const post = async (path: string, body: object): Promise<unknown> => {
  const response = await fetch(`${inject('stack').control}${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  if (!response.ok) throw new Error(`POST /_local${path} answered ${response.status}: ${await response.text()}`)
  return response.json()
}

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
  const { kind, control } = inject('stack')
  if (kind === 'local') await fetch(`${control}/_local/outages`, { method: 'DELETE' })
}

/** The function's process dies at its nth invocation from now: before its handler ran, or after but before it answered. */
export const killAt = (name: string, when: 'before' | 'after', nth = 1): Promise<unknown> =>
  post('/_local/faults', { function: name, when, nth })

/** An emulator keeps the time of the machine: there, this much is waited for, and more is an error. */
const LONGEST_WAIT_MS = 45_000

/** Advances the stack's clock for every reader. */
export const advance = async (ms: number): Promise<void> => {
  if (inject('stack').kind === 'local') await post('/_local/clock', { advanceMs: ms })
  else if (ms <= LONGEST_WAIT_MS) await delay(ms)
  else throw new Error(`The clock of an emulator cannot be moved by ${ms} ms`)
}

/**
 * Advances the stack's clock as for a machine that sleeps: schedules fire once, at the end. For what only time does, since
 * a day of schedules takes a second or more, and the longer the more there is in the stack.
 */
export const advanceAsleep = async (ms: number): Promise<void> => {
  if (inject('stack').kind === 'local') await post('/_local/clock', { advanceMs: ms, asleep: true })
  else await advance(ms)
}

/** The time that the stack's functions read, in ms since the epoch. */
export const stackNow = async (): Promise<number> => {
  const { kind, control } = inject('stack')
  if (kind !== 'local') return Date.now()
  const { now } = (await (await fetch(`${control}/_local/clock`)).json()) as { now: string }
  return Date.parse(now)
}
