import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { cutOutAssetId, imageKey, masterKey, presetKey, reducedKey } from '../../../lambdas/images/images/image-keys.ts'
import type { JobRow } from '../../../lambdas/images/jobs/job-row.ts'
import { atEveryCall, type CrashPoint, crashPoint, interruption } from '../../support/crash-point.ts'
import { scaled } from '../../support/scale.ts'
import { openTable, type TableWorld } from '../../support/table-world.ts'
import { jobDrill } from './job-drill.ts'

const NO_CRASH = crashPoint(Number.POSITIVE_INFINITY, 'before')
const HOUR_MS = 3_600_000
let world: TableWorld
beforeAll(async () => {
  world = await openTable()
})
afterAll(() => world.close())

const allObjectsOf = ({ job_id }: JobRow): string[] =>
  [
    ...[masterKey(job_id), imageKey(job_id), presetKey(job_id, 'thumbnail'), imageKey(cutOutAssetId(job_id))],
    ...[reducedKey(job_id), reducedKey(cutOutAssetId(job_id))],
  ].sort()

describe('job runs', () => {
  it('an undisturbed job is painted and completed once, with every variant and no other object', async () => {
    const drill = jobDrill(world)
    const row = await drill.admit()
    expect(await drill.runMachine(row, NO_CRASH)).toBe(true)
    expect(await drill.stateOf(row)).toBe('completed')
    expect(drill.endings).toEqual(['completed'])
    expect(drill.paintings).toBe(1)
    expect(drill.objectsOf(row)).toEqual(allObjectsOf(row))
    expect(await drill.isOpen(row)).toBe(false)
  })

  it('a job killed once at any call of any step is completed once, without orphaned objects', async () => {
    const runs = await atEveryCall(crashPoint, async (crash, name) => {
      const drill = jobDrill(world)
      const row = await drill.admit()
      expect(await drill.runMachine(row, crash), name).toBe(true)
      expect(await drill.stateOf(row), name).toBe('completed')
      expect(drill.endings, name).toEqual(['completed'])
      expect(drill.objectsOf(row), name).toEqual(allObjectsOf(row))
      expect(await drill.isOpen(row), name).toBe(false)
      drill.clock.advance(HOUR_MS)
      await drill.sweep(NO_CRASH)
      expect(drill.publishedIds(row), name).toEqual(['4:job.completed'])
    })
    expect(runs).toBeGreaterThanOrEqual(scaled(10, 30))
  })

  it('a job is painted a second time only if the first painting was never stored', async () => {
    await atEveryCall(crashPoint, async (crash, name) => {
      const drill = jobDrill(world)
      const row = await drill.admit()
      let stored = 0
      const { put } = drill.bucket
      drill.bucket.put = (key, ...rest) => {
        if (key === masterKey(row.job_id)) stored++
        return put(key, ...rest)
      }
      await drill.runMachine(row, crash)
      expect(drill.paintings, name).toBeLessThanOrEqual(2)
      if (drill.paintings === 2) expect(stored, name).toBeLessThanOrEqual(1)
    })
  })

  it('a job whose workers die at every call from some point on is ended once by the sweeper, without orphans', async () => {
    const runs = await atEveryCall(
      (at, moment) => crashPoint(at, moment, { keepsCrashing: true }),
      async (crash, name) => {
        const drill = jobDrill(world)
        const row = await drill.admit()
        await drill.runMachine(row, crash)
        drill.clock.advance(HOUR_MS)
        await drill.sweep(NO_CRASH)
        const state = await drill.stateOf(row)
        expect(['completed', 'failed', 'failed_encoding'], name).toContain(state)
        expect(drill.endings, name).toEqual([state])
        // The sweeper publishes its own ends at once, and finds ends that a worker did not publish.
        expect(drill.publishedIds(row), name).toEqual([`4:job.${state}`])
        const expectedObjects = { completed: allObjectsOf(row), failed: [], failed_encoding: [masterKey(row.job_id)] }
        expect(drill.objectsOf(row), name).toEqual(expectedObjects[state as keyof typeof expectedObjects])
        expect(await drill.isOpen(row), name).toBe(false)
      },
    )
    expect(runs).toBeGreaterThanOrEqual(scaled(10, 30))
  })

  it('a job deleted at any call of any step is removed with all its objects, and never returns', async () => {
    const drill = jobDrill(world)
    let current: JobRow
    const runs = await atEveryCall(
      (at, moment) => interruption(at, moment, () => drill.remove(current, NO_CRASH)),
      async (crash, name) => {
        drill.endings.splice(0)
        current = await drill.admit()
        await drill.runMachine(current, crash)
        drill.clock.advance(HOUR_MS)
        if (!crash.hasCrashed) return
        await drill.sweep(NO_CRASH)
        expect(await drill.stateOf(current), name).toBeUndefined()
        const ended = drill.endings.map((state) => `4:job.${state}`)
        expect(drill.publishedIds(current), name).toEqual([...ended, '5:job.deleted'])
        expect(drill.objectsOf(current), name).toEqual([])
        expect(await drill.isOpen(current), name).toBe(false)
      },
    )
    expect(runs).toBeGreaterThanOrEqual(scaled(10, 30))
  })

  it('a job deleted at one call while its worker is killed at another is removed with all its objects', async () => {
    // All pairs of calls, or each call with the next few.
    for (let deletedAt = 0; deletedAt < 16; deletedAt++) {
      const last = Math.min(16, deletedAt + scaled(2, 16))
      for (let killedAt = deletedAt; killedAt < last; killedAt++) {
        const drill = jobDrill(world)
        const row = await drill.admit()
        const deletion = interruption(deletedAt, 'after', () => drill.remove(row, NO_CRASH))
        const kill = crashPoint(killedAt, 'after')
        const both: CrashPoint = {
          get calls() {
            return kill.calls
          },
          get hasCrashed() {
            return deletion.hasCrashed
          },
          around: (run, midway) => kill.around(() => deletion.around(run, midway), midway),
        }
        await drill.runMachine(row, both)
        if (!deletion.hasCrashed) continue
        drill.clock.advance(HOUR_MS)
        await drill.sweep(NO_CRASH)
        const name = `deleted at ${deletedAt}, killed at ${killedAt}`
        expect(await drill.stateOf(row), name).toBeUndefined()
        expect(drill.objectsOf(row), name).toEqual([])
      }
    }
  })
})

describe('deletions', () => {
  it('a deletion killed at any call either has not started or is finished by the sweeper', async () => {
    const runs = await atEveryCall(crashPoint, async (crash, name) => {
      const drill = jobDrill(world)
      const row = await drill.admit()
      await drill.runMachine(row, NO_CRASH)
      const outcome = await drill.remove(row, crash).catch((error: Error) => error)
      drill.clock.advance(HOUR_MS)
      await drill.sweep(NO_CRASH)
      const state = await drill.stateOf(row)
      if (state === undefined) expect(drill.objectsOf(row), name).toEqual([])
      else {
        expect(outcome, name).toBeInstanceOf(Error)
        expect(drill.objectsOf(row), name).toEqual(allObjectsOf(row))
      }
      expect(await drill.isOpen(row), name).toBe(false)
    })
    expect(runs).toBeGreaterThanOrEqual(scaled(2, 6))
  })

  it.each([
    ['begun', 1],
    ['removed the images', 2],
    ['deleted the job', 3],
  ])(
    'a deletion killed when it has %s, together with the sweep after it, is finished by the next sweep',
    async (_, at) => {
      await atEveryCall(crashPoint, async (crash, name) => {
        const drill = jobDrill(world)
        const row = await drill.admit()
        await drill.runMachine(row, NO_CRASH)
        await drill.remove(row, crashPoint(at, 'after')).catch(() => undefined)
        drill.clock.advance(HOUR_MS)
        await drill.sweep(crash)
        // A tombstone stays for a while, whichever writer created it.
        drill.clock.advance(HOUR_MS)
        await drill.sweep(NO_CRASH)
        expect(drill.objectsOf(row), name).toEqual([])
        expect(await drill.isOpen(row), name).toBe(false)
      })
    },
  )
})

describe('settling', () => {
  it('killed at any call still ends the job once, and leaves only the objects of that end', async () => {
    const runs = await atEveryCall(crashPoint, async (crash, name) => {
      const drill = jobDrill(world)
      const row = await drill.admit()
      // Painting dies three times at its first call, so that the crash affects the settling alone.
      const dead = crashPoint(0, 'before', { keepsCrashing: true })
      let calls = 0
      const staged: CrashPoint = {
        ...crash,
        around: (run, half) => (calls++ < 3 ? dead.around(run) : crash.around(run, half)),
      }
      expect(await drill.runMachine(row, staged), name).toBe(true)
      expect(await drill.stateOf(row), name).toBe('failed')
      expect(drill.endings, name).toEqual(['failed'])
      expect(drill.objectsOf(row), name).toEqual([])
    })
    expect(runs).toBeGreaterThanOrEqual(scaled(2, 6))
  })

  it.each([
    ['processing', 'failed'],
    ['encoding', 'failed_encoding'],
  ] as const)(
    'a %s job, settled twice with a kill at any call, loses the objects that its workers stored',
    async (from, to) => {
      const runs = await atEveryCall(crashPoint, async (crash, name) => {
        const drill = jobDrill(world)
        const row = await drill.admit()
        const started = await drill.jobs.move(row, 'start')
        if (from === 'encoding') await drill.jobs.move(started!, 'paint')
        for (const key of allObjectsOf(row))
          await drill.bucket.put(key, new Uint8Array(1), { contentType: 'image/webp' })
        const first = await drill.settle(row, crash).catch((error: Error) => error)
        if (first instanceof Error)
          expect(await drill.settle(row, NO_CRASH), name).toMatchObject({ outcome: to, verdict: 'fault' })
        expect(await drill.stateOf(row), name).toBe(to)
        expect(drill.endings, name).toEqual([to])
        expect(drill.objectsOf(row), name).toEqual(to === 'failed' ? [] : [masterKey(row.job_id)])
      })
      expect(runs).toBeGreaterThanOrEqual(scaled(2, 6))
    },
  )

  it('concurrent with any call of any step leaves no variant of a failed job', async () => {
    let drill = jobDrill(world)
    const settleBySweep = async () => {
      drill.clock.advance(HOUR_MS)
      await drill.sweep(NO_CRASH)
    }
    const runs = await atEveryCall(
      (at, moment) => interruption(at, moment, settleBySweep),
      async (crash, name) => {
        drill = jobDrill(world)
        const current = await drill.admit()
        await drill.runMachine(current, crash)
        const state = await drill.stateOf(current)
        expect(drill.endings, name).toEqual([state])
        const expectedObjects = {
          completed: allObjectsOf(current),
          failed: [],
          failed_encoding: [masterKey(current.job_id)],
        }
        expect(drill.objectsOf(current), name).toEqual(expectedObjects[state as keyof typeof expectedObjects])
      },
    )
    expect(runs).toBeGreaterThanOrEqual(scaled(10, 30))
  })
})
