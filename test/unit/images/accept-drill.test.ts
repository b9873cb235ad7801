import { newUuid } from '@signet/kernel'
import { paymentTable } from '@signet/ledger'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { ApiDeps } from '../../../lambdas/images/api/deps.ts'
import { type AcceptedJob, acceptGeneration } from '../../../lambdas/images/api/generate.ts'
import { masterKey, textsKey } from '../../../lambdas/images/images/image-keys.ts'
import { admissionTable } from '../../../lambdas/images/jobs/admission-table.ts'
import type { JobQueue } from '../../../lambdas/images/jobs/job-queue.ts'
import { jobSweepIndex } from '../../../lambdas/images/jobs/job-sweep-index-table.ts'
import { jobTable } from '../../../lambdas/images/jobs/job-table.ts'
import { NO_LIFECYCLES } from '../../../lambdas/images/models/lifecycle.ts'
import { deleteJob } from '../../../lambdas/images/settle/delete-job.ts'
import { expireJob } from '../../../lambdas/images/settle/expire-job.ts'
import { settleJob } from '../../../lambdas/images/settle/settle-job.ts'
import { sweepJobs } from '../../../lambdas/images/sweep/sweep-jobs.ts'
import { createLog } from '../../../layers/kernel/src/log.ts'
import { atEveryCall, type CrashPoint, crashPoint, withCrash } from '../../support/crash-point.ts'
import { requireGranted } from '../../support/granted.ts'
import { memoryBucket } from '../../support/memory-bucket.ts'
import { withOwnAccounts } from '../../support/own-accounts.ts'
import { jobRow, manualClock, NO_OPENINGS, request } from '../../support/sample-job.ts'
import { scaled } from '../../support/scale.ts'
import { memorySpendGuard } from '../../support/spending.ts'
import { openTable, TABLE, type TableWorld } from '../../support/table-world.ts'

const log = createLog({ write: () => {} })
const IMAGE = (
  await sharp({ create: { width: 8, height: 8, channels: 3, background: 'red' } })
    .png()
    .toBuffer()
).toString('base64')
/** The maximum prompt length, in characters of three bytes each. */
const LONG_PROMPT = Array.from({ length: 2000 }, (_, i) => String.fromCodePoint(0x4e00 + i)).join('')
const publishEnd = async () => {}
const publishEvents = async () => true
const NO_CRASH = crashPoint(Number.POSITIVE_INFINITY, 'before')
let world: TableWorld
beforeAll(async () => {
  world = await openTable()
})
afterAll(() => world.close())

const service = (tenantId: string) => {
  const clock = manualClock()
  const table = { db: world.db, table: TABLE, now: clock.now }
  const bucket = memoryBucket()
  const jobs = jobTable({ ...table, texts: bucket })
  const queuedIds: string[] = []
  const queue: JobQueue = { send: async ({ job_id }) => void queuedIds.push(job_id) }
  const caller = { kind: 'key', tenantId, plan: 'free', scopes: ['generate'], rateKey: tenantId } as const
  const deps = (crash: CrashPoint): ApiDeps => ({
    jobs: withCrash(jobs, crash),
    admissions: withCrash(admissionTable({ ...table, texts: withCrash(bucket, crash) }), crash),
    payments: paymentTable(withOwnAccounts(table)),
    queue: withCrash(queue, crash),
    bucket: withCrash(bucket, crash),
    openings: NO_OPENINGS,
    milestone: { read: async () => ({ backers: 0, unlockedAt: undefined }) },
    lifecycles: async () => NO_LIFECYCLES,
    spend: memorySpendGuard(),
    providerFor: async () => 'offline',
    publishEnd,
    publishEvents,
    allowsLoopback: false,
    newId: newUuid,
    drawSeed: () => 7,
    now: clock.now,
    sleep: async () => {},
    metrics: { record: () => {} },
    ownsTenant: async () => false,
    version: '0',
  })
  const body = { quality_tier: 'draft', edge_model: 'sd-1.5-inpainting', input_image: IMAGE, mask_image: IMAGE }
  return {
    clock,
    bucket,
    queuedIds,
    accept: (crash: CrashPoint, key?: string, generateInput: object = body): Promise<AcceptedJob> =>
      requireGranted(
        acceptGeneration(deps(crash))(request({ ...generateInput, idempotency_key: key }), undefined, {
          caller,
          log,
          baseUrl: 'https://images.example',
        }),
      ),
    /** A finished job of the same tenant with only its master stored. */
    finished: async (): Promise<string> => {
      const row = jobRow({ tenant_id: tenantId, state: 'completed' })
      await admissionTable(table).admit(row, undefined)
      await bucket.put(masterKey(row.job_id), Buffer.from('master'), { contentType: 'image/png' })
      return row.job_id
    },
    prompts: async () => (await jobs.list(tenantId, 100, undefined)).rows.map((row) => row.original_prompt),
    /** Every row of the tenant, as stored. */
    stored: () => world.rows(`TENANT#${tenantId}`),
    remove: (jobId: string) => deleteJob({ publishEvents, openings: NO_OPENINGS, jobs, bucket })({ tenantId, jobId }),
    ids: async () => (await jobs.list(tenantId, 100, undefined)).rows.map(({ job_id }) => job_id),
    sweep: () => {
      const metrics = { record: () => {} }
      const settle = settleJob({ jobs, bucket, publishEnd, now: clock.now, log, metrics })
      const expire = expireJob({ jobs, publishEnd, now: clock.now, log, metrics })
      const sweepDeps = {
        index: jobSweepIndex(table),
        webhooks: { send: async () => {} },
        now: clock.now,
        log,
        metrics,
      }
      return sweepJobs({
        openings: NO_OPENINGS,
        jobs,
        queue,
        bucket,
        settle,
        expire,
        publishEnd,
        publishEvents,
        ...sweepDeps,
      })()
    },
  }
}

/** Retries as long as another request with the same key is being admitted. */
const acceptPatiently = async (accept: () => Promise<AcceptedJob>): Promise<AcceptedJob> => {
  for (;;) {
    try {
      return await accept()
    } catch (error) {
      expect(error).toMatchObject({ code: 'idempotency_in_progress' })
    }
  }
}

describe('accepted generations', () => {
  it('a request interrupted at any call creates one job when repeated with its key', async () => {
    const runs = await atEveryCall(crashPoint, async (crash, name) => {
      const { accept, ids, queuedIds, bucket, clock, sweep } = service(`accept-${name}`)
      const first = await accept(crash, 'key').catch((error: Error) => error)
      const second = await accept(NO_CRASH, 'key')
      if (!crash.hasCrashed) return
      expect(await ids(), name).toEqual([second.row.job_id])
      if (!(first instanceof Error)) expect(first.row.job_id, name).toBe(second.row.job_id)
      // Sources without a job are transient inputs, which the bucket's lifecycle rule collects; nothing else remains.
      for (const key of bucket.keysOf('source', 'mask')) expect(key, name).toMatch(/^tmp\//)
      expect(bucket.keysOf(second.row.job_id), name).toEqual([
        `tmp/${second.row.job_id}/mask`,
        `tmp/${second.row.job_id}/source`,
      ])
      clock.advance(120_000)
      await sweep()
      expect(new Set(queuedIds.filter((id) => id === second.row.job_id)).size, name).toBe(1)
    })
    expect(runs).toBeGreaterThanOrEqual(scaled(5, 15))
  })

  it('a request with a long prompt, interrupted at any call, creates one job with its own prompt', async () => {
    const input = { quality_tier: 'draft', prompt: LONG_PROMPT, negative_prompt: LONG_PROMPT, enhance_prompt: true }
    const runs = await atEveryCall(crashPoint, async (crash, name) => {
      const { accept, ids, prompts, bucket, stored, remove } = service(`accept-long-${name}`)
      await accept(crash, 'key', input).catch(() => undefined)
      const { row } = await accept(NO_CRASH, 'key', input)
      if (!crash.hasCrashed) return
      expect(await ids(), name).toEqual([row.job_id])
      expect(await prompts(), name).toEqual([LONG_PROMPT])
      expect(row.settings, name).toMatchObject({ negative_prompt: LONG_PROMPT, enhanced: { prompt: LONG_PROMPT } })
      // Rows stay short for every request. An interrupted request leaves at most one object.
      expect(JSON.stringify(await stored()), name).not.toContain(LONG_PROMPT.slice(0, 20))
      const texts = bucket.keys().filter((key) => key.startsWith('txt/'))
      expect(texts, name).toContain(textsKey(row.job_id))
      expect(texts.length, name).toBeLessThanOrEqual(2)
      expect(await remove(row.job_id), name).toBe('removed')
      expect(bucket.keysOf(row.job_id), name).toEqual([])
    })
    expect(runs).toBeGreaterThanOrEqual(scaled(3, 10))
  })

  it('twenty concurrent requests with a long prompt and one key store the texts of one job', async () => {
    const { accept, ids, prompts, bucket } = service('accept-long-many')
    const input = { quality_tier: 'draft', prompt: LONG_PROMPT }
    const all = await Promise.all(
      Array.from({ length: 20 }, () => acceptPatiently(() => accept(NO_CRASH, 'together', input))),
    )
    const [onlyId] = await ids()
    expect(new Set(all.map(({ row }) => [row.job_id, row.original_prompt].join()))).toEqual(
      new Set([`${onlyId},${LONG_PROMPT}`]),
    )
    expect(await prompts()).toEqual([LONG_PROMPT])
    expect(bucket.keys()).toEqual([textsKey(onlyId!)])
  })

  it('a long prompt refused for its key or its credits leaves no texts', async () => {
    const { accept, bucket, ids } = service('accept-long-refused')
    const generateInput = { quality_tier: 'premium', prompt: LONG_PROMPT }
    const firstId = (await accept(NO_CRASH, 'key', generateInput)).row.job_id
    await expect(accept(NO_CRASH, 'key', { ...generateInput, seed: 5 })).rejects.toMatchObject({
      code: 'idempotency_mismatch',
    })
    // Fifty welcome credits pay for ten of these, the first one included.
    const more = await Promise.allSettled(
      Array.from({ length: 12 }, (_, i) => acceptPatiently(() => accept(NO_CRASH, `${i}`, generateInput))),
    )
    expect(more.filter(({ status }) => status === 'rejected')).toHaveLength(3)
    expect(bucket.keys()).toEqual((await ids()).map(textsKey).sort())
    expect(await ids()).toContain(firstId)
  })

  it('a request whose message was lost is accepted, and the sweeper sends the job after a minute', async () => {
    const { accept, queuedIds, clock, sweep } = service('accept-lost')
    // Source, mask and job are stored by the first three calls; the fourth sends the message.
    const { row } = await accept(crashPoint(3, 'before'))
    expect(queuedIds).toEqual([])
    clock.advance(59_000)
    await sweep()
    expect(queuedIds).not.toContain(row.job_id)
    clock.advance(2_000)
    await sweep()
    expect(queuedIds).toContain(row.job_id)
  })

  it('twenty concurrent requests with one key create one job with one pair of inputs', async () => {
    const { accept, ids, bucket } = service('accept-many')
    const all = await Promise.all(Array.from({ length: 20 }, () => acceptPatiently(() => accept(NO_CRASH, 'together'))))
    const [only] = await ids()
    expect(new Set(all.map(({ row }) => row.job_id))).toEqual(new Set([only]))
    expect(all.filter(({ isReplay }) => !isReplay)).toHaveLength(1)
    expect(bucket.keysOf(only!)).toHaveLength(2)
    const total = all.flatMap(({ row }) => bucket.keysOf(row.job_id))
    expect(new Set(total).size).toBe(2)
  })

  it("requests that chain from another job and lose the race never remove that job's master", async () => {
    const { accept, finished, bucket } = service('accept-chained')
    const source = await finished()
    const chained = { edge_model: 'sd-1.5-img2img', input_asset_url: `https://host/v2/assets/${source}` }
    const chain = () => accept(NO_CRASH, 'together', { quality_tier: 'draft', ...chained })
    const all = await Promise.all(Array.from({ length: 20 }, () => acceptPatiently(chain)))
    expect(all.filter(({ isReplay }) => isReplay)).toHaveLength(19)
    expect(all[0]?.row.settings.source_key).toBe(masterKey(source))
    expect(await bucket.exists(masterKey(source))).toBe(true)
  })

  it('a request refused for its source job stores nothing', async () => {
    const { accept, bucket } = service('accept-refused')
    const input = { edge_model: 'sd-1.5-inpainting', input_asset_url: `https://host/v2/assets/${newUuid()}` }
    const refused = accept(NO_CRASH, undefined, { quality_tier: 'draft', ...input, mask_image: IMAGE })
    await expect(refused).rejects.toMatchObject({ code: 'invalid_input' })
    expect(bucket.keys()).toEqual([])
  })
})
