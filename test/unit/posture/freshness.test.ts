import { FRESHNESS_RULES, freshness } from '@signet/posture'
import { dayText } from '@signet/ui/dates'
import { describe, expect, it } from 'vitest'

const TODAY = '2026-11-27'
const daysAgo = (days: number): string => new Date(Date.parse(TODAY) - days * 86_400_000).toISOString().slice(0, 10)
const freshnessOf = (issued: number, certifications = {}, expiresIn?: number) =>
  freshness(
    { issuedOn: daysAgo(issued), certifications, ...(expiresIn !== undefined && { expiresOn: daysAgo(-expiresIn) }) },
    TODAY,
  )

describe('freshness', () => {
  it.each([
    ...[0, 1, 335].map((days) => [days, 'fresh'] as const),
    ...[336, 365].map((days) => [days, 'amber'] as const),
    ...[366, 2_000].map((days) => [days, 'red'] as const),
  ])('an intake %i days old is %s', (days, state) => {
    const { reasons, ...stateOnly } = freshnessOf(days)
    expect(stateOnly).toEqual({ state })
    const since = { amber: daysAgo(days - 336), red: daysAgo(days - 366), fresh: '' }[state]
    const message = `Last evaluated on ${dayText(daysAgo(days))}`
    expect(reasons).toEqual(state === 'fresh' ? [] : [{ rule: 'intake-age', state, message, since }])
  })

  it('a claimed certification ages from its last audit', () => {
    for (const status of ['type-i', 'type-ii', 'certified', 'completed']) {
      const soc2 = (days: number) => freshnessOf(0, { soc2: { status, lastAudit: daysAgo(days) } })
      expect([soc2(335).state, soc2(336).state, soc2(365).state, soc2(366).state]).toEqual([
        ...['fresh', 'amber', 'amber', 'red'],
      ])
    }
    for (const status of ['none', 'in-progress', 'scheduled']) {
      expect(freshnessOf(0, { soc2: { status, lastAudit: daysAgo(900) }, iso27001: { status } })).toEqual({
        state: 'fresh',
        reasons: [],
      })
    }
  })

  it('a certification claimed without a date is amber from the day of the verdict', () => {
    const { state, reasons } = freshnessOf(10, { soc2: { status: 'type-ii' }, penTest: { status: 'scheduled' } })
    const message = 'SOC 2: no audit date given'
    expect([state, reasons]).toEqual([
      'amber',
      [{ rule: 'audit-undated', state: 'amber', message, since: daysAgo(10) }],
    ])
  })

  it('lists one reason per stale subject, worst first', () => {
    const { state, reasons } = freshnessOf(340, {
      soc2: { status: 'type-ii', lastAudit: daysAgo(340) },
      iso27001: { status: 'certified', lastAudit: daysAgo(10) },
      penTest: { status: 'completed', lastAudit: daysAgo(400) },
    })
    expect(state).toBe('red')
    expect(reasons.map(({ rule, message, since }) => [rule, message, since])).toEqual([
      ['intake-age', `Last evaluated on ${dayText(daysAgo(340))}`, daysAgo(4)],
      ['audit-age', `Last SOC 2 audit: ${dayText(daysAgo(340))}`, daysAgo(4)],
      ['audit-age', `Last penetration test: ${dayText(daysAgo(400))}`, daysAgo(34)],
    ])
  })

  it('a receipt expires with its last day, and is amber for the month before', () => {
    expect([
      freshnessOf(0, {}, 30).state,
      freshnessOf(0, {}, 29).state,
      freshnessOf(0, {}, 0).state,
      freshnessOf(0, {}, -1).state,
    ]).toEqual([...['fresh', 'amber', 'amber', 'red']])
    expect(freshnessOf(0, {}, -3).reasons).toEqual([
      {
        rule: 'receipt-expiry',
        state: 'red',
        message: `The receipt expires on ${dayText(daysAgo(3))}`,
        since: daysAgo(2),
      },
    ])
  })

  it('reports the first day of a red or amber state', () => {
    for (const issuedOn of ['2024-02-29', '2025-03-01', '2025-12-31']) {
      const farFuture = freshness({ issuedOn, certifications: {} }, '2030-01-01')
      const since = farFuture.reasons[0]?.since ?? ''
      const dayBefore = new Date(Date.parse(since) - 86_400_000).toISOString().slice(0, 10)
      expect(freshness({ issuedOn, certifications: {} }, since).state).toBe('red')
      expect(freshness({ issuedOn, certifications: {} }, dayBefore).state).toBe('amber')
    }
  })

  it('has its limits as data, and requires valid dates', () => {
    expect(FRESHNESS_RULES.intake).toEqual({ id: 'intake-age', amberAfterDays: 335, redAfterDays: 365 })
    expect(FRESHNESS_RULES.certification).toEqual({ id: 'audit-age', amberAfterDays: 335, redAfterDays: 365 })
    expect(() => freshness({ issuedOn: '2026-02-30', certifications: {} }, TODAY)).toThrow(RangeError)
    expect(() => freshness({ issuedOn: TODAY, certifications: {} }, 'today')).toThrow('today must be a valid date')
  })
})
