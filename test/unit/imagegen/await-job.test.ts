import { createLog } from '@signet/kernel'
import { describe, expect, it } from 'vitest'
import { awaitJob } from '../../../lambdas/imagegen/api/await-job.ts'
import type { JobRow } from '../../../lambdas/imagegen/jobs/job-row.ts'
import { jobRow } from './sample-job.ts'

const ACCEPTED = jobRow()
const log = createLog({ write: () => {} })

/** A job that reaches its states at these milliseconds, on a clock that only sleeping moves. */
const job = (states: readonly (readonly [atMs: number, state: JobRow['state'] | 'gone' | 'unreadable'])[]) => {
  let nowMs = 0
  let reads = 0
  const get = async () => {
    reads++
    const state = states.findLast(([atMs]) => atMs <= nowMs)?.[1]
    if (state === 'unreadable') throw new Error('The table does not answer')
    return state === 'gone' ? undefined : ({ state } as JobRow)
  }
  const deps = {
    jobs: { get } as never,
    announce: async () => {},
    now: () => new Date(nowMs),
    sleep: async (ms: number) => {
      nowMs += ms
    },
  }
  return { deps, elapsedMs: () => nowMs, reads: () => reads }
}

const never = { signal: new AbortController().signal, log, receivedAt: new Date(0) }

describe('a synchronous request', () => {
  it.each(['completed', 'failed', 'failed_encoding'] as const)('ends soon after its job is %s', async (state) => {
    const { deps, elapsedMs } = job([
      [0, 'queued'],
      [300, 'processing'],
      [900, state],
    ])
    expect((await awaitJob(deps, ACCEPTED, 25, never))?.state).toBe(state)
    expect(elapsedMs()).toBeLessThan(900 + 400)
  })

  it('is held at most 25 seconds, then gets the job as it stands, for a bounded number of reads', async () => {
    const { deps, elapsedMs, reads } = job([
      [0, 'queued'],
      [5_000, 'processing'],
    ])
    expect((await awaitJob(deps, ACCEPTED, 25, never))?.state).toBe('processing')
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
  ])('for %i seconds, of a request received at %i ms, is answered by %i ms', async (seconds, receivedMs, limitMs) => {
    const { deps, elapsedMs } = job([[0, 'queued']])
    const request = { ...never, receivedAt: new Date(receivedMs) }
    expect((await awaitJob(deps, ACCEPTED, seconds, request))?.state).toBe('queued')
    expect(elapsedMs()).toBeLessThanOrEqual(limitMs)
    expect(elapsedMs()).toBeGreaterThanOrEqual(Math.max(0, limitMs - 400))
  })

  it('ends when its job was deleted', async () => {
    const { deps } = job([
      [0, 'queued'],
      [200, 'gone'],
    ])
    expect(await awaitJob(deps, ACCEPTED, 25, never)).toBeUndefined()
  })

  it('ends before the function is ended', async () => {
    const { deps, elapsedMs } = job([[0, 'processing']])
    expect((await awaitJob(deps, ACCEPTED, 25, { ...never, signal: AbortSignal.abort() }))?.state).toBe('processing')
    expect(elapsedMs()).toBe(0)
  })

  it('waits on while the table does not answer, and is never told that its accepted job failed', async () => {
    const recovered = job([
      [0, 'unreadable'],
      [2_000, 'completed'],
    ])
    expect((await awaitJob(recovered.deps, ACCEPTED, 25, never))?.state).toBe('completed')
    const dark = job([[0, 'unreadable']])
    expect(await awaitJob(dark.deps, ACCEPTED, 25, never)).toEqual(ACCEPTED)
    expect(dark.elapsedMs()).toBeLessThanOrEqual(25_000)
  })
})
