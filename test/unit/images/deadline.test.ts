import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { admissionTable } from '../../../lambdas/images/jobs/admission-table.ts'
import { keyOf } from '../../../lambdas/images/jobs/job-keys.ts'
import type { JobRow } from '../../../lambdas/images/jobs/job-row.ts'
import { jobSweepIndex } from '../../../lambdas/images/jobs/job-sweep-index-table.ts'
import { jobTable } from '../../../lambdas/images/jobs/job-table.ts'
import { renderingTable } from '../../../lambdas/images/jobs/rendering-table.ts'
import { paintJob } from '../../../lambdas/images/paint/paint-job.ts'
import { expireJob } from '../../../lambdas/images/settle/expire-job.ts'
import { settleJob } from '../../../lambdas/images/settle/settle-job.ts'
import { STUCK_AFTER_MS, sweepJobs } from '../../../lambdas/images/sweep/sweep-jobs.ts'
import { createLog } from '../../../layers/kernel/src/log.ts'
import { memoryBucket } from '../../support/memory-bucket.ts'
import { jobRow, manualClock, NO_OPENINGS, START } from '../../support/sample-job.ts'
import { memorySpendGuard } from '../../support/spending.ts'
import { openTable, TABLE, type TableWorld } from '../../support/table-world.ts'

const log = createLog({ write: () => {} })
const PICTURE = { bytes: new Uint8Array(1), contentType: 'image/png', width: 1, height: 1, costMicros: 0 }

let table: TableWorld
beforeEach(async () => {
  table = await openTable()
})
afterEach(() => table.close())

const world = () => {
  const clock = manualClock()
  const deps = { db: table.db, table: TABLE, now: clock.now }
  const jobs = jobTable(deps)
  const bucket = memoryBucket()
  const publishedIds: string[] = []
  const publishEnd = async ({ job_id }: JobRow) => void publishedIds.push(job_id)
  const shared = {
    jobs,
    bucket,
    publishEnd,
    publishEvents: async () => true,
    now: clock.now,
    log,
    metrics: { record: () => {} },
  }
  let paintings = 0
  const painter = {
    async paint() {
      paintings++
      return PICTURE
    },
  }
  const noopQueue = { send: async () => {} }
  return {
    clock,
    jobs,
    publishedIds,
    get paintings() {
      return paintings
    },
    async admit(deadlineSeconds?: number, changes: Partial<JobRow> = {}): Promise<JobRow> {
      const deadline = deadlineSeconds && {
        deadline_at: new Date(START.getTime() + deadlineSeconds * 1000).toISOString(),
      }
      const row = jobRow({ ...deadline, ...changes })
      await admissionTable(deps).admit(row, undefined)
      return row
    },
    expire: expireJob(shared),
    paint: (row: JobRow) =>
      paintJob({
        ...shared,
        renderings: renderingTable(deps),
        spend: memorySpendGuard(),
        providerFor: async () => 'offline',
        providerByName: () => painter,
      })(keyOf(row), new AbortController().signal),
    sweep: () =>
      sweepJobs({
        openings: NO_OPENINGS,
        ...shared,
        index: jobSweepIndex(deps),
        queue: noopQueue,
        webhooks: noopQueue,
        settle: settleJob(shared),
        expire: expireJob(shared),
        metrics: { record: () => {} },
      })(),
    state: async (row: JobRow) => {
      const { state, error_code } = (await jobs.get(keyOf(row))) ?? {}
      return [state, error_code]
    },
  }
}
const MISSED_DEADLINE = ['failed', 'deadline_exceeded']

describe('a job with a deadline', () => {
  it('starts painting until the last millisecond, and is refused afterwards without a call to the provider', async () => {
    const { admit, clock, paint, ...rest } = world()
    const early = await admit(10)
    const late = await admit(10)
    clock.advance(9_999)
    expect(await paint(early)).toEqual({ outcome: 'painted' })
    clock.advance(1)
    expect(await paint(late)).toMatchObject({ outcome: 'refused', error_code: 'deadline_exceeded' })
    expect((await rest.jobs.get(keyOf(late)))?.state).toBe('queued')
  })

  it.each([1, 30, 59, 60, 61, 300])(
    'with %i seconds ends in the first sweep afterwards, and is published',
    async (seconds) => {
      const { admit, clock, sweep, state, publishedIds } = world()
      const row = await admit(seconds)
      clock.advance(seconds * 1000 - 1)
      expect((await sweep()).overdue).toBe(0)
      expect((await state(row))[0]).toBe('queued')
      clock.advance(2)
      expect((await sweep()).overdue).toBe(1)
      expect([await state(row), publishedIds]).toEqual([MISSED_DEADLINE, [row.job_id]])
      expect((await sweep()).overdue).toBe(0)
    },
  )

  it('with one day waits untouched for its whole duration', async () => {
    const { admit, clock, sweep, state } = world()
    const row = await admit(86_400)
    clock.advance(86_399_999)
    expect(await sweep()).toMatchObject({ settled: 0, overdue: 0 })
    expect((await state(row))[0]).toBe('queued')
    clock.advance(2)
    await sweep()
    expect(await state(row)).toEqual(MISSED_DEADLINE)
  })

  it.each(['processing', 'encoding'] as const)(
    'with one day ends as stuck when still %s after the usual time from its start',
    async (currentState) => {
      const { admit, clock, sweep, jobs, state } = world()
      const row = await admit(86_400)
      clock.advance(3_600_000)
      const begun = await jobs.move(row, 'start')
      if (currentState === 'encoding') await jobs.move(begun!, 'paint')
      clock.advance(STUCK_AFTER_MS)
      expect(await sweep()).toMatchObject({ settled: 0, overdue: 0 })
      expect((await state(row))[0]).toBe(currentState)
      clock.advance(1)
      expect(await sweep()).toMatchObject({ settled: 1, overdue: 0 })
      expect(await state(row)).toEqual([currentState === 'encoding' ? 'failed_encoding' : 'failed', 'internal'])
    },
  )

  it('without a stored start time ends as stuck after the usual time from its deadline', async () => {
    const { admit, clock, sweep, state } = world()
    const row = await admit(3_600, { state: 'processing' })
    clock.advance(3_600_000 + STUCK_AFTER_MS)
    expect((await sweep()).settled).toBe(0)
    clock.advance(1)
    expect((await sweep()).settled).toBe(1)
    expect(await state(row)).toEqual(['failed', 'internal'])
  })

  it('stays open once started, also for a reader with a stale row', async () => {
    const { admit, clock, expire, jobs, state, publishedIds } = world()
    const row = await admit(1)
    clock.advance(999)
    await jobs.move(row, 'start')
    clock.advance(1_000)
    expect((await expire(row))?.state).toBe('processing')
    expect([(await state(row))[0], publishedIds]).toEqual(['processing', []])
  })

  it('ends once for many concurrent readers', async () => {
    const { admit, clock, expire, state, publishedIds } = world()
    const row = await admit(1)
    clock.advance(1_000)
    const results = await Promise.all(Array.from({ length: 8 }, () => expire(row)))
    expect(results.map((each) => each?.error_code)).toEqual(new Array(8).fill('deadline_exceeded'))
    expect([await state(row), publishedIds.length]).toEqual([MISSED_DEADLINE, 1])
  })
})

describe('a job without a deadline', () => {
  it('gets the usual time from its start, however long it was queued', async () => {
    const { admit, clock, sweep, jobs } = world()
    const row = await admit()
    clock.advance(40 * 60_000)
    await jobs.move(row, 'start')
    clock.advance(STUCK_AFTER_MS)
    expect((await sweep()).settled).toBe(0)
    clock.advance(1)
    expect((await sweep()).settled).toBe(1)
  })
})
