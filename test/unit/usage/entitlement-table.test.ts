import { type EntitlementChange, entitlementTable } from '@signet/ledger'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { EntitlementEvent } from '../../../lambdas/usage/entitlements/change-entitlement.ts'
import { openTable, TABLE, type TableWorld } from '../../support/table-world.ts'

let world: TableWorld
const now = () => new Date('2026-11-22T09:00:00Z')
const tiers = () => entitlementTable({ db: world.db, table: TABLE, now })

beforeAll(async () => {
  world = await openTable()
})
afterAll(() => world.close())

let organizations = 0
const changeOf = (members: Partial<EntitlementChange> = {}): EntitlementChange => ({
  org_id: `org-${organizations}`,
  change_id: 'in_1',
  sku: 'pro',
  source: 'subscription',
  as_of: '2026-11-01T00:00:00.000Z',
  ...members,
})
const newOrganization = () => {
  organizations += 1
}

describe('the tier of an organization', () => {
  it('follows the latest report, and a change counts once', async () => {
    newOrganization()
    const { org_id } = changeOf()
    expect(await tiers().read(org_id)).toBeUndefined()
    expect(await tiers().change(changeOf())).toBe('changed')
    expect(await tiers().change(changeOf({ sku: 'agency', as_of: '2026-11-09T00:00:00.000Z' }))).toBe('repeated')
    expect(await tiers().read(org_id)).toMatchObject({ sku: 'pro', updated_at: now().toISOString() })
  })

  it('ignores older changes, which are recorded nevertheless', async () => {
    newOrganization()
    const end = changeOf({ change_id: 'sub_1', sku: null, as_of: '2026-11-05T00:00:00.000Z' })
    expect(await tiers().change(end)).toBe('changed')
    expect(await tiers().change(changeOf())).toBe('overtaken')
    expect(await tiers().change(changeOf())).toBe('repeated')
    expect(await tiers().read(end.org_id)).toMatchObject({ sku: null })
  })

  it('follows the newest of all changes in any order and number, also concurrently', async () => {
    const days = fc.uniqueArray(fc.integer({ min: 1, max: 28 }), { minLength: 1, maxLength: 5 })
    await fc.assert(
      fc.asyncProperty(days, fc.integer({ min: 1, max: 3 }), async (order, times) => {
        newOrganization()
        const changes = order.map((day) =>
          changeOf({
            change_id: `in_${day}`,
            sku: day % 2 === 0 ? 'agency' : 'pro',
            as_of: `2026-11-${String(day).padStart(2, '0')}T00:00:00.000Z`,
          }),
        )
        await Promise.all(Array.from({ length: times }, () => changes.map((change) => tiers().change(change))).flat())
        const newest = Math.max(...order)
        expect(await tiers().read(changeOf().org_id)).toMatchObject({ sku: newest % 2 === 0 ? 'agency' : 'pro' })
      }),
      { numRuns: 15 },
    )
  })
})

describe('a tier change', () => {
  const event = { org_id: 'o', change_id: 'c', sku: 'pro', source: 'subscription' }
  it.each([
    ['an unknown SKU', { ...event, sku: 'gold' }],
    ['a period without an end', { ...event, period_start: '2026-11-01T00:00:00Z' }],
    [
      'a period that ends before it begins',
      { ...event, period_start: '2026-11-02T00:00:00Z', period_end: '2026-11-01T00:00:00Z' },
    ],
    ['an unknown member', { ...event, tier: 'team' }],
    ['an empty change id', { ...event, change_id: '' }],
  ])('must not have %s', (_, wrong) => {
    expect(EntitlementEvent.safeParse(wrong).success).toBe(false)
  })

  it('has times that compare as strings', () => {
    expect(EntitlementEvent.parse({ ...event, as_of: '2026-11-01T00:00:00Z' }).as_of).toBe('2026-11-01T00:00:00.000Z')
  })
})
