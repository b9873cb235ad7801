import { calendarMonthAt } from '@signet/ledger'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { cycleAt, monthsAfter } from '../../../layers/ledger/src/billing-cycle.ts'

const at = (text: string) => new Date(text)

describe('a billing month', () => {
  it('keeps the day of its anchor and clamps it to shorter months', () => {
    const anchor = at('2026-01-31T10:30:00.000Z')
    const months = [0, 1, 2, 3, 12, 25].map((n) => monthsAfter(anchor, n).toISOString())
    expect(months).toEqual([
      '2026-01-31T10:30:00.000Z',
      '2026-02-28T10:30:00.000Z',
      '2026-03-31T10:30:00.000Z',
      '2026-04-30T10:30:00.000Z',
      '2027-01-31T10:30:00.000Z',
      '2028-02-29T10:30:00.000Z',
    ])
  })

  it('begins at the anchor to the millisecond, and ends where the next begins', () => {
    const anchor = at('2026-01-31T10:30:00.000Z')
    expect(cycleAt(anchor, at('2026-02-28T10:29:59.999Z')).end).toEqual(at('2026-02-28T10:30:00.000Z'))
    expect(cycleAt(anchor, at('2026-02-28T10:30:00.000Z')).start).toEqual(at('2026-02-28T10:30:00.000Z'))
  })

  it('contains its instant, is followed by the next without a gap, and starts on the anchor day or the last of a month', () => {
    const moment = fc.date({ min: at('2020-01-01T00:00:00Z'), max: at('2040-01-01T00:00:00Z'), noInvalidDate: true })
    fc.assert(
      fc.property(moment, moment, (anchor, later) => {
        const { start, end } = cycleAt(anchor, later)
        expect(start <= later && later < end).toBe(true)
        expect(cycleAt(anchor, end).start).toEqual(end)
        const tomorrow = new Date(start.getTime() + 86_400_000)
        expect(start.getUTCDate() === anchor.getUTCDate() || tomorrow.getUTCDate() === 1).toBe(true)
      }),
      { numRuns: 2000 },
    )
  })

  it('equals the UTC calendar month for callers without an account', () => {
    expect(calendarMonthAt(at('2026-12-31T23:59:59.999Z'))).toEqual({
      start: at('2026-12-01T00:00:00Z'),
      end: at('2027-01-01T00:00:00Z'),
    })
  })
})
