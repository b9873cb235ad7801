import type { CloudEvent } from '@signet/contracts/events'
import { type GuardedFetch, newUuid } from '@signet/kernel'
import { secretTable, webhookSecrets } from '@signet/notifications/webhooks'
import { expect } from 'vitest'
import { admissionTable } from '../../../../lambdas/images/jobs/admission-table.ts'
import { keyOf } from '../../../../lambdas/images/jobs/job-keys.ts'
import type { JobRow } from '../../../../lambdas/images/jobs/job-row.ts'
import { jobSweepIndex } from '../../../../lambdas/images/jobs/job-sweep-index-table.ts'
import { jobTable } from '../../../../lambdas/images/jobs/job-table.ts'
import { newWebhook } from '../../../../lambdas/images/jobs/job-webhook.ts'
import { endPublisher } from '../../../../lambdas/images/jobs/publish-end.ts'
import { publishedTable } from '../../../../lambdas/images/jobs/published-table.ts'
import { deliverWebhook } from '../../../../lambdas/images/notify/deliver-webhook.ts'
import { expireJob } from '../../../../lambdas/images/settle/expire-job.ts'
import { settleJob } from '../../../../lambdas/images/settle/settle-job.ts'
import { sweepJobs } from '../../../../lambdas/images/sweep/sweep-jobs.ts'
import { deliveryTable } from '../../../../lambdas/images/webhooks/delivery-table.ts'
import { createLog } from '../../../../layers/kernel/src/log.ts'
import { type CrashPoint, crashPoint, withCrash } from '../../../support/crash-point.ts'
import { memoryBucket } from '../../../support/memory-bucket.ts'
import { jobRow, manualClock, NO_OPENINGS } from '../../../support/sample-job.ts'
import { TABLE, type TableWorld } from '../../../support/table-world.ts'

export const HOOK = 'https://receiver.example/hook'
export const NO_CRASH = crashPoint(Number.POSITIVE_INFINITY, 'before')
const log = createLog({ write: () => {} })

interface Message {
  readonly tenantId: string
  readonly jobId: string
  readonly dueAt: number
}

/** The receiver's response to a request; `silence` never responds. */
export type Behavior = { status: number; headers?: Record<string, string> } | 'silence' | Error

/** A tenant with webhooks on the real table: a queue in memory, a scripted receiver, a clock. */
export const webhookWorld = (world: TableWorld, realFetch?: GuardedFetch) => {
  const clock = manualClock()
  const table = { db: world.db, table: TABLE, now: clock.now }
  const tenantId = newUuid()
  const jobs = jobTable(table)
  const secretStates = secretTable(table)
  const secrets = webhookSecrets(async () => 'pepper', clock.now)
  const messages: Message[] = []
  const requests: { url: string; headers: Record<string, string>; body: string }[] = []
  let behavior: Behavior = { status: 204 }
  const queue = {
    async send({ tenant_id, job_id }: Pick<JobRow, 'tenant_id' | 'job_id'>, delaySeconds = 0) {
      messages.push({ tenantId: tenant_id, jobId: job_id, dueAt: clock.now().getTime() + delaySeconds * 1000 })
    },
  }
  const fetch: GuardedFetch = async (url, request = {}) => {
    const { headers = {}, body = '' } = request
    requests.push({ url, headers: { ...headers }, body: String(body) })
    if (realFetch) return realFetch(url, { ...request, timeoutMs: 3_000 })
    if (behavior instanceof Error) throw behavior
    if (behavior === 'silence') throw new DOMException('The operation was aborted due to timeout', 'TimeoutError')
    return { headers: {}, body: Buffer.alloc(0), ...behavior }
  }
  const deliver = (crash: CrashPoint = NO_CRASH) =>
    deliverWebhook({
      jobs: withCrash({ get: jobs.get }, crash),
      deliveries: withCrash(deliveryTable(table), crash),
      secretStates: { read: secretStates.read },
      secrets,
      queue: withCrash(queue, crash),
      fetch: withCrash({ fetch }, crash).fetch,
      allowAddresses: [],
      random: () => 0.5,
      now: clock.now,
      log,
      metrics: { record: () => {} },
    })
  const row = async (job: JobRow) => {
    const found = await jobs.get(keyOf(job))
    if (!found) throw new Error('The job does not exist')
    return found
  }
  const busEvents: CloudEvent[] = []
  /** The bus with the rule of the templates: ends of jobs with a webhook go to the queue. */
  const publishEvents = async (events: readonly CloudEvent[]) => {
    busEvents.push(...events)
    const webhookEvents = events.filter(({ data }) => (data as { has_webhook?: boolean }).has_webhook)
    for (const { subject, tenantid = '' } of webhookEvents) await queue.send({ job_id: subject, tenant_id: tenantid })
    return true
  }
  const publishEnd = endPublisher({ publishEvents, published: publishedTable(table), log })
  const bucket = memoryBucket()
  return {
    clock,
    tenantId,
    jobs,
    secretStates,
    secrets,
    messages,
    requests,
    row,
    deliver,
    bucket,
    queue,
    busEvents,
    publishEvents,
    behave(next: Behavior) {
      behavior = next
    },
    /** A job that ends now in this state; its message is not sent: call `publishEnd`. */
    async ended(state: 'completed' | 'failed' | 'failed_encoding' = 'completed', changes: Partial<JobRow> = {}) {
      const before = state === 'failed' ? 'processing' : 'encoding'
      const created = jobRow({
        tenant_id: tenantId,
        state: before,
        created_at: clock.now().toISOString(),
        webhook: newWebhook(HOOK, 'https://images.example'),
        ...changes,
      })
      await admissionTable(table).admit(created, undefined)
      const ended = await jobs.move(created, state === 'completed' ? 'finish' : 'fail', {
        ...(state === 'completed' ? {} : { error: 'It could not be made', error_code: 'internal' }),
      })
      expect(ended?.state).toBe(state)
      return created
    },
    publishEnd: async (job: JobRow) => publishEnd(await row(job)),
    /** Processes every message that is due now, once, and returns their number. */
    async drain(crash: CrashPoint = NO_CRASH): Promise<number> {
      const due = messages.filter(({ dueAt }) => dueAt <= clock.now().getTime())
      for (const message of due) {
        messages.splice(messages.indexOf(message), 1)
        await deliver(crash)(message)
      }
      return due.length
    },
    sweep() {
      const shared = { jobs, publishEnd, publishEvents, bucket, now: clock.now, log, metrics: { record: () => {} } }
      const own = { queue: { send: async () => {} }, webhooks: queue, metrics: { record: () => {} } }
      return sweepJobs({
        openings: NO_OPENINGS,
        ...shared,
        ...own,
        index: jobSweepIndex(table),
        settle: settleJob(shared),
        expire: expireJob(shared),
      })()
    },
  }
}
