import { describe, expect, it } from 'vitest'
import { allKeys } from '../../../lambdas/images/images/image-keys.ts'
import { keyOf } from '../../../lambdas/images/jobs/job-keys.ts'
import { type JobTable, jobTable } from '../../../lambdas/images/jobs/job-table.ts'
import { NOTHING_DONE } from '../../../lambdas/images/sweep/sweep-jobs.ts'
import {
  admit,
  bucket,
  clock,
  endJobs,
  lines,
  MINUTE_MS,
  publishedIds,
  queuedIds,
  recorded,
  sweep,
  table,
  useSweepWorld,
  world,
} from './sweep-world.ts'

useSweepWorld()

describe('the sweeper', () => {
  it('skips jobs younger than a minute', async () => {
    const row = await admit()
    clock.advance(MINUTE_MS)
    expect(await sweep()).toEqual(NOTHING_DONE)
    await endJobs(row)
  })

  it('resends a job that is still queued after a minute, but none in progress', async () => {
    const lostJob = await admit()
    const working = await admit({ state: 'processing' })
    clock.advance(MINUTE_MS + 1)
    expect(await sweep()).toEqual({ ...NOTHING_DONE, resent: 1 })
    expect(queuedIds).toEqual([lostJob.job_id])
    await endJobs(lostJob, working)
  })

  it('ends a job still open after 55 minutes according to its state, and removes its objects', async () => {
    const rows = [await admit(), await admit({ state: 'processing' }), await admit({ state: 'encoding' })]
    for (const { job_id } of rows) await bucket.put(`img/${job_id}/image`, new Uint8Array(1), { contentType: 'a/b' })
    clock.advance(55 * MINUTE_MS)
    expect((await sweep()).settled).toBe(0)
    clock.advance(1)
    expect(await sweep()).toEqual({ ...NOTHING_DONE, settled: 3 })
    const states = await Promise.all(rows.map(async (row) => (await jobTable(table()).get(keyOf(row)))?.state))
    expect(states).toEqual(['failed', 'failed', 'failed_encoding'])
    expect(rows.flatMap(({ job_id }) => bucket.keysOf(job_id))).toEqual([])
    expect(await sweep()).toEqual(NOTHING_DONE)
  })

  it('purges a tombstone after 15 minutes, after removing everything that a slow worker may have stored', async () => {
    const row = await admit()
    await jobTable(table()).softDelete(keyOf(row))
    for (const key of allKeys(row.job_id).flat()) await bucket.put(key, new Uint8Array(1), { contentType: 'a/b' })
    clock.advance(15 * MINUTE_MS - 1)
    expect((await sweep()).purged).toBe(0)
    clock.advance(1)
    expect((await sweep()).purged).toBe(1)
    expect(publishedIds).toContain(`${row.job_id}:5:job.deleted`)
    expect(bucket.keysOf(row.job_id)).toEqual([])
    expect(await world.rows(`TENANT#${row.tenant_id}`)).not.toContainEqual(
      expect.objectContaining({ sk: `JOB#${row.job_id}` }),
    )
  })

  it('continues after a job that cannot be swept, and names it', async () => {
    const bad = await admit()
    const good = await admit()
    clock.advance(MINUTE_MS + 1)
    const jobs = jobTable(table())
    const failingJobs: JobTable = {
      ...jobs,
      get: async (key) => {
        if (key.jobId === bad.job_id) throw new Error('unreadable')
        return jobs.get(key)
      },
    }
    expect(await sweep(failingJobs)).toEqual({ ...NOTHING_DONE, resent: 1, failed: 1 })
    expect(queuedIds).toEqual([good.job_id])
    const logged = lines.map((line) => JSON.parse(line) as Record<string, unknown>)
    expect(logged).toContainEqual(expect.objectContaining({ level: 'error', job_id: bad.job_id }))
    await endJobs(bad, good)
  })
})

describe('many due jobs', () => {
  it('beyond the time of a sweep are left to the next one, after 50 seconds', async () => {
    const rows = await Promise.all(Array.from({ length: 60 }, () => admit()))
    clock.advance(MINUTE_MS + 1)
    let elapsed = 0
    const jobs = jobTable(table())
    const slow: JobTable = {
      ...jobs,
      get: async (key) => {
        elapsed += 2_000
        return jobs.get(key)
      },
    }
    const { resent } = await sweep(slow, undefined, () => elapsed)
    expect(resent).toBeGreaterThanOrEqual(25)
    expect(resent).toBeLessThan(60)
    expect(lines.map((line) => JSON.parse(line).message ?? JSON.parse(line).msg)).toContain('sweep ran out of time')
    expect((await sweep()).resent).toBe(60)
    await endJobs(...rows)
  })

  it('run concurrently, at most 32 at a time, and count as metrics', async () => {
    const rows = await Promise.all(Array.from({ length: 200 }, () => admit()))
    clock.advance(MINUTE_MS + 1)
    const jobs = jobTable(table())
    let running = 0
    let maxRunning = 0
    const slow: JobTable = {
      ...jobs,
      get: async (key) => {
        maxRunning = Math.max(maxRunning, ++running)
        await new Promise((resolve) => setTimeout(resolve, 20))
        running--
        return jobs.get(key)
      },
    }
    expect(await sweep(slow)).toEqual({ ...NOTHING_DONE, resent: 200 })
    expect(maxRunning).toBe(32)
    expect(new Set(queuedIds)).toEqual(new Set(rows.map(({ job_id }) => job_id)))
    expect(recorded).toContainEqual({ name: 'Swept', value: 200, outcome: 'resent' })
    await endJobs(...rows)
  })
})
