import { newUuid, quotas } from '@signet/kernel'
import { outbox, outboxTable } from '@signet/kernel/events'
import { meters, quotaNotices } from '@signet/ledger'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { reserveQuota } from '../../../lambdas/platform-images/api/reserve-quota.ts'
import { imageCountTable } from '../../../lambdas/platform-images/counts/image-count-table.ts'
import { createLog } from '../../../layers/kernel/src/log.ts'
import { requireGranted } from '../../support/granted.ts'
import { type TableMeter, tableMeter } from '../../support/table-meter.ts'
import { openTable, TABLE, type TableWorld } from '../../support/table-world.ts'

const now = () => new Date('2026-11-22T09:00:00.000Z')
const cycle = { start: new Date('2026-11-05T00:00:00Z'), end: new Date('2026-12-05T00:00:00Z') }
const log = createLog({ write: () => {} })

let world: TableWorld
let meter: TableMeter
beforeAll(async () => {
  world = await openTable()
  meter = tableMeter(world.db)
})
afterAll(() => world.close())

const deps = () => ({ db: world.db, table: TABLE, now })
const testOutbox = () => outbox({ table: outboxTable(deps()), bus: { send: async (events) => events }, log })

/** Draws images of a free tenant and returns the units of each. */
const costsOfImages = async (count: number, key: object = {}) => {
  const tenantId = newUuid()
  const counters = quotas(deps(), '/pricing')
  const notices = quotaNotices({ ...deps(), outbox: testOutbox() })
  const tierStatusOf = async () => ({ tier: 'free' as const, cycle })
  const reserve = reserveQuota({
    quotas: counters,
    meters: meters({ quotas: counters, tierStatusOf, ceiling: 1 }),
    now,
  })
  const counts = imageCountTable({ ...deps(), notices })
  const caller = { kind: 'key' as const, tenantId, orgId: tenantId, scopes: [], rateKey: 'k', ...key }
  const costs = []
  for (let i = 0; i < count; i++) {
    meter.begin()
    const reservation = await requireGranted(reserve({ caller, quality: 'draft', requestId: `r${i}` }))
    await counts.count(
      { tenant: tenantId, job: `j${i}` },
      reservation,
      await notices.due(reservation.nearlyUsed, tenantId),
    )
    costs.push(meter.costs())
  }
  return costs
}

describe("the platform's cost of an image, without the image service", () => {
  it('amounts to 5 write units and one read unit', async () => {
    const [cost] = await costsOfImages(1)
    expect(cost).toEqual({ writes: 5, indexWrites: 0, reads: 1, calls: 'UpdateItem GetItem TransactWriteItems' })
  })

  it('grows by 3 write units with a budget', async () => {
    const [cost] = await costsOfImages(1, { keyId: 'key', dailyBudget: 10 })
    expect(cost).toMatchObject({ writes: 8, calls: 'UpdateItem UpdateItem GetItem TransactWriteItems' })
  })

  it('adds an event at 80 percent, and half a read unit from then on', async () => {
    const costs = await costsOfImages(5)
    const [, , before, crossing, after] = costs
    expect([before?.writes, crossing?.writes, after?.writes]).toEqual([5, 13, 5])
    expect([before?.reads, crossing?.reads, after?.reads]).toEqual([1, 1.5, 1.5])
  })
})
