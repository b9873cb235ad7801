import { code } from '../../code.ts'

export const rules = code`
import { Unusable } from '../queue/queue.ts'

/** What is to be done about a $noun. */
export interface $EntityTask {
  /** Names the task: it comes again with the same one. */
  readonly id: string
  /** The $noun that it is about. */
  readonly about: string
  /** What the effect needs beyond it: texts of at most 2,000 characters. */
  readonly details: Readonly<Record<string, string>>
}

const KEYS = /^[A-Za-z0-9._:-]{1,100}$/
const MAX_DETAILS = 20
const MAX_TEXT = 2_000

const detailsOf = (value: unknown): $EntityTask['details'] => {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) throw new Unusable('details must be an object')
  const pairs = Object.entries(value)
  const isGood = pairs.length <= MAX_DETAILS && pairs.every(([, text]) => typeof text === 'string' && text.length <= MAX_TEXT)
  if (!isGood) throw new Unusable('details must be at most ' + MAX_DETAILS + ' texts of ' + MAX_TEXT + ' characters')
  return Object.fromEntries(pairs) as Record<string, string>
}

/** The task in a message. @throws Unusable when no repetition makes it one. */
export const read$EntityTask = (body: unknown): $EntityTask => {
  const { id, about, details = {} } = (body ?? {}) as Readonly<Record<string, unknown>>
  if (typeof id !== 'string' || !KEYS.test(id)) throw new Unusable('id must have 1 to 100 characters of a key')
  if (typeof about !== 'string' || !KEYS.test(about)) throw new Unusable('about must have 1 to 100 characters of a key')
  return { id, about, details: detailsOf(details) }
}
`

export const effects = code`
import type { $EntityTask } from './$kebab-tasks.ts'

/** What a task does outside: it sends, it calls, it writes. */
export interface Effects {
  /**
   * Called once for each id of a task, and again with the same key after a crash between the effect and its mark: hand the key on
   * as the idempotency key, so that the other side does it once.
   */
  carryOut(key: string, task: $EntityTask): Promise<void>
}

/** An effect that nobody has written. Its messages end in the dead-letter queue: nothing is pretended. */
export class NotBuilt extends Error {
  constructor() {
    super('carryOut is not built')
    this.name = 'NotBuilt'
  }
}

/** Write this one, and hand it to \`queueWith\` in src/handler.ts. */
export const notBuilt: Effects = {
  carryOut: async () => {
    throw new NotBuilt()
  },
}
`

export const handler = code`
import { type Effects, notBuilt } from './$kebab/$kebab-effects.ts'
import { read$EntityTask } from './$kebab/$kebab-tasks.ts'
import type { Deps } from './ports.ts'
import type { Message } from './queue/queue.ts'
import { once } from './records/once.ts'

/** Does one task: its effect once, whatever comes twice. */
export const queueWith =
  ({ carryOut }: Effects) =>
  async ({ body }: Message, deps: Deps): Promise<void> => {
    const task = read$EntityTask(body)
    await once(deps.records, task.id, deps.now, () => carryOut(task.id, task))
  }

export const queue = queueWith(notBuilt)
`

export const testHead = code`
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { read$EntityTask } from '../src/$kebab/$kebab-tasks.ts'
import { queue, queueWith } from '../src/handler.ts'
import { settle } from '../src/queue/settle.ts'
import { world } from './support/world.ts'

const task = (id: string, over: Record<string, unknown> = {}) => ({ id, about: 'a-1', details: { to: 'x' }, ...over })
const message = (body: unknown, id = 'm') => ({ id, attempt: 1, body })
/** An effect that notes what it was asked for, and fails as often as a test says. */
const effectOf = (failures = 0) => {
  const calls: string[] = []
  let left = failures
  const carryOut = async (key: string, { about, details }: { about: string; details: Readonly<Record<string, string>> }) => {
    if (left-- > 0) throw new Error('the other side is down')
    calls.push([key, about, details.to].join(' '))
  }
  return { calls, handle: queueWith({ carryOut }) }
}
`
