import { giveBack, type Quota, type Quotas, quotas, quotaUseStep, transact } from '@signet/kernel'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { requireGranted } from '../../support/granted.ts'
import { openTable, TABLE, type TableWorld } from '../../support/table-world.ts'

let world: TableWorld
let nowMs = Date.parse('2026-01-10T00:00:00Z')
const now = () => new Date(nowMs)
const endsAt = new Date('2026-02-01T00:00:00Z')
const meters = () => quotas({ db: world.db, table: TABLE, now }, '/pricing')
const reserve = (...args: Parameters<Quotas['reserve']>) => requireGranted(meters().reserve(...args))
const OPTIONS = { holdSeconds: 60 }

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
    const reservations = Array.from({ length: 200 }, (_, i) => reserve(quota, `request-${i}`, OPTIONS))
    const settled = await Promise.allSettled(reservations)
    expect(settled.filter(({ status }) => status === 'fulfilled')).toHaveLength(20)
    const refused = settled.find((each) => each.status === 'rejected')
    expect(refused?.reason).toMatchObject({
      code: 'quota_exceeded',
      extras: { limit: 20, upgrade: '/pricing' },
      headers: { 'retry-after': String((endsAt.getTime() - nowMs) / 1000) },
    })
    expect(await meters().read(quota)).toEqual({ meter: 'scaffolds', used: 20, limit: 20 })
  })

  it('repeated requests with one id reserve one unit while the first runs', async () => {
    const quota = quotaOf(2)
    const first = await reserve(quota, 'a', OPTIONS)
    const again = await reserve(quota, 'a', OPTIONS)
    expect([first.reading.used, again.reading.used]).toEqual([1, 1])
    await first.release()
    await again.release()
    expect(await meters().read(quota)).toMatchObject({ used: 0 })
  })

  it('a larger amount is reserved and released as a whole, and never exceeds the limit', async () => {
    const quota = { ...quotaOf(7), amount: 3 }
    const first = await reserve(quota, 'a', OPTIONS)
    const second = await reserve(quota, 'b', OPTIONS)
    expect([first.reading.used, second.reading.used]).toEqual([3, 6])
    await expect(reserve(quota, 'c', OPTIONS)).rejects.toMatchObject({ code: 'quota_exceeded' })
    await second.release()
    expect(await meters().read(quota)).toMatchObject({ used: 3 })
    await reserve(quota, 'dead', OPTIONS)
    await first.keep()
    nowMs += 60_000
    expect(await meters().read(quota)).toMatchObject({ used: 3 })
    expect((await reserve(quota, 'd', OPTIONS)).reading.used).toBe(6)
    await transact(world, async () => ({ steps: [giveBack(TABLE, quota)], result: undefined }))
    expect(await meters().read(quota)).toMatchObject({ used: 3 })
    await expect(reserve({ ...quotaOf(2), amount: 3 }, 'a', OPTIONS)).rejects.toMatchObject({ code: 'quota_exceeded' })
  })

  it('a release after a confirmation changes nothing', async () => {
    const quota = quotaOf(2)
    const reserved = await reserve(quota, 'a', OPTIONS)
    await reserved.keep()
    await reserved.release()
    expect(await meters().read(quota)).toMatchObject({ used: 1 })
  })

  it('exactly the reservation of a crashed worker is returned', async () => {
    const quota = quotaOf(2)
    const kept = await reserve(quota, 'kept', OPTIONS)
    await kept.keep()
    const dead = await reserve(quota, 'dead', OPTIONS)
    await expect(reserve(quota, 'third', OPTIONS)).rejects.toMatchObject({ code: 'quota_exceeded' })
    nowMs += 60_000
    expect(await meters().read(quota)).toMatchObject({ used: 1 })
    const third = await reserve(quota, 'third', OPTIONS)
    expect(third.reading.used).toBe(2)
    await dead.release()
    expect(await meters().read(quota)).toMatchObject({ used: 2 })
  })

  it('an expired run that ends late leaves the reservation of a later run unchanged', async () => {
    const quota = quotaOf(1)
    const dead = await reserve(quota, 'a', OPTIONS)
    nowMs += 60_000
    const second = await reserve(quota, 'a', OPTIONS)
    await dead.release()
    expect(await meters().read(quota)).toMatchObject({ used: 1 })
    await second.release()
    expect(await meters().read(quota)).toMatchObject({ used: 0 })
  })

  it('usage stays between zero and the limit in any order of events', async () => {
    const actions = fc.constantFrom('reserve', 'keep', 'release', 'die', 'transaction')
    await fc.assert(
      fc.asyncProperty(
        fc.array(actions, { maxLength: 25 }),
        fc.integer({ min: 1, max: 4 }),
        async (sequence, limit) => {
          const quota = quotaOf(limit)
          const openReservations: Awaited<ReturnType<typeof reserve>>[] = []
          let used = 0
          for (const [i, action] of sequence.entries()) {
            if (action === 'die') {
              nowMs += 60_000
              openReservations.length = 0
            } else if (action === 'reserve') {
              const reserved = await reserve(quota, `request-${i}`, OPTIONS).catch(() => undefined)
              expect(reserved !== undefined).toBe(used + openReservations.length < limit)
              if (reserved) openReservations.push(reserved)
            } else if (action === 'transaction') {
              // A transaction ignores expired reservations: it may be refused where a request would pass.
              const step = quotaUseStep(TABLE, quota)
              const reserved = await transact<boolean>(world, async (refused) =>
                refused ? { result: false } : { steps: [step], result: true },
              )
              if (reserved) used += 1
            } else {
              const reserved = openReservations.pop()
              if (reserved && action === 'keep') used += 1
              await (action === 'keep' ? reserved?.keep() : reserved?.release())
            }
            expect(await meters().read(quota)).toMatchObject({ used: used + openReservations.length })
            expect(used + openReservations.length).toBeLessThanOrEqual(limit)
          }
        },
      ),
      { numRuns: 40 },
    )
  })
})
