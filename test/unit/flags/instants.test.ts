import { checkFlag, checkSegment } from '@signet/flags'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import * as z from 'zod'
import { isInstant } from '../../../layers/flags/src/problem-list.ts'

const rfc3339 = z.iso.datetime({ offset: true })

const INVALID_INSTANTS = [
  '2026-02-30T00:00:00Z',
  '2025-02-29T00:00:00Z',
  '2026-04-31T00:00:00Z',
  '2026-13-01T00:00:00Z',
  '2026-12-24',
  '2026-12-24T18:00Z',
  '2026-12-24T18:00:00',
  '2026-12-24 18:00:00Z',
  '2026-12-24T24:00:00Z',
  '2026-12-24T23:59:60Z',
  '2026-12-24T18:00:00+0200',
  '2026-12-24T18:00:00+24:00',
  '24 Dec 2026',
  '',
  1_798_135_200_000,
]

describe('instants of RFC 3339', () => {
  it.each(INVALID_INSTANTS)('refuses %j with field and rule in every field', (text) => {
    const flag = (parts: object) => checkFlag({ key: 'f', type: 'boolean', enabled: true, ...parts })
    const when = { attribute: 'currentTime', operator: 'after', value: text }
    const window = { attribute: 'currentTime', operator: 'between', value: { from: '2020-01-01T00:00:00Z', to: text } }
    const rule = expect.stringContaining('an instant as in 2026-12-24T18:00:00Z')
    expect(flag({ schedule: [{ at: text, set: {} }] })).toEqual([{ field: 'schedule.0.at', message: rule }])
    expect(flag({ rules: [{ ...when, result: true }] })).toEqual([{ field: 'rules.0.value', message: rule }])
    expect(flag({ rules: [{ ...window, result: true }] })).toMatchObject([{ field: 'rules.0.value' }])
    expect(checkSegment({ key: 's', when })).toEqual([{ field: 'when.value', message: rule }])
  })

  it.each([
    '2026-12-24T18:00:00Z',
    '2024-02-29T23:59:59.123456789Z',
    '2026-12-24T18:00:00-00:00',
    '2026-12-24T18:00:00+23:59',
  ])('accepts %s', (text) => {
    expect(checkFlag({ key: 'f', type: 'boolean', enabled: true, schedule: [{ at: text, set: {} }] })).toEqual([])
  })

  it('agrees with the contract’s date-time for any text', () => {
    const twoDigits = (max: number) => fc.integer({ min: 0, max }).map((n) => `${n}`.padStart(2, '0'))
    const text = fc
      .tuple(
        fc.constantFrom('0000', '1900', '2000', '2024', '2026', '9999'),
        twoDigits(13),
        twoDigits(32),
        twoDigits(25),
        twoDigits(61),
        twoDigits(61),
        fc.constantFrom('', '.5', '.123456789', '.'),
        fc.constantFrom('Z', '+02:00', '-00:00', '+24:00', '+23:60', 'z', ''),
      )
      .map(([y, m, d, h, min, s, fraction, offset]) => `${y}-${m}-${d}T${h}:${min}:${s}${fraction}${offset}`)
    fc.assert(
      fc.property(fc.oneof(text, fc.string()), (text) => {
        expect(isInstant(text)).toBe(rfc3339.safeParse(text).success)
      }),
      { numRuns: 3000 },
    )
  })
})
