import sharp from 'sharp'
import { beforeEach, describe, expect, it } from 'vitest'
import { createRendition } from '../../../lambdas/images/assets/serve-asset.ts'
import { encodeImage } from '../../../lambdas/images/images/encode-image.ts'
import {
  imageKey,
  inputKey,
  inputKeys,
  masterKey,
  presetKey,
  textsKey,
} from '../../../lambdas/images/images/image-keys.ts'
import { provenanceXmp } from '../../../lambdas/images/images/provenance.ts'
import { keyOf } from '../../../lambdas/images/jobs/job-keys.ts'
import type { JobRow, JobSettings } from '../../../lambdas/images/jobs/job-row.ts'
import { jobTable } from '../../../lambdas/images/jobs/job-table.ts'
import { endOfLife, jobExpiry } from '../../../lambdas/images/jobs/job-timing.ts'
import { publishedTable } from '../../../lambdas/images/jobs/published-table.ts'
import { NOTHING_DONE } from '../../../lambdas/images/sweep/sweep-jobs.ts'
import { createLog } from '../../../layers/kernel/src/log.ts'
import { crashPoint, MOMENTS } from '../../support/crash-point.ts'
import { jobRow } from '../../support/sample-job.ts'
import {
  admit,
  bucket,
  clock,
  DAY_MS,
  emptyTable,
  MINUTE_MS,
  sweep,
  table,
  useSweepWorld,
  world,
} from './sweep-world.ts'

useSweepWorld()

const putObject = (key: string) => bucket.put(key, new Uint8Array(1), { contentType: 'image/png' })

/** A job with its own source and mask, ended by the moves of a worker. */
const endedJob = async (how: 'finish' | 'fail', settings: Partial<JobSettings> = {}): Promise<JobRow> => {
  const original_prompt = 'a very long story about a lighthouse '.repeat(20)
  const draft = jobRow({ original_prompt, created_at: clock.now().toISOString(), expires_at: jobExpiry(clock.now()) })
  const own = { source_key: inputKey(draft.job_id, 'source'), mask_key: inputKey(draft.job_id, 'mask') }
  let row = await admit({ ...draft, settings: { ...draft.settings, ...own, ...settings } })
  const jobs = jobTable(table())
  for (const move of how === 'finish' ? (['start', 'paint', 'finish'] as const) : (['fail'] as const)) {
    const change = move === how ? { completed_at: clock.now().toISOString() } : {}
    row = (await jobs.move(row, move, change))!
  }
  await publishedTable(table()).markPublished(row)
  for (const key of [masterKey(row.job_id), imageKey(row.job_id), ...inputKeys(row.job_id)]) await putObject(key)
  return row
}

describe('expired data', () => {
  // Excludes rows of other tests that may fall due.
  beforeEach(async () => {
    await emptyTable()
  })

  it.each(['finish', 'fail'] as const)(
    'disappears in two steps (%s): source and mask 24 hours after the end, everything else five minutes after its 30 days',
    async (how) => {
      clock.advance(7 * MINUTE_MS)
      const row = await endedJob(how)
      const all = bucket.keysOf(row.job_id)
      clock.advance(DAY_MS)
      expect(await sweep()).toEqual(NOTHING_DONE)
      expect(bucket.keysOf(row.job_id)).toEqual(all)
      clock.advance(1)
      expect(await sweep()).toEqual({ ...NOTHING_DONE, inputs_removed: 1 })
      expect(bucket.keysOf(row.job_id)).toEqual(
        [imageKey(row.job_id), masterKey(row.job_id), textsKey(row.job_id)].sort(),
      )
      expect(await sweep()).toEqual(NOTHING_DONE)

      clock.advance(29 * DAY_MS + 5 * MINUTE_MS - 1)
      expect(await sweep()).toEqual(NOTHING_DONE)
      clock.advance(1)
      expect(await sweep()).toEqual({ ...NOTHING_DONE, expired: 1 })
      expect(bucket.keysOf(row.job_id)).toEqual([])
      expect((await world.rows()).filter(({ sk }) => String(sk).includes(row.job_id))).toEqual([])
      expect(await sweep()).toEqual(NOTHING_DONE)
    },
  )

  it('excludes the master of the job from which another was chained, whose own objects stay for 30 days', async () => {
    const source = masterKey(jobRow().job_id)
    await putObject(source)
    const row = await endedJob('finish', { source_key: source, mask_key: undefined as never })
    clock.advance(DAY_MS + 1)
    expect(await sweep()).toEqual(NOTHING_DONE)
    clock.advance(29 * DAY_MS + 5 * MINUTE_MS)
    expect(await sweep()).toEqual({ ...NOTHING_DONE, expired: 1 })
    expect(bucket.keysOf(row.job_id)).toEqual([])
    expect(bucket.keys()).toContain(source)
  })

  it('disappears in the next sweep when one was interrupted at any of its calls', async () => {
    for (const moment of MOMENTS) {
      for (let at = 0; ; at++) {
        const row = await endedJob('finish')
        clock.advance(DAY_MS + 1)
        const crash = crashPoint(at, moment)
        await sweep(jobTable(table()), crash)
        const second = await sweep()
        expect(second.failed, `${moment} ${at}`).toBe(0)
        expect(bucket.keysOf(row.job_id)).toEqual(
          [imageKey(row.job_id), masterKey(row.job_id), textsKey(row.job_id)].sort(),
        )
        clock.advance(30 * DAY_MS)
        const later = crashPoint(at, moment)
        await sweep(jobTable(table()), later)
        await sweep()
        expect(bucket.keysOf(row.job_id), `${moment} ${at}`).toEqual([])
        expect(await sweep()).toEqual(NOTHING_DONE)
        if (!crash.hasCrashed && !later.hasCrashed) break
      }
    }
  })

  it('causes no error in concurrent sweeps', async () => {
    const rows = [await endedJob('finish'), await endedJob('fail'), await endedJob('finish')]
    clock.advance(DAY_MS + 1)
    const reports = await Promise.all([sweep(), sweep(), sweep()])
    expect(reports.map(({ failed }) => failed)).toEqual([0, 0, 0])
    expect(rows.flatMap(({ job_id }) => bucket.keysOf(job_id)).filter((key) => key.startsWith('tmp/'))).toEqual([])
    expect(await sweep()).toEqual(NOTHING_DONE)
    clock.advance(30 * DAY_MS)
    expect((await sweep()).expired).toBe(3)
  })

  it('disappears even if DynamoDB deletes rows before the sweeper runs', async () => {
    const row = await endedJob('finish')
    clock.advance(30 * DAY_MS + 5 * MINUTE_MS)
    await world.collect(clock.now())
    expect(await jobTable(table()).get(keyOf(row))).toBeUndefined()
    expect(await sweep()).toEqual({ ...NOTHING_DONE, expired: 1 })
    expect(bucket.keysOf(row.job_id)).toEqual([])
  })

  it('includes a rendition that was begun before the end of life and stored after it by a worker that then died', async () => {
    const row = await endedJob('finish')
    const flat = sharp({ create: { width: 16, height: 16, channels: 3, background: 'teal' } })
    const xmp = provenanceXmp({ painter: 'offline', modelId: 'sdxl-lightning' })
    const picture = await encodeImage(await flat.png().toBuffer(), { format: 'png', quality: 85, xmp })
    const expiresAt = endOfLife(row)
    await bucket.put(imageKey(row.job_id), picture, { contentType: 'image/png', expiresAt })
    await bucket.put(masterKey(row.job_id), picture, { contentType: 'image/png' })
    clock.advance(30 * DAY_MS - 1)
    const late = {
      ...bucket,
      async putOnce(...args: Parameters<typeof bucket.putOnce>) {
        clock.advance(MINUTE_MS)
        await sweep()
        await bucket.putOnce(...args)
        throw new Error('killed')
      },
    }
    const log = createLog({ write: () => {} })
    const image = await bucket.head(imageKey(row.job_id))
    const outcome = createRendition({ bucket: late, log }, row.job_id, { preset: 'thumbnail' }, image!)
    await expect(outcome).rejects.toThrow('killed')
    expect(bucket.keysOf(row.job_id)).toContain(presetKey(row.job_id, 'thumbnail'))
    clock.advance(4 * MINUTE_MS + 1)
    expect(await sweep()).toEqual({ ...NOTHING_DONE, expired: 1 })
    expect(bucket.keysOf(row.job_id)).toEqual([])
  })

  it('excludes a deleted job, whose tombstone is purged within 20 minutes of the deletion', async () => {
    const row = await endedJob('finish')
    clock.advance(DAY_MS - 5 * MINUTE_MS)
    await jobTable(table()).softDelete(keyOf(row))
    clock.advance(5 * MINUTE_MS + 1)
    expect(await sweep()).toEqual(NOTHING_DONE)
    clock.advance(15 * MINUTE_MS)
    expect(await sweep()).toEqual({ ...NOTHING_DONE, purged: 1 })
    expect(bucket.keysOf(row.job_id)).toEqual([])
  })
})
