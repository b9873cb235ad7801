import { code } from '../../code.ts'
import type { Case, Part } from '../../design.ts'

export const workSource = code`
/** A message as a queue gives it: at least once, in no order. */
export interface Message {
  readonly id: string
  readonly body: unknown
  /** How often it was given, from 1. */
  readonly attempt: number
}

export interface Queue {
  /** Milliseconds of delay: at most 15 minutes. */
  send(body: unknown, delayMs?: number): Promise<void>
}

/** A message that no repetition makes good. It is logged and goes no further. */
export class Unusable extends Error {
  constructor(why: string) {
    super(why)
    this.name = 'Unusable'
  }
}
`

const settleSource = code`
import type { Deps } from '../ports.ts'
import { type Message, Unusable } from './queue.ts'

export type Handle = (message: Message, deps: Deps) => Promise<void>

/** Another worker has the message: it comes again in case that one dies, and nothing has failed. */
const isBusy = (error: unknown): boolean => error instanceof Error && error.name === 'Busy'

/**
 * Works through a batch, and gives the ids of those that must come again: one bad message holds up no other.
 * A message that nothing makes good goes to the dead-letter queue with the platform's own retries, so that a person sees it.
 */
export const settle = async (messages: readonly Message[], handle: Handle, deps: Deps): Promise<readonly string[]> => {
  const failed: string[] = []
  for (const message of messages) {
    const started = deps.now()
    const line = { event: 'message', id: message.id, attempt: message.attempt }
    try {
      await handle(message, deps)
      deps.log({ ...line, outcome: 'done', ms: deps.now() - started })
    } catch (error) {
      failed.push(message.id)
      const fault = error instanceof Error ? error.name + ': ' + error.message : 'unknown'
      const outcome = error instanceof Unusable ? 'unusable' : isBusy(error) ? 'busy' : 'failed'
      deps.log({ ...line, outcome, fault, ms: deps.now() - started })
    }
  }
  return failed
}
`

const HEAD = code`
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { settle } from '../src/queue/settle.ts'
import { world } from './support/world.ts'

const message = (id: string) => ({ id, body: { id }, attempt: 1 })
`

const alone: Case = {
  ...{
    level: 'unit',
    given: code`a batch with one bad message`,
    when: code`it is worked through`,
    outcome: code`that one alone comes again`,
  },
  traces: ['queue-partial', 'queue-poison'],
  body: code`
  const { deps } = world()
  const done: string[] = []
  const failed = await settle([message('1'), message('2'), message('3')], async ({ id }) => {
    if (id === '2') throw new Error('no')
    done.push(id)
  }, deps)
  assert.deepEqual(failed, ['2'])
  assert.deepEqual(done, ['1', '3'])
`,
}

const logged: Case = {
  ...{
    level: 'unit',
    given: code`messages that end well and badly, or that another worker has`,
    when: code`they are handled`,
    outcome: code`a line each names id and outcome, not the body`,
  },
  traces: ['queue-partial', 'queue-denied', 'queue-leak'],
  body: code`
  const { deps, logged } = world()
  await settle([{ id: '1', body: { secret: 'of-a-person' }, attempt: 2 }], async () => {}, deps)
  await settle([message('2')], () => Promise.reject(new Error('no')), deps)
  const busy = () => Promise.reject(Object.assign(new Error('of another'), { name: 'Busy' }))
  assert.deepEqual(await settle([message('3')], busy, deps), ['3'])
  assert.deepEqual(logged.map(({ id, outcome, attempt }) => [id, outcome, attempt]), [['1', 'done', 2], ['2', 'failed', 1], ['3', 'busy', 1]])
  assert.ok(!JSON.stringify(logged).includes('of-a-person'))
`,
}

/** A worker at a queue. The pattern brings the threat of wrong messages, with its test. */
export const workPart: Part = {
  files: [{ path: 'src/queue/settle.ts', content: settleSource }],
  requirements: [
    {
      key: 'queue-partial',
      text: code`A message that fails comes again alone, and after five times waits for a person`,
      priority: 'P1',
    },
  ],
  boundaries: [
    {
      key: 'queue',
      name: code`Queue to worker`,
      cells: {
        S: code`Who may send is said by the platform: functions of this service that send, and whom a person grants it; the queue is open to nobody else`,
        T: [],
        R: [
          {
            ...{ key: 'queue-denied', source: code`A producer`, prerequisites: code`A dispute over an effect` },
            ...{ action: code`says that a message was never handled`, impact: code`Nobody can tell what happened` },
            ...{ likelihood: 2, impactScore: 3 },
            mitigation: code`One line a message: id, attempt, outcome, time`,
          },
        ],
        I: [
          {
            ...{ key: 'queue-leak', source: code`Who may read logs`, prerequisites: code`Access to the log group` },
            ...{
              action: code`reads bodies of messages there`,
              impact: code`Data of people spreads to where it does not belong`,
            },
            ...{ likelihood: 3, impactScore: 4 },
            mitigation: code`Bodies are never logged`,
            answers: ['stride-loose-logs'],
          },
        ],
        D: [
          {
            ...{ key: 'queue-poison', source: code`A producer with a fault`, prerequisites: code`None` },
            ...{
              action: code`sends a message that fails each time`,
              impact: code`It blocks those behind it and costs without end`,
            },
            ...{ likelihood: 4, impactScore: 3 },
            mitigation: code`Partial failures, and after five attempts a dead-letter queue`,
            answers: ['stride-poison'],
          },
        ],
        E: [],
      },
    },
  ],
  suites: [{ path: 'test/queue.test.ts', head: HEAD, cases: [alone, logged] }],
  assets: [code`Messages in the queue`],
}

/** The port of a queue, for all who send to one or work at one. */
export const queuePort: Part = { files: [{ path: 'src/queue/queue.ts', content: workSource }] }

const retrySource = code`
/** Milliseconds to wait before the next attempt: doubling, capped, with full jitter, so that callers do not return together. */
export const backoffMs = (attempt: number, random: () => number, baseMs = 200, capMs = 20_000): number =>
  Math.floor(random() * Math.min(capMs, baseMs * 2 ** Math.min(attempt - 1, 30)))

interface Waiting {
  readonly attempts: number
  readonly sleep: (ms: number) => Promise<void>
  readonly random: () => number
}

/** Does it again while it fails, at most so many times; the last fault is thrown. */
export const withRetries = async <T>(work: () => Promise<T>, { attempts, sleep, random }: Waiting): Promise<T> => {
  for (let attempt = 1; ; attempt++) {
    try {
      return await work()
    } catch (error) {
      if (attempt >= attempts) throw error
      await sleep(backoffMs(attempt, random))
    }
  }
}
`

/** Waiting before something is tried again. */
export const retryPart: Part = {
  files: [{ path: 'src/retry/backoff.ts', content: retrySource }],
  requirements: [
    {
      key: 'retry',
      text: code`A call that fails is repeated with growing, random pauses, and not without end`,
      priority: 'P2',
    },
  ],
  suites: [
    {
      path: 'test/retry.test.ts',
      head: code`
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { backoffMs, withRetries } from '../src/retry/backoff.ts'
`,
      cases: [
        {
          ...{
            level: 'unit',
            given: code`a call that fails`,
            when: code`it is repeated`,
            outcome: code`pauses grow to a cap and attempts end`,
          },
          traces: ['retry'],
          body: code`
  assert.deepEqual([1, 2, 3, 20].map((attempt) => backoffMs(attempt, () => 0.5)), [100, 200, 400, 10_000])
  const slept: number[] = []
  let calls = 0
  const waiting = { attempts: 3, random: () => 1, sleep: async (ms: number) => void slept.push(ms) }
  await assert.rejects(withRetries(() => Promise.reject(new Error(String((calls += 1)))), waiting), /3/)
  assert.deepEqual(slept, [200, 400])
`,
        },
      ],
    },
  ],
}
