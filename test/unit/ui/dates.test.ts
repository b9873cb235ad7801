import { dayText, timeText } from '@signet/ui/dates'
import { describe, expect, it } from 'vitest'

describe('dates for readers', () => {
  it.each([
    ['2026-11-30', '30 November 2026'],
    ['2026-01-05T16:20:59.123Z', '5 January 2026'],
    ['2026-13-01', '2026-13-01'],
    ['unknown', 'unknown'],
    ['', ''],
  ])('dayText formats %j as %j', (iso, text) => {
    expect(dayText(iso)).toBe(text)
  })

  it.each([
    ['2026-11-30T16:20:59.123Z', '30 November 2026, 16:20 UTC'],
    ['2026-11-30T00:00:00Z', '30 November 2026, 00:00 UTC'],
    ['2026-11-30T16:20:59+01:00', '2026-11-30T16:20:59+01:00'],
    ['2026-11-30', '2026-11-30'],
  ])('timeText formats %j as %j', (iso, text) => {
    expect(timeText(iso)).toBe(text)
  })
})
