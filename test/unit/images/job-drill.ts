import type { CloudEvent } from '@signet/contracts/events'
import type { ImageProvider } from '@signet/imaging/image-provider'
import sharp from 'sharp'
import { encodeJob } from '../../../lambdas/images/encode/encode-job.ts'
import { cutOutAssetId } from '../../../lambdas/images/images/image-keys.ts'
import { admissionTable } from '../../../lambdas/images/jobs/admission-table.ts'
import { keyOf } from '../../../lambdas/images/jobs/job-keys.ts'
import type { JobRow } from '../../../lambdas/images/jobs/job-row.ts'
import { jobSweepIndex } from '../../../lambdas/images/jobs/job-sweep-index-table.ts'
import { type JobTable, jobTable } from '../../../lambdas/images/jobs/job-table.ts'
import { endPublisher, eventPublisher } from '../../../lambdas/images/jobs/publish-end.ts'
import { publishedTable } from '../../../lambdas/images/jobs/published-table.ts'
import { renderingTable } from '../../../lambdas/images/jobs/rendering-table.ts'
import { paintJob } from '../../../lambdas/images/paint/paint-job.ts'
import { deleteJob } from '../../../lambdas/images/settle/delete-job.ts'
import { expireJob } from '../../../lambdas/images/settle/expire-job.ts'
import { failureReason } from '../../../lambdas/images/settle/failure-reason.ts'
import { settleJob } from '../../../lambdas/images/settle/settle-job.ts'
import { sweepJobs } from '../../../lambdas/images/sweep/sweep-jobs.ts'
import { createLog } from '../../../layers/kernel/src/log.ts'
import { type CrashPoint, withCrash } from '../../support/crash-point.ts'
import { memoryBucket } from '../../support/memory-bucket.ts'
import { jobRow, manualClock, NO_OPENINGS } from '../../support/sample-job.ts'
import { memorySpendGuard } from '../../support/spending.ts'
import { TABLE, type TableWorld } from '../../support/table-world.ts'

/** Attempts that the state machine gives a step: the first and two more (lib/constructs/job-machine.ts). */
const ATTEMPTS = 3
const log = createLog({ write: () => {} })
const PICTURE = await sharp({ create: { width: 16, height: 16, channels: 3, background: 'teal' } })
  .png()
  .toBuffer()

/** One job with all its workers, each behind a separate crash point. */
export const jobDrill = ({ db }: TableWorld) => {
  const clock = manualClock()
  const { now } = clock
  const jobs = jobTable({ db, table: TABLE, now })
  const index = jobSweepIndex({ db, table: TABLE })
  const renderings = renderingTable({ db, table: TABLE })
  const bucket = memoryBucket()
  const endings: string[] = []
  let paintings = 0
  /** Counts ends as the table decides them, so that an end counts even if its response was lost. */
  const countingJobs: JobTable = {
    ...jobs,
    async move(row, move, change) {
      const moved = await jobs.move(row, move, change)
      if (moved && (move === 'finish' || move === 'fail')) endings.push(moved.state)
      return moved
    },
  }
  const painter: ImageProvider = {
    async paint() {
      paintings++
      return { bytes: PICTURE, contentType: 'image/png', width: 16, height: 16, costMicros: 0 }
    },
  }
  const busEvents: CloudEvent[] = []
  const bus = {
    async send(events: readonly CloudEvent[]) {
      busEvents.push(...events)
      return events
    },
  }
  const ports = (crash: CrashPoint) => {
    const publishEvents = eventPublisher({ bus: withCrash(bus, crash), log })
    const publishEnd = endPublisher({
      publishEvents,
      published: withCrash(publishedTable({ db, table: TABLE }), crash),
      log,
    })
    return {
      publishEnd,
      publishEvents,
      openings: NO_OPENINGS,
      jobs: withCrash(countingJobs, crash),
      bucket: withCrash(bucket, crash),
      now,
      log,
      metrics: { record: () => {} },
    }
  }

  /**
   * The state machine: each step up to three times, then the settling step, up to six times. False if settling died
   * too.
   */
  const runMachine = async (row: JobRow, crash: CrashPoint): Promise<boolean> => {
    const deps = ports(crash)
    const paintOnce = async () =>
      paintJob({
        ...deps,
        renderings,
        spend: memorySpendGuard(),
        providerFor: async () => 'offline',
        providerByName: () => withCrash(painter, crash),
      })(keyOf(row), new AbortController().signal)
    const attempt = async <T>(run: () => Promise<T>, times: number): Promise<T | Error> => {
      let last = new Error('no attempt')
      for (let i = 0; i < times; i++) {
        try {
          return await run()
        } catch (error) {
          last = error as Error
        }
      }
      return last
    }
    const painting = await attempt(paintOnce, ATTEMPTS)
    const result =
      painting instanceof Error || painting.outcome !== 'painted'
        ? painting
        : await attempt(() => encodeJob(deps)(keyOf(row)), ATTEMPTS)
    if (!(result instanceof Error)) return true
    const reason = failureReason({ Error: result.name, Cause: JSON.stringify({ errorMessage: result.message }) })
    return !((await attempt(() => settleJob(deps)(keyOf(row), reason), 6)) instanceof Error)
  }

  /** Runs the sweeper; `sentIds` receives the jobs that it sends to the queue. */
  const sweep = (crash: CrashPoint, sentIds: string[] = []) => {
    const deps = ports(crash)
    const queue = {
      async send({ job_id: jobId }: { job_id: string }) {
        sentIds.push(jobId)
      },
    }
    const settling = { settle: settleJob(deps), expire: expireJob(deps), webhooks: { send: async () => {} } }
    return sweepJobs({ ...deps, ...settling, index, queue, metrics: { record: () => {} } })()
  }

  return {
    clock,
    jobs,
    bucket,
    endings,
    /** Ids of the events that the bus received for a job, each once; the same id is the same event. */
    publishedIds({ job_id }: JobRow): string[] {
      const own = busEvents.filter(({ subject }) => subject === job_id)
      const events = [...new Set(own.map((event) => JSON.stringify(event)))].map(
        (text) => JSON.parse(text) as CloudEvent,
      )
      return events.map(({ id }) => id.slice(job_id.length + 1))
    },
    get paintings() {
      return paintings
    },
    /** A queued job with a preset and a transparent PNG, so that it stores every kind of object. */
    async admit(): Promise<JobRow> {
      const settings = { ...jobRow().settings, output_preset: 'thumbnail' as const, cut_out: true as const }
      const row = jobRow({ settings, created_at: now().toISOString() })
      await admissionTable({ db, table: TABLE, now }).admit(row, undefined)
      return row
    },
    runMachine,
    settle: (row: JobRow, crash: CrashPoint) =>
      settleJob(ports(crash))(keyOf(row), { error: 'It could not be made', error_code: 'internal' }),
    remove: (row: JobRow, crash: CrashPoint) => deleteJob(ports(crash))(keyOf(row)),
    sweep,
    objectsOf: ({ job_id }: JobRow) => bucket.keysOf(job_id, cutOutAssetId(job_id)),
    stateOf: async (row: JobRow) => (await jobs.get(keyOf(row)))?.state,
    async isOpen({ job_id }: JobRow): Promise<boolean> {
      for await (const { key } of index.openBefore(new Date('2200-01-01'))) if (key.jobId === job_id) return true
      return false
    },
  }
}
