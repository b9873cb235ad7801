import { giveBack, type Quota, type Quotas, quotas, takeFrom, transact } from '@signet/kernel'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { requireGranted } from '../../support/granted.ts'
import { openTable, TABLE, type TableWorld } from '../../support/table-world.ts'

let world: TableWorld
let at = Date.parse('2026-01-10T00:00:00Z')
const now = () => new Date(at)
const endsAt = new Date('2026-02-01T00:00:00Z')
const meters = () => quotas({ db: world.db, table: TABLE, now }, '/pricing')
const reserve = (...asked: Parameters<Quotas['reserve']>) => requireGranted(meters().reserve(...asked))
const hold = { holdSeconds: 60 }

let subjects = 0
const quotaOf = (limit: number): Quota => {
  subjects += 1
  return { subject: `tenant-${subjects}`, meter: 'scaffolds', period: '2026-01', endsAt, limit }
}

beforeAll(async () => {
  world = await openTable()
})
afterAll(() => world.close())

describe('quota', () => {
  it('concurrent requests never exceed the quota, and a refusal contains the time of the next period', async () => {
    const quota = quotaOf(20)
    const many = Array.from({ length: 200 }, (_, i) => reserve(quota, `request-${i}`, hold))
    const settled = await Promise.allSettled(many)
    expect(settled.filter(({ status }) => status === 'fulfilled')).toHaveLength(20)
    const refused = settled.find((each) => each.status === 'rejected')
    expect(refused?.reason).toMatchObject({
      code: 'quota_exceeded',
      extras: { limit: 20, upgrade: '/pricing' },
      headers: { 'retry-after': String((endsAt.getTime() - at) / 1000) },
    })
    expect(await meters().read(quota)).toEqual({ meter: 'scaffolds', used: 20, limit: 20 })
  })

  it('repeated requests with one id reserve one unit while the first runs', async () => {
    const quota = quotaOf(2)
    const first = await reserve(quota, 'a', hold)
    const again = await reserve(quota, 'a', hold)
    expect([first.reading.used, again.reading.used]).toEqual([1, 1])
    await first.release()
    await again.release()
    expect(await meters().read(quota)).toMatchObject({ used: 0 })
  })

  it('a larger amount is reserved and released as a whole, and never exceeds the limit', async () => {
    const quota = { ...quotaOf(7), amount: 3 }
    const first = await reserve(quota, 'a', hold)
    const second = await reserve(quota, 'b', hold)
    expect([first.reading.used, second.reading.used]).toEqual([3, 6])
    await expect(reserve(quota, 'c', hold)).rejects.toMatchObject({ code: 'quota_exceeded' })
    await second.release()
    expect(await meters().read(quota)).toMatchObject({ used: 3 })
    await reserve(quota, 'dead', hold)
    await first.keep()
    at += 60_000
    expect(await meters().read(quota)).toMatchObject({ used: 3 })
    expect((await reserve(quota, 'd', hold)).reading.used).toBe(6)
    await transact(world, async () => ({ steps: [giveBack(TABLE, quota)], result: undefined }))
    expect(await meters().read(quota)).toMatchObject({ used: 3 })
    await expect(reserve({ ...quotaOf(2), amount: 3 }, 'a', hold)).rejects.toMatchObject({ code: 'quota_exceeded' })
  })

  it('a release after a confirmation changes nothing', async () => {
    const quota = quotaOf(2)
    const taken = await reserve(quota, 'a', hold)
    await taken.keep()
    await taken.release()
    expect(await meters().read(quota)).toMatchObject({ used: 1 })
  })

  it('exactly the reservation of a crashed worker is returned', async () => {
    const quota = quotaOf(2)
    const kept = await reserve(quota, 'kept', hold)
    await kept.keep()
    const dead = await reserve(quota, 'dead', hold)
    await expect(reserve(quota, 'third', hold)).rejects.toMatchObject({ code: 'quota_exceeded' })
    at += 60_000
    expect(await meters().read(quota)).toMatchObject({ used: 1 })
    const third = await reserve(quota, 'third', hold)
    expect(third.reading.used).toBe(2)
    await dead.release()
    expect(await meters().read(quota)).toMatchObject({ used: 2 })
  })

  it('an expired run that ends late leaves the reservation of a later run unchanged', async () => {
    const quota = quotaOf(1)
    const dead = await reserve(quota, 'a', hold)
    at += 60_000
    const second = await reserve(quota, 'a', hold)
    await dead.release()
    expect(await meters().read(quota)).toMatchObject({ used: 1 })
    await second.release()
    expect(await meters().read(quota)).toMatchObject({ used: 0 })
  })

  it('usage stays between zero and the limit in any order of events', async () => {
    const act = fc.constantFrom('reserve', 'keep', 'release', 'die', 'transaction')
    await fc.assert(
      fc.asyncProperty(fc.array(act, { maxLength: 25 }), fc.integer({ min: 1, max: 4 }), async (acts, limit) => {
        const quota = quotaOf(limit)
        const open: Awaited<ReturnType<typeof reserve>>[] = []
        let used = 0
        for (const [i, what] of acts.entries()) {
          if (what === 'die') {
            at += 60_000
            open.length = 0
          } else if (what === 'reserve') {
            const taken = await reserve(quota, `request-${i}`, hold).catch(() => undefined)
            expect(taken !== undefined).toBe(used + open.length < limit)
            if (taken) open.push(taken)
          } else if (what === 'transaction') {
            // A transaction ignores expired reservations: it may be refused where a request would pass.
            const step = takeFrom(TABLE, quota)
            const taken = await transact<boolean>(world, async (refused) =>
              refused ? { result: false } : { steps: [step], result: true },
            )
            if (taken) used += 1
          } else {
            const taken = open.pop()
            if (taken && what === 'keep') used += 1
            await (what === 'keep' ? taken?.keep() : taken?.release())
          }
          expect(await meters().read(quota)).toMatchObject({ used: used + open.length })
          expect(used + open.length).toBeLessThanOrEqual(limit)
        }
      }),
      { numRuns: 40 },
    )
  })
})
