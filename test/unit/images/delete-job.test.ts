import { GenerateRequest } from '@signet/imaging/schemas/generate-request'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { validateInputs } from '../../../lambdas/images/api/inputs.ts'
import { cutOutAssetId, imageKey, masterKey } from '../../../lambdas/images/images/image-keys.ts'
import { admissionTable } from '../../../lambdas/images/jobs/admission-table.ts'
import { keyOf } from '../../../lambdas/images/jobs/job-keys.ts'
import type { JobRow } from '../../../lambdas/images/jobs/job-row.ts'
import { jobSweepIndex } from '../../../lambdas/images/jobs/job-sweep-index-table.ts'
import { jobTable } from '../../../lambdas/images/jobs/job-table.ts'
import { newWebhook } from '../../../lambdas/images/jobs/job-webhook.ts'
import { publishedTable } from '../../../lambdas/images/jobs/published-table.ts'
import { deleteJob } from '../../../lambdas/images/settle/delete-job.ts'
import { deliveryTable } from '../../../lambdas/images/webhooks/delivery-table.ts'
import { memoryBucket } from '../../support/memory-bucket.ts'
import { jobRow, manualClock, NO_OPENINGS, START } from '../../support/sample-job.ts'
import { openTable, TABLE, type TableWorld } from '../../support/table-world.ts'

const ENDED_AT = START.toISOString()
let world: TableWorld
beforeAll(async () => {
  world = await openTable()
})
afterAll(() => world.close())

const stored = async (changes: Partial<JobRow> = {}) => {
  const deps = { db: world.db, table: TABLE, now: manualClock().now }
  const row = jobRow(changes)
  await admissionTable(deps).admit(row, undefined)
  const bucket = memoryBucket()
  await bucket.put(masterKey(row.job_id), new Uint8Array([1]), { contentType: 'image/png' })
  return { deps, jobs: jobTable(deps), bucket, key: keyOf(row) }
}

const publishEvents = async () => true

describe('deletion', () => {
  it('a retry finishes a deletion that could not remove objects, and the job returns 404', async () => {
    const { jobs, bucket, key } = await stored()
    const broken = { ...bucket, remove: async () => Promise.reject(new Error('S3 is unavailable')) }
    await expect(deleteJob({ publishEvents, openings: NO_OPENINGS, jobs, bucket: broken })(key)).rejects.toThrow(
      'S3 is unavailable',
    )
    expect(bucket.keys()).toHaveLength(1)
    expect(await deleteJob({ publishEvents, openings: NO_OPENINGS, jobs, bucket })(key)).toBe('removed')
    expect(bucket.keys()).toEqual([])
    expect(await deleteJob({ publishEvents, openings: NO_OPENINGS, jobs, bucket })(key)).toBe('absent')
  })

  it('a started deletion excludes the job as a source, although its retry is still pending', async () => {
    const { jobs, bucket, key } = await stored({ state: 'completed' })
    const broken = { ...bucket, remove: async () => Promise.reject(new Error('S3 is unavailable')) }
    const caller = { kind: 'key', tenantId: key.tenantId } as const
    const request = GenerateRequest.parse({ prompt: 'a harbor', mode: 'img2img', input_job_id: key.jobId })
    expect((await validateInputs({ jobs }, request, caller)).chainedKey).toBe(masterKey(key.jobId))
    await expect(deleteJob({ publishEvents, openings: NO_OPENINGS, jobs, bucket: broken })(key)).rejects.toThrow(
      'S3 is unavailable',
    )
    await expect(validateInputs({ jobs }, request, caller)).rejects.toMatchObject({
      message: expect.stringMatching(/^input_job_id does not refer to one of your jobs/),
    })
  })

  it("a request from another network returns 404, from the job's own network deletes it", async () => {
    const { jobs, bucket, key } = await stored({ network: 'anon-here' })
    const remove = deleteJob({ publishEvents, openings: NO_OPENINGS, jobs, bucket })
    expect(await remove(key, { network: 'anon-elsewhere' })).toBe('absent')
    expect([(await jobs.get(key))?.state, bucket.keys().length]).toEqual(['queued', 1])
    expect(await remove(key, { network: 'anon-here' })).toBe('removed')
    expect([await jobs.get(key), bucket.keys()]).toEqual([undefined, []])
  })

  it('with requiredState queued, does not delete a job that starts between its two reads', async () => {
    const begun = await stored({ state: 'processing' })
    expect(
      await deleteJob({ publishEvents, openings: NO_OPENINGS, ...begun })(begun.key, { requiredState: 'queued' }),
    ).toBe('begun')
    expect([(await begun.jobs.get(begun.key))?.state, begun.bucket.keys().length]).toEqual(['processing', 1])

    const { jobs, bucket, key } = await stored()
    const jobsWithLateStart: typeof jobs = {
      ...jobs,
      async softDelete(...which) {
        await jobs.move((await jobs.get(key))!, 'start')
        return jobs.softDelete(...which)
      },
    }
    expect(
      await deleteJob({ publishEvents, openings: NO_OPENINGS, jobs: jobsWithLateStart, bucket })(key, {
        requiredState: 'queued',
      }),
    ).toBe('begun')
    expect([(await jobs.get(key))?.state, bucket.keys().length]).toEqual(['processing', 1])

    const waiting = await stored()
    const remove = deleteJob({ publishEvents, openings: NO_OPENINGS, ...waiting })
    expect(await remove(waiting.key, { requiredState: 'queued' })).toBe('removed')
    expect(await remove(waiting.key, { requiredState: 'queued' })).toBe('absent')
  })

  it('a retry finishes a deletion that died before it recorded the removal', async () => {
    const { jobs, bucket, key } = await stored()
    const crashingJobs = { ...jobs, noteRemoved: async () => Promise.reject(new Error('killed')) }
    await expect(deleteJob({ publishEvents, openings: NO_OPENINGS, jobs: crashingJobs, bucket })(key)).rejects.toThrow(
      'killed',
    )
    expect(await deleteJob({ publishEvents, openings: NO_OPENINGS, jobs, bucket })(key)).toBe('removed')
    expect(await deleteJob({ publishEvents, openings: NO_OPENINGS, jobs, bucket })(key)).toBe('absent')
  })

  it('removes the public images first, so no image outlives its row, wherever it is interrupted', async () => {
    const { jobs, bucket, key } = await stored({ state: 'completed' })
    for (const id of [key.jobId, cutOutAssetId(key.jobId)]) {
      await bucket.put(imageKey(id), new Uint8Array([1]), { contentType: 'image/png' })
    }
    const images = () => bucket.keys().filter((name) => name.endsWith('/image'))
    const failingBucket = { ...bucket, remove: async () => Promise.reject(new Error('S3 is unavailable')) }
    await expect(deleteJob({ publishEvents, openings: NO_OPENINGS, jobs, bucket: failingBucket })(key)).rejects.toThrow(
      'S3 is unavailable',
    )
    expect([(await jobs.get(key))?.state, images().length]).toEqual(['completed', 2])
    const dies = { ...jobs, softDelete: async () => Promise.reject(new Error('killed')) }
    await expect(deleteJob({ publishEvents, openings: NO_OPENINGS, jobs: dies, bucket })(key)).rejects.toThrow('killed')
    expect([(await jobs.get(key))?.state, images()]).toEqual(['completed', []])
    expect(await deleteJob({ publishEvents, openings: NO_OPENINGS, jobs, bucket })(key)).toBe('removed')
    expect([await jobs.get(key), bucket.keys()]).toEqual([undefined, []])
  })

  it('once begun keeps its index entry, whatever events and webhooks change', async () => {
    const webhook = { ...newWebhook('https://receiver.example/', 'https://images.example'), next_attempt_at: ENDED_AT }
    const { deps, jobs, key } = await stored({
      state: 'completed',
      completed_at: ENDED_AT,
      event_pending: true,
      webhook,
    })
    const before = (await jobs.get(key))!
    await jobs.beginRemoval(before)
    await publishedTable(deps).markPublished(before)
    const claimed = await deliveryTable(deps).claim(before, new Date('2027-01-01'))
    expect(claimed).toBeUndefined()
    const since: Date[] = []
    for await (const entry of jobSweepIndex(deps).openBefore(new Date('2200-01-01'))) {
      if (entry.key.jobId === key.jobId) since.push(entry.since)
    }
    expect(since).toEqual([deps.now()])
    expect((await jobs.softDelete(key))?.events.map(({ type }) => type)).toEqual([
      'org.signet.job.completed.v1',
      'org.signet.job.deleted.v1',
    ])
  })

  it('an unknown job removes nothing', async () => {
    const { jobs, bucket } = await stored()
    expect(
      await deleteJob({ publishEvents, openings: NO_OPENINGS, jobs, bucket })({ tenantId: 'tenant-a', jobId: 'none' }),
    ).toBe('absent')
    expect(bucket.keys()).toHaveLength(1)
  })
})
