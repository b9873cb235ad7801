import { code } from '../../code.ts'

export const rules = code`
import { Unusable } from '../queue/queue.ts'

/** An order to do something with a $noun. */
export interface $EntityTask {
  readonly id: string
  readonly kind: 'add' | 'remove'
  readonly account: string
  /** At least 1. */
  readonly units: number
}

/** What an account has, after all tasks that were done. */
export interface $EntityBalance {
  readonly units: number
  readonly tasks: number
}

const KEYS = /^[A-Za-z0-9._:-]{1,100}$/

/** The task in a message. @throws Unusable when no repetition makes it one. */
export const read$EntityTask = (body: unknown): $EntityTask => {
  const { id, kind, account, units } = (body ?? {}) as Partial<Record<keyof $EntityTask, unknown>>
  if (typeof id !== 'string' || !KEYS.test(id)) throw new Unusable('id must have 1 to 100 characters of a key')
  if (typeof account !== 'string' || !KEYS.test(account)) throw new Unusable('account must have 1 to 100 characters of a key')
  if (kind !== 'add' && kind !== 'remove') throw new Unusable('kind must be add or remove')
  if (typeof units !== 'number' || !Number.isSafeInteger(units) || units < 1 || units > 1_000_000)
    throw new Unusable('units must be an integer from 1 to 1000000')
  return { id, kind, account, units }
}

/** The balance after a task. @throws Unusable when it would fall below nothing: that needs a person. */
export const after$EntityTask = (balance: $EntityBalance | undefined, { kind, units }: $EntityTask): $EntityBalance => {
  const { units: before, tasks } = balance ?? { units: 0, tasks: 0 }
  const after = kind === 'add' ? before + units : before - units
  if (after < 0) throw new Unusable('Only ' + before + ' units are there')
  return { units: after, tasks: tasks + 1 }
}
`

export const handler = code`
import { type $EntityBalance, type $EntityTask, after$EntityTask, read$EntityTask } from './$kebab/$kebab-tasks.ts'
import type { Deps } from './ports.ts'
import type { Message } from './queue/queue.ts'
import { withRetries } from './retry/backoff.ts'

/** How long a done task is remembered: longer than the queue keeps it. */
const REMEMBERED_MS = 15 * 86_400_000

interface Ledger extends $EntityBalance {
  /** Ids of the newest tasks: balance and what made it change in one write. */
  readonly recent: readonly { readonly id: string; readonly at: number }[]
}

const MAX_RECENT = 500

class Conflict extends Error {
  constructor() {
    super('Another task of this account was quicker')
    this.name = 'Conflict'
  }
}

/** Adds a task to its account in one conditional write, so that neither a crash nor a repetition counts it twice. */
const apply = async (task: $EntityTask, { records, now }: Deps): Promise<void> => {
  const row = await records.get<Ledger>('$kebab-accounts', task.account)
  const recent = (row?.value.recent ?? []).filter(({ at }) => at > now() - REMEMBERED_MS)
  if (recent.some(({ id }) => id === task.id)) return
  const balance = after$EntityTask(row?.value, task)
  const next: Ledger = { ...balance, recent: [...recent, { id: task.id, at: now() }].slice(-MAX_RECENT) }
  const isWritten = row
    ? await records.replace('$kebab-accounts', task.account, next, row.version)
    : await records.insert('$kebab-accounts', task.account, next)
  if (!isWritten) throw new Conflict()
}

/** Does one task. Those who were slower than another one of the account try again at once, a few times. */
export const queue = async ({ body }: Message, deps: Deps): Promise<void> => {
  const task = read$EntityTask(body)
  const { sleep, random } = deps
  await withRetries(() => apply(task, deps), { attempts: 4, sleep, random })
}
`

export const testHead = code`
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { after$EntityTask, read$EntityTask } from '../src/$kebab/$kebab-tasks.ts'
import { queue } from '../src/handler.ts'
import { world } from './support/world.ts'

const task = (id: string, over: Record<string, unknown> = {}) => ({ id, kind: 'add', account: 'a-1', units: 5, ...over })
const message = (body: unknown) => ({ id: 'm', attempt: 1, body })
type Deps = ReturnType<typeof world>['deps']
const unitsOf = async ({ records }: Deps) => (await records.get<{ units: number }>('$kebab-accounts', 'a-1'))?.value.units
`
