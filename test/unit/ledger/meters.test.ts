import { quotas } from '@signet/kernel'
import { meters } from '@signet/ledger'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { quotasOf } from '../../../layers/ledger/src/meters.ts'
import type { TierStatus } from '../../../layers/ledger/src/tier-status.ts'
import { requireGranted } from '../../support/granted.ts'
import { openTable, TABLE, type TableWorld } from '../../support/table-world.ts'

let world: TableWorld
const now = () => new Date('2026-11-22T09:00:00Z')
const tierStatus: TierStatus = {
  tier: 'free',
  cycle: { start: new Date('2026-11-05T00:00:00Z'), end: new Date('2026-12-05T00:00:00Z') },
}
const metersOf = (tier: TierStatus['tier'] = 'free') =>
  meters({
    quotas: quotas({ db: world.db, table: TABLE, now }, '/pricing'),
    ceiling: 1,
    tierStatusOf: async () => ({ ...tierStatus, tier }),
  })
const hold = { holdSeconds: 60 }

beforeAll(async () => {
  world = await openTable()
})
afterAll(() => world.close())

let organizations = 0
const newOrganization = () => {
  organizations += 1
  return { entitlementScope: `org-${organizations}`, resourceScope: `org-${organizations}` }
}

describe('quota counters', () => {
  it("count per tenant and cycle; several tenants share their organization's counter", () => {
    const expected = {
      meter: 'images',
      period: '2026-11-05T00:00:00.000Z',
      endsAt: tierStatus.cycle.end,
      limit: 5,
    }
    expect(quotasOf({ entitlementScope: 'o', resourceScope: 'o' }, 'images', tierStatus, 1)).toEqual([
      { ...expected, subject: 'o' },
    ])
    expect(quotasOf({ entitlementScope: 'o', resourceScope: 't' }, 'images', tierStatus, 1)).toEqual([
      { ...expected, subject: 't' },
      { ...expected, subject: 'o' },
    ])
  })
})

describe('usage of tenants', () => {
  it('never exceeds the limit of the tier under 200 concurrent requests', async () => {
    const scopes = newOrganization()
    const all = Array.from({ length: 200 }, (_, i) =>
      requireGranted(metersOf('pro').take(scopes, 'images', `r${i}`, hold)),
    )
    const settled = await Promise.allSettled(all)
    // The limit of Pro; each image from 80 % of it returns a warning.
    expect(settled.filter(({ status }) => status === 'fulfilled')).toHaveLength(100)
    const warnings = settled.flatMap((each) => (each.status === 'fulfilled' ? each.value.nearlyUsed : []))
    expect(warnings.map(({ used }) => used).sort((a, b) => a - b)).toEqual(Array.from({ length: 21 }, (_, i) => 80 + i))
    expect((await metersOf('pro').read(scopes)).readings.images).toEqual({ meter: 'images', used: 100, limit: 100 })
  })

  it('counts together for the tenants of one organization and its keys', async () => {
    const org = newOrganization()
    const tenants = ['a', 'b', 'c'].map((name) => ({ ...org, resourceScope: `${org.resourceScope}-${name}` }))
    const callers = [org, ...tenants]
    const all = Array.from({ length: 40 }, (_, i) =>
      requireGranted(metersOf().take(callers[i % 4] ?? org, 'images', `r${i}`, hold)),
    )
    const settled = await Promise.allSettled(all)
    expect(settled.filter(({ status }) => status === 'fulfilled')).toHaveLength(5)
    // The organization's usage counts for every tenant.
    for (const each of callers) {
      expect((await metersOf().read(each)).readings.images).toEqual({ meter: 'images', used: 5, limit: 5 })
    }
    for (const each of settled) if (each.status === 'fulfilled') await each.value.release()
    for (const each of callers) expect((await metersOf().read(each)).readings.images.used).toBe(0)
  })

  it("does not count on the tenant if the organization's quota is used up", async () => {
    const org = newOrganization()
    const tenant = { ...org, resourceScope: `${org.resourceScope}-a` }
    // The free tier has three scaffolds.
    for (let i = 0; i < 3; i++) await (await requireGranted(metersOf().take(org, 'scaffolds', `r${i}`, hold))).keep()
    await expect(requireGranted(metersOf().take(tenant, 'scaffolds', 'late', hold))).rejects.toMatchObject({
      code: 'quota_exceeded',
    })
    const { used } = await quotas({ db: world.db, table: TABLE, now }, '/pricing').read(
      quotasOf(tenant, 'scaffolds', tierStatus, 1)[0],
    )
    expect(used).toBe(0)
  })
})
