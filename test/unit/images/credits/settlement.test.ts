import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { admissionTable } from '../../../../lambdas/images/jobs/admission-table.ts'
import { keyOf } from '../../../../lambdas/images/jobs/job-keys.ts'
import type { JobRow } from '../../../../lambdas/images/jobs/job-row.ts'
import { jobSweepIndex } from '../../../../lambdas/images/jobs/job-sweep-index-table.ts'
import { expireJob } from '../../../../lambdas/images/settle/expire-job.ts'
import { settleJob } from '../../../../lambdas/images/settle/settle-job.ts'
import { sweepJobs } from '../../../../lambdas/images/sweep/sweep-jobs.ts'
import { createLog } from '../../../../layers/kernel/src/log.ts'
import { requireGranted } from '../../../support/granted.ts'
import { memoryBucket } from '../../../support/memory-bucket.ts'
import { jobRow, NO_OPENINGS } from '../../../support/sample-job.ts'
import { openTable, type TableWorld } from '../../../support/table-world.ts'
import { DAY_MS, month, pack, purchaseWorld } from '../../ledger/purchase-world.ts'

let table: TableWorld
let world: ReturnType<typeof purchaseWorld>
let id: string
let accountCount = 0
const log = createLog({ write: () => {} })

beforeAll(async () => {
  table = await openTable()
})
beforeEach(() => {
  world = purchaseWorld(table)
  id = `settled-${++accountCount}`
})
afterAll(() => table.close())

const jobInState = async (state: 'queued' | 'processing' | 'encoding'): Promise<JobRow> => {
  const row = await world.hold(id, 5)
  if (state === 'queued') return row
  const started = (await world.jobs.move(row, 'start'))!
  return state === 'processing' ? started : (await world.jobs.move(started, 'paint'))!
}
const balances = async () => {
  const { welcome, held, consumed } = await world.account(id)
  return { welcome, held, consumed }
}
const RELEASED = { welcome: 50, held: 0, consumed: 0 }
const CAPTURED = { welcome: 45, held: 0, consumed: 5 }

describe('the hold of a job', () => {
  it('captures once, in the write that completes the job', async () => {
    const row = await jobInState('encoding')
    expect(await balances()).toEqual({ welcome: 45, held: 5, consumed: 0 })
    const moves = await Promise.all([1, 2, 3].map(() => world.jobs.move(row, 'finish')))
    expect(moves.filter((moved) => moved !== undefined)).toHaveLength(1)
    expect(await balances()).toEqual(CAPTURED)
  })

  it.each(['queued', 'processing', 'encoding'] as const)('releases once when a %s job fails', async (state) => {
    const row = await jobInState(state)
    await Promise.all([1, 2, 3].map(() => world.jobs.move(row, 'fail')))
    expect(await balances()).toEqual(RELEASED)
  })

  it.each([
    ['queued', RELEASED],
    // The caller pays for a deleted job whose painting has begun.
    ['processing', CAPTURED],
    ['encoding', CAPTURED],
  ] as const)('settles once when a %s job is deleted', async (state, settled) => {
    const row = await jobInState(state)
    const deleted = await Promise.all([1, 2, 3].map(() => world.jobs.softDelete(keyOf(row))))
    expect(deleted.filter((each) => each !== undefined)).toHaveLength(1)
    expect(await balances()).toEqual(settled)
  })

  it('settles once when a job ends in every way concurrently', async () => {
    const row = await jobInState('encoding')
    await Promise.all([
      world.jobs.move(row, 'finish'),
      world.jobs.move(row, 'fail'),
      world.jobs.softDelete(keyOf(row)),
      world.jobs.softDelete(keyOf(row)),
    ])
    const { held, consumed, welcome } = await world.account(id)
    expect(held).toBe(0)
    expect(welcome + consumed).toBe(50)
    const { entries } = await world.statement(id, { limit: 10, cursor: undefined })
    expect(entries.filter(({ ref }) => ref === row.job_id)).toHaveLength(1)
  })

  it('returns to its bucket by the sweeper after 55 minutes without work', async () => {
    const rows = [await jobInState('queued'), await jobInState('processing'), await jobInState('encoding')]
    expect(await balances()).toEqual({ welcome: 35, held: 15, consumed: 0 })
    world.clock.advance(56 * 60_000)
    const { jobs, clock } = world
    const bucket = memoryBucket()
    const settle = settleJob({
      jobs,
      bucket,
      publishEnd: async () => {},
      now: clock.now,
      log,
      metrics: { record: () => {} },
    })
    const expire = expireJob({ jobs, publishEnd: async () => {}, now: clock.now, log, metrics: { record: () => {} } })
    const noopQueue = { send: async () => {} }
    const publishing = { publishEnd: async () => {}, publishEvents: async () => true }
    const deps = {
      ...publishing,
      jobs,
      bucket,
      settle,
      expire,
      log,
      queue: noopQueue,
      webhooks: noopQueue,
      metrics: { record: () => {} },
    }
    await sweepJobs({ openings: NO_OPENINGS, ...deps, index: jobSweepIndex(world.deps), now: clock.now })()
    expect(await balances()).toEqual(RELEASED)
    for (const row of rows) expect((await jobs.get(keyOf(row)))?.state).toMatch(/^failed/)
  })
})

describe('account statements', () => {
  it('list buckets with expiry, entitlements, totals, and entries newest first, page by page', async () => {
    await world.book(pack(id, 'pay-1'))
    await world.book(month(id, 'pro', 0))
    world.clock.advance(1000)
    await world.spend(id, 60)
    const heldJob = await world.hold(id, 10)
    const first = await world.statement(id, { limit: 2, cursor: undefined })
    expect(first).toMatchObject({
      plan: 'pro',
      entitlements: { priority_queue: false, monthly_credits: 1000 },
      balance: 1480,
      held: 10,
      owed: 0,
      buckets: [
        { name: 'welcome', credits: 0, expires_at: null },
        { name: 'purchased', credits: 480, expires_at: null },
        { name: 'grace', credits: 0, expires_at: null },
        { name: 'subscription', credits: 1000, expires_at: month(id, 'pro', 0).period_end },
      ],
      cycle: { starts_at: month(id, 'pro', 0).period_start, used: 70, limit: 1550 },
      is_nearly_used_up: false,
      lost_at_cycle_end: 1000,
      totals: { issued: 1550, consumed: 60, expired: 0, clawed_back: 0 },
    })
    expect(first.entries[0]).toMatchObject({
      type: 'capture',
      lines: [
        { from: 'welcome', to: 'consumed', credits: 50 },
        { from: 'purchased', to: 'consumed', credits: 10 },
      ],
    })
    const entries = [...first.entries]
    for (let cursor = first.next_cursor; cursor !== null; ) {
      const page = await world.statement(id, { limit: 2, cursor })
      entries.push(...page.entries)
      cursor = page.next_cursor
    }
    expect(entries.map(({ type }) => type).sort()).toEqual(['capture', 'pack', 'renewal', 'welcome'])
    await world.jobs.move(heldJob, 'fail')
  })

  it('show an unused account as a new one, and do not open it', async () => {
    expect(await world.statement(id, { limit: 5, cursor: undefined })).toMatchObject({ balance: 50, entries: [] })
    expect(await table.rows(`CR#${id}`)).toEqual([])
  })

  it('count no usage in a new month, even before its first write', async () => {
    await world.spend(id, 45)
    expect((await world.statement(id, { limit: 5, cursor: undefined })).is_nearly_used_up).toBe(true)
    world.clock.advance(31 * DAY_MS)
    expect((await world.statement(id, { limit: 5, cursor: undefined })).cycle).toMatchObject({ used: 0, limit: 5 })
  })
})

describe('the images of a caller without an account', () => {
  it('never exceed the limit and never drop below zero, with any overlap and repetition (I11)', async () => {
    const scope = `anon-${id}`
    const { payments, deps, jobs } = world
    const admit = async () => {
      const row = jobRow({ tenant_id: scope, created_at: world.clock.now().toISOString() })
      const admission = await requireGranted(admissionTable(deps).admit(row, undefined, payments.image(scope))).catch(
        () => undefined,
      )
      return admission?.kind === 'admitted' ? admission.row : undefined
    }
    const first = (await Promise.all(Array.from({ length: 130 }, admit))).filter((row) => row !== undefined)
    expect(first).toHaveLength(100)
    expect((await payments.images(scope)).used).toBe(100)
    await Promise.all(first.slice(0, 10).flatMap((row) => [jobs.move(row, 'fail'), jobs.softDelete(keyOf(row))]))
    expect((await payments.images(scope)).used).toBe(90)
    const second = (await Promise.all(Array.from({ length: 30 }, admit))).filter((row) => row !== undefined)
    expect(second).toHaveLength(10)
    world.clock.advance(31 * DAY_MS)
    expect((await payments.images(scope)).used).toBe(0)
    await jobs.move(second[0]!, 'fail')
    expect((await payments.images(scope)).used).toBe(0)
  })
})
