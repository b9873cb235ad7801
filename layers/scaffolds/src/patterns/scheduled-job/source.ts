import { type Code, code, joined } from '../../code.ts'
import type { Context } from '../../design.ts'
import type { Schedule } from '../../intention/schedule.ts'

/** Where nothing is said a job runs each hour. */
const HOURLY: Schedule = { periodMs: 3_600_000, offsetMs: 0, words: 'each hour' }

/** When the job runs: what the intention says, in UTC. */
export const scheduleOf = ({ figures }: Pick<Context, 'figures'>): Schedule => figures.schedule?.schedule ?? HOURLY

const PERIODS = ({ periodMs, offsetMs, words }: Schedule) => code`
/** One period of work: from its begin to before its end, in milliseconds since 1970. */
export interface $EntityPeriod {
  readonly from: number
  readonly until: number
}

/** Length of a period: the job runs ${words as Code}. */
export const PERIOD_MS = ${periodMs}
/** Where periods end, in milliseconds from where they are counted: midnight of 1 January 1970, UTC. */
const OFFSET_MS = ${offsetMs}
/** Most periods that one run catches up with. */
export const MAX_PERIODS = 24

/** The periods that have ended and were not worked on, oldest first: a run that failed is caught up with by the next. */
export const periodsDue = (doneUntil: number | undefined, now: number): readonly $EntityPeriod[] => {
  const lastEnd = Math.floor((now - OFFSET_MS) / PERIOD_MS) * PERIOD_MS + OFFSET_MS
  const start = doneUntil ?? lastEnd - PERIOD_MS
  const count = Math.min(MAX_PERIODS, Math.max(0, Math.floor((lastEnd - start) / PERIOD_MS)))
  return Array.from({ length: count }, (_, at) => ({ from: start + at * PERIOD_MS, until: start + (at + 1) * PERIOD_MS }))
}
`

const REPORT = code`
/** A $noun as the source lists it. */
export interface Listed$Entity {
  readonly id: string
  readonly amount: number
}

export interface $EntityReport {
  readonly count: number
  readonly total: number
  readonly largest: string | undefined
}

/** What a period comes to. A $noun that is listed twice counts once. */
export const report$Entities = (listed: readonly Listed$Entity[]): $EntityReport => {
  const distinct = [...new Map(listed.map((each) => [each.id, each])).values()]
  const largest = distinct.toSorted((a, b) => b.amount - a.amount || (a.id < b.id ? -1 : 1))[0]
  return { count: distinct.length, total: distinct.reduce((sum, { amount }) => sum + amount, 0), largest: largest?.id }
}

/** @throws TypeError for a list of another form: nothing is reported of what is not understood. */
export const readListed$Entities = (value: unknown): readonly Listed$Entity[] => {
  if (!Array.isArray(value)) throw new TypeError('The source gave no list')
  return value.map((each: unknown) => {
    const { id, amount } = (each ?? {}) as Partial<Record<keyof Listed$Entity, unknown>>
    if (typeof id !== 'string' || typeof amount !== 'number' || !Number.isSafeInteger(amount))
      throw new TypeError('The source gave a $noun without id or whole amount')
    return { id, amount }
  })
}
`

export const rules = (schedule: Schedule) => code`
${PERIODS(schedule)}

${REPORT}
`

export const handler = code`
import { type $EntityPeriod, periodsDue, readListed$Entities, report$Entities } from './$kebab/report-$kebabs.ts'
import type { Deps } from './ports.ts'
import { withRetries } from './retry/backoff.ts'

/** How long a run may hold the job: longer than a function lives. */
const LEASE_MS = 600_000

interface Job {
  readonly doneUntil?: number
  /** Until when a run holds it. */
  readonly heldUntil: number
}

const MAX_BYTES = 5_000_000

const list = async ({ from, until }: $EntityPeriod, deps: Deps) => {
  const { sleep, random } = deps
  return withRetries(async () => {
    const url = deps.setting('SOURCE_URL') + '?from=' + new Date(from).toISOString() + '&until=' + new Date(until).toISOString()
    const headers = { authorization: 'Bearer ' + (await deps.secret('SOURCE_TOKEN')) }
    const response = await deps.fetch(url, { headers, redirect: 'manual', signal: AbortSignal.timeout(10_000) })
    // A redirect is no answer: the token follows none. Workers know "manual" alone.
    if (!response.ok) throw new Error('The source answered ' + response.status)
    const text = await response.text()
    if (text.length > MAX_BYTES) throw new Error('The source answered more than is read')
    return readListed$Entities(JSON.parse(text))
  }, { attempts: 3, sleep, random })
}

/** One run at a time: the second one leaves. A run that died holds the job until its lease ends. */
const take = async ({ records, now }: Deps): Promise<{ job: Job; version: number } | undefined> => {
  const row = await records.get<Job>('jobs', '$kebab-report')
  if (row !== undefined && row.value.heldUntil > now()) return undefined
  const job: Job = { ...row?.value, heldUntil: now() + LEASE_MS }
  const isTaken = row ? await records.replace('jobs', '$kebab-report', job, row.version) : await records.insert('jobs', '$kebab-report', job)
  return isTaken ? { job, version: (row?.version ?? 0) + 1 } : undefined
}

/** Works on every period that is due, oldest first. Each is finished before the next: a crash repeats one at most. */
export const schedule = async (deps: Deps): Promise<void> => {
  const taken = await take(deps)
  if (taken === undefined) return deps.log({ event: 'run', outcome: 'held by another' })
  let { version } = taken
  let { doneUntil } = taken.job
  const hold = async (heldUntil: number): Promise<void> => {
    const job: Job = { ...(doneUntil === undefined ? {} : { doneUntil }), heldUntil }
    if (!(await deps.records.replace('jobs', '$kebab-report', job, version))) throw new Error('The lease was lost')
    version += 1
  }
  try {
    for (const period of periodsDue(doneUntil, deps.now())) {
      const report = report$Entities(await list(period, deps))
      // False where a run that died had written it: the first report of a period stays.
      await deps.records.insert('$kebab-reports', new Date(period.from).toISOString(), report)
      doneUntil = period.until
      await hold(deps.now() + LEASE_MS)
      deps.log({ event: 'period', from: new Date(period.from).toISOString(), count: report.count })
    }
  } finally {
    await hold(0)
  }
}
`

/** @param readsFiles whether a test looks at the schedule of the platform. */
export const testHead = (readsFiles: boolean) => code`
${joined([
  code`import assert from 'node:assert/strict'`,
  readsFiles ? code`import { readFileSync } from 'node:fs'` : undefined,
])}
import { test } from 'node:test'
import { MAX_PERIODS, PERIOD_MS, periodsDue, readListed$Entities, report$Entities } from '../src/$kebab/report-$kebabs.ts'
import { schedule } from '../src/handler.ts'
import { contested } from './support/contested.ts'
import { START, world } from './support/world.ts'

const listing = () => Response.json([{ id: 'a', amount: 3 }, { id: 'b', amount: 4 }, { id: 'a', amount: 3 }])
${readsFiles ? code`const read = (path: string): string => readFileSync(new URL('../' + path, import.meta.url), 'utf8')` : code``}
type Deps = ReturnType<typeof world>['deps']
const reports = ({ records }: Deps) => records.list<{ total: number }>('$kebab-reports', { limit: 50 })
`
