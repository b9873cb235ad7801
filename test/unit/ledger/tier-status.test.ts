import { type EntitlementRow, SKUS, TIER_SKUS, tierStatusAt, tierStatuses } from '@signet/ledger'
import { describe, expect, it } from 'vitest'
import type { OrganizationRecord } from '../../../layers/ledger/src/tier-status.ts'
import { verifies } from '../../spec/verifies.ts'

const NOW = new Date('2026-11-22T09:00:00Z')
const row = (members: Partial<EntitlementRow> = {}): EntitlementRow => ({
  org_id: 'o',
  sku: 'pro',
  source: 'subscription',
  as_of: '2026-11-10T00:00:00.000Z',
  updated_at: '2026-11-10T00:00:00.000Z',
  ...members,
})
const record = (entitlement?: EntitlementRow, createdAt?: string): OrganizationRecord => ({ entitlement, createdAt })
const period = { period_start: '2026-11-10T12:00:00.000Z', period_end: '2026-12-10T12:00:00.000Z' }
const cycle = (organizationRecord: OrganizationRecord, at = NOW) => {
  const { start, end } = tierStatusAt(organizationRecord, at).cycle
  return [start.toISOString(), end.toISOString()]
}

describe('the tier status of an organization', () => {
  it('has the free tier in a calendar month without records', () => {
    expect(tierStatusAt(record(), NOW).tier).toBe('free')
    expect(cycle(record())).toEqual(['2026-11-01T00:00:00.000Z', '2026-12-01T00:00:00.000Z'])
  })

  it('follows the table of SKUs', () => {
    expect(TIER_SKUS.map((sku) => [sku, tierStatusAt(record(row({ sku })), NOW).tier, SKUS[sku].imagePlan])).toEqual([
      ['pro', 'pro', 'pro'],
      ['agency', 'team', 'agency'],
      ['team', 'team', 'pro'],
    ])
  })

  it('has the free tier exactly from the end of the paid one', () => {
    const ending = record(row({ ends_at: NOW.toISOString() }))
    expect(tierStatusAt(ending, NOW).tier).toBe('free')
    expect(tierStatusAt(ending, new Date(NOW.getTime() - 1)).tier).toBe('pro')
    expect(tierStatusAt(record(row({ sku: null })), NOW).tier).toBe('free')
  })

  it("has months from the organization's creation, clamped to the length of the month", () => {
    const createdAt = '2026-01-31T08:30:00.000Z'
    const at = (text: string) => cycle(record(undefined, createdAt), new Date(text))
    expect(at('2026-02-01T00:00:00Z')).toEqual([createdAt, '2026-02-28T08:30:00.000Z'])
    expect(at('2026-02-28T08:30:00Z')).toEqual(['2026-02-28T08:30:00.000Z', '2026-03-31T08:30:00.000Z'])
    expect(at('2026-04-30T08:29:59Z')).toEqual(['2026-03-31T08:30:00.000Z', '2026-04-30T08:30:00.000Z'])
  })

  it('has the paid period; a granted tier has the months of the organization', () => {
    const orgCreatedAt = '2026-01-05T00:00:00.000Z'
    expect(cycle(record(row(period), orgCreatedAt))).toEqual([period.period_start, period.period_end])
    expect(cycle(record(row({ source: 'override' }), orgCreatedAt))).toEqual([
      '2026-11-05T00:00:00.000Z',
      '2026-12-05T00:00:00.000Z',
    ])
  })

  it('starts the next cycle when the period is over, even if the renewal is reported late', () => {
    const at = new Date('2026-12-11T00:00:00Z')
    const next = { period_start: period.period_end, period_end: '2027-01-10T12:00:00.000Z' }
    expect(cycle(record(row(period)), at)).toEqual([next.period_start, next.period_end])
    expect(cycle(record(row(next)), at)).toEqual([next.period_start, next.period_end])
  })
})

describe('a failing lookup', () => {
  const log = { warn: () => undefined }
  const world = () => {
    let at = NOW.getTime()
    let isDown = false
    const lookUp = async () => {
      if (isDown) throw new Error('The table is unavailable')
      return record(row(period), '2026-01-05T00:00:00.000Z')
    }
    const tierStatusOf = tierStatuses({ lookUp, now: () => new Date(at), log })
    return {
      tierStatusOf,
      advance: (ms: number) => {
        at += ms
      },
      goDown: () => {
        isDown = true
      },
      recover: () => {
        isDown = false
      },
    }
  }

  verifies(
    'PLA-2.3-3',
    'returns the last known tier for fifteen minutes, then the free tier until a lookup succeeds',
    async () => {
      const { tierStatusOf, advance, goDown, recover } = world()
      expect((await tierStatusOf('o')).tier).toBe('pro')
      goDown()
      advance(15 * 60_000 - 1)
      expect((await tierStatusOf('o')).tier).toBe('pro')
      advance(1)
      const { tier, cycle: free } = await tierStatusOf('o')
      expect([tier, free.start.toISOString()]).toEqual(['free', '2026-11-05T00:00:00.000Z'])
      recover()
      expect((await tierStatusOf('o')).tier).toBe('pro')
    },
  )

  it('returns the free tier for an organization that was never looked up', async () => {
    const { tierStatusOf, goDown } = world()
    goDown()
    expect((await tierStatusOf('o')).tier).toBe('free')
  })
})
