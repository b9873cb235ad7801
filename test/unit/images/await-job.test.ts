import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { awaitJob } from '../../../lambdas/images/api/await-job.ts'
import { admissionTable } from '../../../lambdas/images/jobs/admission-table.ts'
import { keyOf } from '../../../lambdas/images/jobs/job-keys.ts'
import type { JobRow } from '../../../lambdas/images/jobs/job-row.ts'
import { jobTable } from '../../../lambdas/images/jobs/job-table.ts'
import { newWebhook } from '../../../lambdas/images/jobs/job-webhook.ts'
import { createLog } from '../../../layers/kernel/src/log.ts'
import { requireGranted } from '../../support/granted.ts'
import { memoryBucket } from '../../support/memory-bucket.ts'
import { jobRow, manualClock } from '../../support/sample-job.ts'
import { openTable, TABLE, type TableWorld } from '../../support/table-world.ts'

const ACCEPTED_ROW = jobRow()
const log = createLog({ write: () => {} })

/** A job that reaches its states at these milliseconds, on a clock that advances only by sleeping. */
const job = (states: readonly (readonly [atMs: number, state: JobRow['state'] | 'gone' | 'unreadable'])[]) => {
  let nowMs = 0
  let reads = 0
  const getWithoutTexts = async () => {
    reads++
    const state = states.findLast(([atMs]) => atMs <= nowMs)?.[1]
    if (state === 'unreadable') throw new Error('The table is unavailable')
    return state === 'gone' ? undefined : ({ state } as JobRow)
  }
  const deps = {
    jobs: { getWithoutTexts } as never,
    publishEnd: async () => {},
    now: () => new Date(nowMs),
    metrics: { record: () => {} },
    sleep: async (ms: number) => {
      nowMs += ms
    },
  }
  return { deps, elapsedMs: () => nowMs, reads: () => reads }
}

const waitContext = { signal: new AbortController().signal, log, receivedAt: new Date(0) }

describe('synchronous requests', () => {
  it.each(['completed', 'failed', 'failed_encoding'] as const)('return soon after the job is %s', async (state) => {
    const { deps, elapsedMs } = job([
      [0, 'queued'],
      [300, 'processing'],
      [900, state],
    ])
    expect((await awaitJob(deps, ACCEPTED_ROW, 25, waitContext))?.state).toBe(state)
    expect(elapsedMs()).toBeLessThan(900 + 400)
  })

  it('return at once if the account has no concurrency for waiting callers', async () => {
    const { deps, elapsedMs } = job([[0, 'queued']])
    expect((await awaitJob({ ...deps, holdSeconds: 0 }, ACCEPTED_ROW, 25, waitContext))?.state).toBe('queued')
    expect(elapsedMs()).toBe(0)
  })

  it('return the current job after at most 25 seconds, with a bounded number of reads', async () => {
    const { deps, elapsedMs, reads } = job([
      [0, 'queued'],
      [5_000, 'processing'],
    ])
    expect((await awaitJob(deps, ACCEPTED_ROW, 25, waitContext))?.state).toBe('processing')
    expect(elapsedMs()).toBeGreaterThan(24_000)
    expect(elapsedMs()).toBeLessThanOrEqual(25_000)
    expect(reads()).toBeLessThan(80)
  })

  it.each([
    [10, 0, 10_000],
    [25, 0, 25_000],
    // The gateway received it 8 seconds before the function began, and gives up after 29.
    [25, -8_000, 19_500],
    [25, -60_000, 0],
  ])('waiting %i seconds, received at %i ms, return by %i ms', async (seconds, receivedMs, limitMs) => {
    const { deps, elapsedMs } = job([[0, 'queued']])
    const request = { ...waitContext, receivedAt: new Date(receivedMs) }
    expect((await awaitJob(deps, ACCEPTED_ROW, seconds, request))?.state).toBe('queued')
    expect(elapsedMs()).toBeLessThanOrEqual(limitMs)
    expect(elapsedMs()).toBeGreaterThanOrEqual(Math.max(0, limitMs - 400))
  })

  it('return when the job is deleted', async () => {
    const { deps } = job([
      [0, 'queued'],
      [200, 'gone'],
    ])
    expect(await awaitJob(deps, ACCEPTED_ROW, 25, waitContext)).toBeUndefined()
  })

  it('return before the function times out', async () => {
    const { deps, elapsedMs } = job([[0, 'processing']])
    expect((await awaitJob(deps, ACCEPTED_ROW, 25, { ...waitContext, signal: AbortSignal.abort() }))?.state).toBe(
      'processing',
    )
    expect(elapsedMs()).toBe(0)
  })

  it('continue waiting while the table does not respond, and never report the accepted job as failed', async () => {
    const recovered = job([
      [0, 'unreadable'],
      [2_000, 'completed'],
    ])
    expect((await awaitJob(recovered.deps, ACCEPTED_ROW, 25, waitContext))?.state).toBe('completed')
    const unreadable = job([[0, 'unreadable']])
    expect(await awaitJob(unreadable.deps, ACCEPTED_ROW, 25, waitContext)).toEqual(ACCEPTED_ROW)
    expect(unreadable.elapsedMs()).toBeLessThanOrEqual(25_000)
  })
})

describe('synchronous requests with long texts', () => {
  let world: TableWorld
  beforeAll(async () => {
    world = await openTable()
  })
  afterAll(() => world.close())

  /**
   * The state of a job when its caller stops waiting, and the number of reads of its texts; `step` runs at every pause.
   */
  const stateAfterWait = async (
    step: (jobs: ReturnType<typeof jobTable>, row: JobRow, pause: number) => Promise<unknown>,
  ) => {
    const { now, advance } = manualClock()
    const bucket = memoryBucket()
    let reads = 0
    const read = async (key: string) => {
      reads++
      return bucket.read(key)
    }
    const table = { db: world.db, table: TABLE, now, texts: { ...bucket, read } }
    const jobs = jobTable(table)
    const { settings, ...rest } = jobRow({
      original_prompt: 'p'.repeat(2000),
      webhook: newWebhook('https://a.example/hook', 'https://images.example'),
      deadline_at: new Date(now().getTime() + 10_000).toISOString(),
    })
    const longRow = { ...rest, settings: { ...settings, negative_prompt: 'n'.repeat(2000) } }
    const admission = await requireGranted(admissionTable(table).admit(longRow, undefined))
    if (admission.kind !== 'admitted') throw new Error('The request has no key')
    let pauses = 0
    const sleep = async (ms: number) => {
      advance(ms)
      await step(jobs, (await jobs.getWithoutTexts(keyOf(longRow)))!, pauses++)
    }
    const deps = { jobs, publishEnd: async () => {}, now, metrics: { record: () => {} }, sleep }
    const row = await awaitJob(deps, admission.row, 25, { ...waitContext, receivedAt: now() })
    const readsWaiting = reads
    return { row, reads: readsWaiting, stored: await jobs.get(keyOf(longRow)) }
  }

  it('read no texts from the bucket while waiting, and return all texts', async () => {
    const steps = { 3: 'start', 20: 'paint', 40: 'finish' } as const
    const { row, reads, stored } = await stateAfterWait(async (jobs, found, pause) => {
      const step = steps[pause as keyof typeof steps]
      if (step) expect(await jobs.move(found, step)).toBeDefined()
    })
    expect(row).toMatchObject({ state: 'completed', original_prompt: 'p'.repeat(2000) })
    expect(row).toEqual(stored)
    expect(reads).toBe(0)
  })

  it('return all texts also when they find the deadline missed', async () => {
    const { row, reads, stored } = await stateAfterWait(async () => {})
    expect(row).toMatchObject({ state: 'failed', error_code: 'deadline_exceeded', original_prompt: 'p'.repeat(2000) })
    expect(row).toEqual(stored)
    expect(reads).toBe(0)
  })

  it('return when the job and its texts are deleted', async () => {
    const { row, reads } = await stateAfterWait(
      async (jobs, found, pause) => pause === 2 && jobs.softDelete(keyOf(found)),
    )
    expect([row, reads]).toEqual([undefined, 0])
  })
})
