import { addMs, type Clock, type Log, type Metrics, noteIds, onTrail } from '@signet/kernel'
import pMap from 'p-map'
import type { ImageBucket } from '../images/image-bucket.ts'
import { allKeys, inputKeys } from '../images/image-keys.ts'
import type { JobQueue } from '../jobs/job-queue.ts'
import type { JobRow } from '../jobs/job-row.ts'
import { idsOfStep } from '../jobs/job-step.ts'
import type { JobSweepIndex, SweepEntry } from '../jobs/job-sweep-index-table.ts'
import type { JobTable } from '../jobs/job-table.ts'
import { inputsDue, nextDue, RENDITIONS_END_MS, removalDue, SWEEP_MIN_AGE_MS } from '../jobs/job-timing.ts'
import { nextCheckAt } from '../jobs/job-webhook.ts'
import type { Openings } from '../jobs/opening-table.ts'
import type { PublishEnd, PublishEvents } from '../jobs/publish-end.ts'
import { deleteJob } from '../settle/delete-job.ts'
import type { expireJob } from '../settle/expire-job.ts'
import type { settleJob } from '../settle/settle-job.ts'
import type { WebhookQueue } from '../webhooks/webhook-queue.ts'

export interface SweepDeps {
  readonly jobs: JobTable
  readonly index: JobSweepIndex
  readonly queue: JobQueue
  readonly bucket: ImageBucket
  readonly openings: Openings
  readonly settle: ReturnType<typeof settleJob>
  readonly expire: ReturnType<typeof expireJob>
  readonly publishEnd: PublishEnd
  readonly publishEvents: PublishEvents
  readonly webhooks: WebhookQueue
  readonly now: Clock
  /** Milliseconds from a monotonic clock; default: that of the process. */
  readonly elapsed?: () => number
  readonly log: Log
  readonly metrics: Metrics
}

/**
 * Counted from the start of the job, and longer than the timeout of the state machine, so no worker is still processing
 * the job. For a job that never started, counted from its acceptance, or from its deadline if it has one. A worker that
 * runs later finds that the job has ended.
 */
export const STUCK_AFTER_MS = 55 * 60_000
/**
 * Longer than the timeout of any step: no worker that was running when its job was deleted can still store an object.
 */
const TOMBSTONE_MS = 15 * 60_000
/** Time from queueing a lost webhook attempt again until the next check of it. */
const NOTIFY_AGAIN_MS = 5 * 60_000
/** Shorter than the timeout of the function. The next sweep, a minute later, processes the other rows. */
const TIME_BUDGET_MS = 50_000
/** Rows processed concurrently: most of the time is spent waiting for the table and the bucket. */
const CONCURRENCY = 32

const STUCK = { error: 'The image could not be generated in time; try again', error_code: 'internal' }

export type SweepReport = Record<
  'resent' | 'settled' | 'overdue' | 'published' | 'notified' | 'purged' | 'inputs_removed' | 'expired' | 'failed',
  number
>

export const NOTHING_DONE: SweepReport = {
  resent: 0,
  settled: 0,
  overdue: 0,
  published: 0,
  notified: 0,
  purged: 0,
  inputs_removed: 0,
  expired: 0,
  failed: 0,
}

/** The action taken on an entry; undefined if it was not due yet, or another sweep was faster. */
type SweepOutcome = keyof SweepReport | undefined

/**
 * Repairs and cleans up: resends lost jobs, ends stuck jobs, finishes deletions, and removes expired data. Safe to run
 * at any time, concurrently, and after an interruption: finished entries leave the index.
 */
export const sweepJobs = (deps: SweepDeps) => async (): Promise<SweepReport> => {
  const { index, now, log, metrics, elapsed = () => performance.now() } = deps
  const report: SweepReport = { ...NOTHING_DONE }
  const startedAt = now()
  const startedMs = elapsed()
  const withReport = (act: (entry: SweepEntry) => Promise<SweepOutcome>) => async (entry: SweepEntry) => {
    const outcome = await onTrail(idsOfStep(entry.key), async () =>
      act(entry).catch((error: unknown): SweepOutcome => {
        // A failing row must not stop the others. The next sweep retries it.
        log.error('job not swept', { error })
        return 'failed'
      }),
    )
    if (outcome) report[outcome]++
  }
  const untilTimeout = async function* (entries: AsyncIterable<SweepEntry>) {
    for await (const entry of entries) {
      if (elapsed() - startedMs > TIME_BUDGET_MS) return log.warn('sweep ran out of time')
      yield entry
    }
  }
  const unfinished = untilTimeout(index.openBefore(addMs(startedAt, -SWEEP_MIN_AGE_MS)))
  await pMap(
    unfinished,
    withReport((entry) => sweepOpen(deps, entry, startedAt)),
    { concurrency: CONCURRENCY },
  )
  const due = untilTimeout(index.dueBefore(startedAt))
  await pMap(
    due,
    withReport((entry) => sweepDue(deps, entry, startedAt)),
    { concurrency: CONCURRENCY },
  )
  const actions = Object.entries(report).filter(([, count]) => count > 0)
  for (const [outcome, count] of actions) metrics.record('Swept', count, 'Count', { outcome })
  if (actions.length > 0) log.info('swept', Object.fromEntries(actions))
  return report
}

/**
 * Returns whether the job started too long ago. Without a stored start time, assumes the latest possible start: the
 * deadline, if the job has one.
 */
const isStuck = ({ begun_at, deadline_at }: JobRow, since: Date, at: Date): boolean => {
  const possibleStarts = [since, ...(deadline_at === undefined ? [] : [new Date(deadline_at)])].map((when) =>
    when.getTime(),
  )
  const latestStartMs = begun_at === undefined ? Math.max(...possibleStarts) : new Date(begun_at).getTime()
  return at.getTime() - latestStartMs > STUCK_AFTER_MS
}

const sweepOpen = async (deps: SweepDeps, { key, since }: SweepEntry, at: Date): Promise<SweepOutcome> => {
  const { jobs, index, queue, bucket, settle, expire, publishEvents } = deps
  const ageMs = at.getTime() - since.getTime()
  const row = await jobs.get(key)
  noteIds({ ...row?.cause })
  const isHalfDeleted = row?.removal_began_at !== undefined
  if (isHalfDeleted) await deleteJob(deps)(key)
  if (!row || isHalfDeleted) {
    const tombstone = ageMs < TOMBSTONE_MS ? undefined : await index.readTombstone(key)
    if (!tombstone) return undefined
    // Keeps the tombstone until its events are published.
    if (tombstone.events.length > 0 && !(await publishEvents(tombstone.events))) return undefined
    await bucket.remove(...allKeys(key.jobId))
    await index.purge(key)
    return 'purged'
  }
  if ((await expire(row)) !== row) return 'overdue'
  if (isStuck(row, since, at)) {
    await settle(key, STUCK)
    return 'settled'
  }
  if (row.state !== 'queued') return undefined
  await queue.send(row)
  return 'resent'
}

const sweepDue = async (deps: SweepDeps, entry: SweepEntry, at: Date): Promise<SweepOutcome> => {
  const { jobs, index, bucket, publishEnd, webhooks } = deps
  const { key } = entry
  const row = await jobs.get(key)
  noteIds({ ...row?.cause })
  if (!row) {
    await bucket.remove(...allKeys(key.jobId))
    await index.expire(key, addMs(at, -RENDITIONS_END_MS))
    return 'expired'
  }
  if (row.event_pending) {
    // Publishing moves the entry; the next sweep does the rest.
    await publishEnd(row)
    return 'published'
  }
  const isDue = (when: Date | undefined): boolean => when !== undefined && when <= at
  const areInputsDue = isDue(inputsDue(row))
  const isWebhookDue = isDue(nextCheckAt(row.webhook))
  if (areInputsDue) await bucket.remove(inputKeys(key.jobId))
  if (isWebhookDue) await webhooks.send(row)
  const updated = areInputsDue ? { ...row, inputs_removed: true as const } : row
  const { webhook: _, ...withoutWebhook } = updated
  const dueTimes = isWebhookDue ? [addMs(at, NOTIFY_AGAIN_MS), nextDue(withoutWebhook)] : [nextDue(updated)]
  const next = dueTimes.toSorted((a, b) => a.getTime() - b.getTime())[0] ?? removalDue(row)
  await index.reschedule(entry, next, areInputsDue ? 'inputs' : undefined)
  if (areInputsDue) return 'inputs_removed'
  return isWebhookDue ? 'notified' : undefined
}
