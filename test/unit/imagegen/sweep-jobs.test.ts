import { createLog } from '@signet/kernel'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { allKeys } from '../../../lambdas/imagegen/images/image-keys.ts'
import { admissionTable } from '../../../lambdas/imagegen/jobs/admission-table.ts'
import { type JobKey, keyOf } from '../../../lambdas/imagegen/jobs/job-keys.ts'
import type { JobRow } from '../../../lambdas/imagegen/jobs/job-row.ts'
import { type JobTable, jobTable } from '../../../lambdas/imagegen/jobs/job-table.ts'
import { openJobsTable } from '../../../lambdas/imagegen/jobs/open-jobs-table.ts'
import { settleJob } from '../../../lambdas/imagegen/settle/settle-job.ts'
import { sweepJobs } from '../../../lambdas/imagegen/sweep/sweep-jobs.ts'
import { memoryBucket } from './memory-bucket.ts'
import { jobRow, standingClock } from './sample-job.ts'
import { openTable, TABLE, type TableWorld } from './table-world.ts'

const MINUTE_MS = 60_000
let world: TableWorld
let clock: ReturnType<typeof standingClock>
let bucket: ReturnType<typeof memoryBucket>
let sent: string[]
let lines: string[]
const table = () => ({ db: world.db, table: TABLE, now: clock.now })

beforeAll(async () => {
  world = await openTable()
})
beforeEach(() => {
  clock = standingClock()
  bucket = memoryBucket()
  sent = []
  lines = []
})
afterAll(() => world.close())

const admit = async (changes: Partial<JobRow> = {}): Promise<JobRow> => {
  const row = jobRow(changes)
  await admissionTable(table()).admit(row, undefined)
  return row
}
const sweep = (jobs: JobTable = jobTable(table())) => {
  const log = createLog({ write: (line) => lines.push(line) })
  const queue = { send: async ({ jobId }: JobKey) => void sent.push(jobId) }
  const settle = settleJob({ jobs, bucket, now: clock.now, log })
  return sweepJobs({ jobs, open: openJobsTable(table()), queue, bucket, settle, now: clock.now, log })()
}
const end = async (...rows: JobRow[]) => {
  for (const row of rows) await jobTable(table()).move((await jobTable(table()).get(keyOf(row)))!, 'fail')
}

describe('the sweeper', () => {
  it('leaves a job alone that is younger than a minute', async () => {
    const row = await admit()
    clock.advance(MINUTE_MS)
    expect(await sweep()).toEqual({ resent: 0, settled: 0, forgotten: 0 })
    await end(row)
  })

  it('sends a job again that is still queued after a minute, but none that somebody works on', async () => {
    const lost = await admit()
    const working = await admit({ state: 'processing' })
    clock.advance(MINUTE_MS + 1)
    expect(await sweep()).toEqual({ resent: 1, settled: 0, forgotten: 0 })
    expect(sent).toEqual([lost.job_id])
    await end(lost, working)
  })

  it('ends what is still open after 35 minutes, by where it stands, and removes what it stored', async () => {
    const rows = [await admit(), await admit({ state: 'processing' }), await admit({ state: 'encoding' })]
    for (const { job_id } of rows) await bucket.put(`img/${job_id}/image`, new Uint8Array(1), { contentType: 'a/b' })
    clock.advance(35 * MINUTE_MS)
    expect((await sweep()).settled).toBe(0)
    clock.advance(1)
    expect(await sweep()).toEqual({ resent: 0, settled: 3, forgotten: 0 })
    const states = await Promise.all(rows.map(async (row) => (await jobTable(table()).get(keyOf(row)))?.state))
    expect(states).toEqual(['failed', 'failed', 'failed_encoding'])
    expect(rows.flatMap(({ job_id }) => bucket.keysOf(job_id))).toEqual([])
    expect(await sweep()).toEqual({ resent: 0, settled: 0, forgotten: 0 })
  })

  it('forgets a deletion after 15 minutes, when it has removed all that a slow worker may have stored', async () => {
    const row = await admit()
    await jobTable(table()).bury(keyOf(row))
    for (const key of allKeys(row.job_id)) await bucket.put(key, new Uint8Array(1), { contentType: 'a/b' })
    clock.advance(15 * MINUTE_MS - 1)
    expect((await sweep()).forgotten).toBe(0)
    clock.advance(1)
    expect((await sweep()).forgotten).toBe(1)
    expect(bucket.keysOf(row.job_id)).toEqual([])
    expect(await world.rows(`TENANT#${row.tenant_id}`)).not.toContainEqual(
      expect.objectContaining({ sk: `JOB#${row.job_id}` }),
    )
  })

  it('goes on past a job that cannot be swept, and says which one it was', async () => {
    const [bad, good] = [await admit(), await admit()]
    clock.advance(MINUTE_MS + 1)
    const jobs = jobTable(table())
    const limping: JobTable = {
      ...jobs,
      get: async (key) => {
        if (key.jobId === bad.job_id) throw new Error('unreadable')
        return jobs.get(key)
      },
    }
    expect(await sweep(limping)).toEqual({ resent: 1, settled: 0, forgotten: 0 })
    expect(sent).toEqual([good.job_id])
    const told = lines.map((line) => JSON.parse(line) as Record<string, unknown>)
    expect(told).toContainEqual(expect.objectContaining({ level: 'error', job_id: bad.job_id }))
    await end(bad, good)
  })
})
