import type { CloudEvent } from '@signet/contracts/events'
import { afterAll, beforeAll, beforeEach } from 'vitest'
import { admissionTable } from '../../../lambdas/images/jobs/admission-table.ts'
import { keyOf } from '../../../lambdas/images/jobs/job-keys.ts'
import type { JobQueue } from '../../../lambdas/images/jobs/job-queue.ts'
import type { JobRow } from '../../../lambdas/images/jobs/job-row.ts'
import { jobSweepIndex } from '../../../lambdas/images/jobs/job-sweep-index-table.ts'
import { type JobTable, jobTable } from '../../../lambdas/images/jobs/job-table.ts'
import { endPublisher } from '../../../lambdas/images/jobs/publish-end.ts'
import { publishedTable } from '../../../lambdas/images/jobs/published-table.ts'
import { expireJob } from '../../../lambdas/images/settle/expire-job.ts'
import { settleJob } from '../../../lambdas/images/settle/settle-job.ts'
import { sweepJobs } from '../../../lambdas/images/sweep/sweep-jobs.ts'
import { createLog } from '../../../layers/kernel/src/log.ts'
import { type CrashPoint, crashPoint, withCrash } from '../../support/crash-point.ts'
import { memoryBucket } from '../../support/memory-bucket.ts'
import { jobRow, manualClock, NO_OPENINGS } from '../../support/sample-job.ts'
import { openTable, TABLE, type TableWorld } from '../../support/table-world.ts'

export const MINUTE_MS = 60_000
export const DAY_MS = 86_400_000
export let world: TableWorld
export let clock: ReturnType<typeof manualClock>
export let bucket: ReturnType<typeof memoryBucket>
export let queuedIds: string[]
export let notified: string[]
export let publishedIds: string[]
export let lines: string[]
export let recorded: object[]
export const table = () => ({ db: world.db, table: TABLE, now: clock.now, texts: bucket })

/** Uses another table, so that no rows of other tests fall due. */
export const emptyTable = async (): Promise<void> => {
  await world.close()
  world = await openTable()
}

/** A table for the tests of a file. Bucket, clock and recorded actions are new for each test. */
export const useSweepWorld = (): void => {
  beforeAll(async () => {
    world = await openTable()
  })
  beforeEach(() => {
    clock = manualClock()
    bucket = memoryBucket()
    queuedIds = []
    notified = []
    publishedIds = []
    lines = []
    recorded = []
  })
  afterAll(() => world.close())
}

export const admit = async (changes: Partial<JobRow> = {}): Promise<JobRow> => {
  const row = jobRow(changes)
  await admissionTable(table()).admit(row, undefined)
  return row
}
export const sweep = (
  jobs: JobTable = jobTable(table()),
  crash: CrashPoint = crashPoint(Number.POSITIVE_INFINITY, 'before'),
  elapsed = () => 0,
) => {
  const log = createLog({ write: (line) => lines.push(line) })
  const queue: JobQueue = { send: async ({ job_id }) => void queuedIds.push(job_id) }
  const publishEvents = async (events: readonly CloudEvent[]) => {
    publishedIds.push(...events.map(({ id }) => id))
    return true
  }
  const publishEnd = endPublisher({ publishEvents, published: publishedTable(table()), log })
  const metrics = {
    record: (name: string, value: number, _unit?: string, own = {}) => void recorded.push({ name, value, ...own }),
  }
  const settle = settleJob({ jobs, bucket, publishEnd, now: clock.now, log, metrics })
  const expire = expireJob({ jobs, publishEnd, now: clock.now, log, metrics })
  const webhooks = { send: async ({ job_id }: { job_id: string }) => void notified.push(job_id) }
  const { openBefore, dueBefore, ...writes } = jobSweepIndex(table())
  const index = { ...withCrash(writes, crash), openBefore, dueBefore }
  const rest = { settle, expire, publishEnd, publishEvents, webhooks, now: clock.now, elapsed, log, metrics }
  return sweepJobs({ openings: NO_OPENINGS, jobs, index, queue, bucket: withCrash(bucket, crash), ...rest })()
}
export const endJobs = async (...rows: JobRow[]) => {
  for (const row of rows) {
    const ended = await jobTable(table()).move((await jobTable(table()).get(keyOf(row)))!, 'fail')
    await publishedTable(table()).markPublished(ended!)
  }
}
