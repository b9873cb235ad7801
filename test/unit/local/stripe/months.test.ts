import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { monthsAfter, periodEnd } from '../../../../lib/local/stripe/months.ts'
import { scaled } from '../../../support/scale.ts'

const seconds = (time: string): number => Date.parse(time) / 1000
const text = (at: number): string => new Date(at * 1000).toISOString()

describe('months', () => {
  it.each([
    ['2026-01-31T10:00:00Z', 1, '2026-02-28T10:00:00.000Z'],
    ['2028-01-31T10:00:00Z', 1, '2028-02-29T10:00:00.000Z'],
    ['2028-02-29T23:59:59Z', 12, '2029-02-28T23:59:59.000Z'],
    ['2026-12-31T00:00:00Z', 2, '2027-02-28T00:00:00.000Z'],
    ['2026-10-30T12:00:00Z', 0, '2026-10-30T12:00:00.000Z'],
  ])('%s plus %i months', (anchor, months, end) => {
    expect(text(monthsAfter(seconds(anchor), months))).toBe(end)
  })

  it("consecutive periods have no gap and end on the anchor's day or the last day of the month", () => {
    const anchors = fc.integer({ min: seconds('2020-01-01T00:00:00Z'), max: seconds('2040-01-01T00:00:00Z') })
    fc.assert(
      fc.property(anchors, (anchor) => {
        const day = new Date(anchor * 1000).getUTCDate()
        for (let month = 0, start = anchor; month < 30; month++) {
          const end = periodEnd(anchor, start)
          const at = new Date(end * 1000)
          const last = new Date(Date.UTC(at.getUTCFullYear(), at.getUTCMonth() + 1, 0)).getUTCDate()
          expect(at.getUTCDate()).toBe(Math.min(day, last))
          expect(end % 86_400).toBe(anchor % 86_400)
          expect(end - start).toBeGreaterThanOrEqual(28 * 86_400)
          expect(end - start).toBeLessThanOrEqual(31 * 86_400)
          start = end
        }
      }),
      { numRuns: scaled(100, 2_000) },
    )
  })
})
