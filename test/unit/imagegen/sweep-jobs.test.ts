import type { CloudEvent } from '@signet/contracts/events'
import { createLog } from '@signet/kernel'
import sharp from 'sharp'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { makeRendition } from '../../../lambdas/imagegen/assets/make-rendition.ts'
import { encodeImage } from '../../../lambdas/imagegen/images/encode-image.ts'
import {
  allKeys,
  imageKey,
  inputKey,
  inputKeys,
  masterKey,
  presetKey,
  textsKey,
} from '../../../lambdas/imagegen/images/image-keys.ts'
import { provenanceXmp } from '../../../lambdas/imagegen/images/provenance.ts'
import { admissionTable } from '../../../lambdas/imagegen/jobs/admission-table.ts'
import { announceEnd } from '../../../lambdas/imagegen/jobs/announce-end.ts'
import { keyOf } from '../../../lambdas/imagegen/jobs/job-keys.ts'
import type { JobQueue } from '../../../lambdas/imagegen/jobs/job-queue.ts'
import { endOfLife, type JobOrder, type JobRow, jobExpiry } from '../../../lambdas/imagegen/jobs/job-row.ts'
import { type JobTable, jobTable } from '../../../lambdas/imagegen/jobs/job-table.ts'
import { openJobsTable } from '../../../lambdas/imagegen/jobs/open-jobs-table.ts'
import { toldTable } from '../../../lambdas/imagegen/jobs/told-table.ts'
import { expireJob } from '../../../lambdas/imagegen/settle/expire-job.ts'
import { settleJob } from '../../../lambdas/imagegen/settle/settle-job.ts'
import { NOTHING_DONE, sweepJobs } from '../../../lambdas/imagegen/sweep/sweep-jobs.ts'
import { type Knife, knife, MOMENTS, under } from './knife.ts'
import { memoryBucket } from './memory-bucket.ts'
import { jobRow, standingClock } from './sample-job.ts'
import { openTable, TABLE, type TableWorld } from './table-world.ts'

const MINUTE_MS = 60_000
const DAY_MS = 86_400_000
const NOTHING = NOTHING_DONE
let world: TableWorld
let clock: ReturnType<typeof standingClock>
let bucket: ReturnType<typeof memoryBucket>
let sent: string[]
let notified: string[]
let told: string[]
let lines: string[]
let recorded: object[]
const table = () => ({ db: world.db, table: TABLE, now: clock.now, texts: bucket })

beforeAll(async () => {
  world = await openTable()
})
beforeEach(() => {
  clock = standingClock()
  bucket = memoryBucket()
  sent = []
  notified = []
  told = []
  lines = []
  recorded = []
})
afterAll(() => world.close())

const admit = async (changes: Partial<JobRow> = {}): Promise<JobRow> => {
  const row = jobRow(changes)
  await admissionTable(table()).admit(row, undefined)
  return row
}
const sweep = (
  jobs: JobTable = jobTable(table()),
  cut: Knife = knife(Number.POSITIVE_INFINITY, 'before'),
  elapsed = () => 0,
) => {
  const log = createLog({ write: (line) => lines.push(line) })
  const queue: JobQueue = { send: async ({ job_id }) => void sent.push(job_id) }
  const tell = async (events: readonly CloudEvent[]) => {
    told.push(...events.map(({ id }) => id))
    return true
  }
  const announce = announceEnd({ tell, told: toldTable(table()), log })
  const settle = settleJob({ jobs, bucket, announce, now: clock.now, log })
  const expire = expireJob({ jobs, announce, now: clock.now, log })
  const webhooks = { send: async ({ job_id }: { job_id: string }) => void notified.push(job_id) }
  const metrics = {
    record: (name: string, value: number, _unit?: string, own = {}) => void recorded.push({ name, value, ...own }),
  }
  const { openBefore, dueBefore, ...writes } = openJobsTable(table())
  const open = { ...under(writes, cut), openBefore, dueBefore }
  const rest = { settle, expire, announce, tell, webhooks, now: clock.now, elapsed, log, metrics }
  return sweepJobs({ jobs, open, queue, bucket: under(bucket, cut), ...rest })()
}
const end = async (...rows: JobRow[]) => {
  for (const row of rows) {
    const ended = await jobTable(table()).move((await jobTable(table()).get(keyOf(row)))!, 'fail')
    await toldTable(table()).noteTold(ended!)
  }
}

describe('the sweeper', () => {
  it('leaves a job alone that is younger than a minute', async () => {
    const row = await admit()
    clock.advance(MINUTE_MS)
    expect(await sweep()).toEqual(NOTHING)
    await end(row)
  })

  it('sends a job again that is still queued after a minute, but none that somebody works on', async () => {
    const lost = await admit()
    const working = await admit({ state: 'processing' })
    clock.advance(MINUTE_MS + 1)
    expect(await sweep()).toEqual({ ...NOTHING, resent: 1 })
    expect(sent).toEqual([lost.job_id])
    await end(lost, working)
  })

  it('ends what is still open after 55 minutes, by where it stands, and removes what it stored', async () => {
    const rows = [await admit(), await admit({ state: 'processing' }), await admit({ state: 'encoding' })]
    for (const { job_id } of rows) await bucket.put(`img/${job_id}/image`, new Uint8Array(1), { contentType: 'a/b' })
    clock.advance(55 * MINUTE_MS)
    expect((await sweep()).settled).toBe(0)
    clock.advance(1)
    expect(await sweep()).toEqual({ ...NOTHING, settled: 3 })
    const states = await Promise.all(rows.map(async (row) => (await jobTable(table()).get(keyOf(row)))?.state))
    expect(states).toEqual(['failed', 'failed', 'failed_encoding'])
    expect(rows.flatMap(({ job_id }) => bucket.keysOf(job_id))).toEqual([])
    expect(await sweep()).toEqual(NOTHING)
  })

  it('forgets a deletion after 15 minutes, when it has removed all that a slow worker may have stored', async () => {
    const row = await admit()
    await jobTable(table()).bury(keyOf(row))
    for (const key of allKeys(row.job_id).flat()) await bucket.put(key, new Uint8Array(1), { contentType: 'a/b' })
    clock.advance(15 * MINUTE_MS - 1)
    expect((await sweep()).forgotten).toBe(0)
    clock.advance(1)
    expect((await sweep()).forgotten).toBe(1)
    expect(told).toContain(`${row.job_id}:5:job.deleted`)
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
    expect(await sweep(limping)).toEqual({ ...NOTHING, resent: 1, failed: 1 })
    expect(sent).toEqual([good.job_id])
    const logged = lines.map((line) => JSON.parse(line) as Record<string, unknown>)
    expect(logged).toContainEqual(expect.objectContaining({ level: 'error', job_id: bad.job_id }))
    await end(bad, good)
  })
})

const object = (key: string) => bucket.put(key, new Uint8Array(1), { contentType: 'image/png' })

/** A job with a source and a mask of its own, brought to its end by the moves that a worker makes. */
const ended = async (how: 'finish' | 'fail', order: Partial<JobOrder> = {}): Promise<JobRow> => {
  const original_prompt = 'a very long story about a lighthouse '.repeat(20)
  const draft = jobRow({ original_prompt, created_at: clock.now().toISOString(), expires_at: jobExpiry(clock.now()) })
  const own = { source_key: inputKey(draft.job_id, 'source'), mask_key: inputKey(draft.job_id, 'mask') }
  let row = await admit({ ...draft, order: { ...draft.order, ...own, ...order } })
  const jobs = jobTable(table())
  for (const move of how === 'finish' ? (['start', 'paint', 'finish'] as const) : (['fail'] as const)) {
    const change = move === how ? { completed_at: clock.now().toISOString() } : {}
    row = (await jobs.move(row, move, change))!
  }
  await toldTable(table()).noteTold(row)
  for (const key of [masterKey(row.job_id), imageKey(row.job_id), ...inputKeys(row.job_id)]) await object(key)
  return row
}

describe('what has served its time', () => {
  // Nothing of other tests may fall due here.
  beforeEach(async () => {
    await world.close()
    world = await openTable()
  })

  it.each(['finish', 'fail'] as const)(
    'goes in two steps (%s): source and mask 24 hours after the end, everything else five minutes after its 30 days',
    async (how) => {
      clock.advance(7 * MINUTE_MS)
      const row = await ended(how)
      const all = bucket.keysOf(row.job_id)
      clock.advance(DAY_MS)
      expect(await sweep()).toEqual(NOTHING)
      expect(bucket.keysOf(row.job_id)).toEqual(all)
      clock.advance(1)
      expect(await sweep()).toEqual({ ...NOTHING, inputs_removed: 1 })
      expect(bucket.keysOf(row.job_id)).toEqual(
        [imageKey(row.job_id), masterKey(row.job_id), textsKey(row.job_id)].sort(),
      )
      expect(await sweep()).toEqual(NOTHING)

      clock.advance(29 * DAY_MS + 5 * MINUTE_MS - 1)
      expect(await sweep()).toEqual(NOTHING)
      clock.advance(1)
      expect(await sweep()).toEqual({ ...NOTHING, expired: 1 })
      expect(bucket.keysOf(row.job_id)).toEqual([])
      expect((await world.rows()).filter(({ sk }) => String(sk).includes(row.job_id))).toEqual([])
      expect(await sweep()).toEqual(NOTHING)
    },
  )

  it('is nothing of a job that chained from another, until its 30 days are over', async () => {
    const source = masterKey(jobRow().job_id)
    await object(source)
    const row = await ended('finish', { source_key: source, mask_key: undefined as never })
    clock.advance(DAY_MS + 1)
    expect(await sweep()).toEqual(NOTHING)
    clock.advance(29 * DAY_MS + 5 * MINUTE_MS)
    expect(await sweep()).toEqual({ ...NOTHING, expired: 1 })
    expect(bucket.keysOf(row.job_id)).toEqual([])
    expect(bucket.keys()).toContain(source)
  })

  it('is removed by the next sweep when one was cut off at any of its calls', async () => {
    for (const moment of MOMENTS) {
      for (let at = 0; ; at++) {
        const row = await ended('finish')
        clock.advance(DAY_MS + 1)
        const cut = knife(at, moment)
        await sweep(jobTable(table()), cut)
        const second = await sweep()
        expect(second.failed, `${moment} ${at}`).toBe(0)
        expect(bucket.keysOf(row.job_id)).toEqual(
          [imageKey(row.job_id), masterKey(row.job_id), textsKey(row.job_id)].sort(),
        )
        clock.advance(30 * DAY_MS)
        const later = knife(at, moment)
        await sweep(jobTable(table()), later)
        await sweep()
        expect(bucket.keysOf(row.job_id), `${moment} ${at}`).toEqual([])
        expect(await sweep()).toEqual(NOTHING)
        if (!cut.hasCut && !later.hasCut) break
      }
    }
  })

  it('is found by many sweeps at once without one of them failing', async () => {
    const rows = [await ended('finish'), await ended('fail'), await ended('finish')]
    clock.advance(DAY_MS + 1)
    const reports = await Promise.all([sweep(), sweep(), sweep()])
    expect(reports.map(({ failed }) => failed)).toEqual([0, 0, 0])
    expect(rows.flatMap(({ job_id }) => bucket.keysOf(job_id)).filter((key) => key.startsWith('tmp/'))).toEqual([])
    expect(await sweep()).toEqual(NOTHING)
    clock.advance(30 * DAY_MS)
    expect((await sweep()).expired).toBe(3)
  })

  it('goes also where DynamoDB collects rows before the sweeper comes by', async () => {
    const row = await ended('finish')
    clock.advance(30 * DAY_MS + 5 * MINUTE_MS)
    await world.collect(clock.now())
    expect(await jobTable(table()).get(keyOf(row))).toBeUndefined()
    expect(await sweep()).toEqual({ ...NOTHING, expired: 1 })
    expect(bucket.keysOf(row.job_id)).toEqual([])
  })

  it('takes a rendition along that was begun before the end of life and stored after it, by one who then died', async () => {
    const row = await ended('finish')
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
    const outcome = makeRendition({ bucket: late, log }, row.job_id, { preset: 'thumbnail' }, image!)
    await expect(outcome).rejects.toThrow('killed')
    expect(bucket.keysOf(row.job_id)).toContain(presetKey(row.job_id, 'thumbnail'))
    clock.advance(4 * MINUTE_MS + 1)
    expect(await sweep()).toEqual({ ...NOTHING, expired: 1 })
    expect(bucket.keysOf(row.job_id)).toEqual([])
  })

  it('never is a job that was deleted meanwhile: its tombstone stands until its own time', async () => {
    const row = await ended('finish')
    clock.advance(DAY_MS - 5 * MINUTE_MS)
    await jobTable(table()).bury(keyOf(row))
    clock.advance(5 * MINUTE_MS + 1)
    expect(await sweep()).toEqual(NOTHING)
    clock.advance(15 * MINUTE_MS)
    expect(await sweep()).toEqual({ ...NOTHING, forgotten: 1 })
    expect(bucket.keysOf(row.job_id)).toEqual([])
  })
})

describe('many at once', () => {
  it('that take longer than a sweep may are left to the next one, after 50 seconds', async () => {
    const rows = await Promise.all(Array.from({ length: 60 }, () => admit()))
    clock.advance(MINUTE_MS + 1)
    let passed = 0
    const jobs = jobTable(table())
    const slow: JobTable = {
      ...jobs,
      get: async (key) => {
        passed += 2_000
        return jobs.get(key)
      },
    }
    const { resent } = await sweep(slow, undefined, () => passed)
    expect(resent).toBeGreaterThanOrEqual(25)
    expect(resent).toBeLessThan(60)
    expect(lines.map((line) => JSON.parse(line).message ?? JSON.parse(line).msg)).toContain('a sweep ran out of time')
    expect((await sweep()).resent).toBe(60)
    await end(...rows)
  })

  it('are worked on side by side, never more than 32 together, and counted as metrics', async () => {
    const rows = await Promise.all(Array.from({ length: 200 }, () => admit()))
    clock.advance(MINUTE_MS + 1)
    const jobs = jobTable(table())
    let [running, most] = [0, 0]
    const slow: JobTable = {
      ...jobs,
      get: async (key) => {
        most = Math.max(most, ++running)
        await new Promise((resolve) => setTimeout(resolve, 20))
        running--
        return jobs.get(key)
      },
    }
    expect(await sweep(slow)).toEqual({ ...NOTHING, resent: 200 })
    expect(most).toBe(32)
    expect(new Set(sent)).toEqual(new Set(rows.map(({ job_id }) => job_id)))
    expect(recorded).toContainEqual({ name: 'Swept', value: 200, deed: 'resent' })
    await end(...rows)
  })
})
