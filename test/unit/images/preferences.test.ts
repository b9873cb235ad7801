import { preferencesOf } from '@signet/kernel'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { decideWait } from '../../../lambdas/images/api/routes.ts'

describe('a Prefer header', () => {
  it.each([
    ['wait=10', { wait: 10, respondAsync: false }],
    ['wait=1', { wait: 1, respondAsync: false }],
    ['wait=25', { wait: 25, respondAsync: false }],
    ['wait=26', { wait: 25, respondAsync: false }],
    ['wait=999999999', { wait: 25, respondAsync: false }],
    ['wait="10"', { wait: 10, respondAsync: false }],
    ['WAIT = 10', { wait: 10, respondAsync: false }],
    ['respond-async', { respondAsync: true }],
    ['respond-async, wait=10', { wait: 10, respondAsync: true }],
    ['return=minimal; foo="a", wait=5; bar, handling=lenient', { wait: 5, respondAsync: false }],
    ['foo="x, respond-async, y"', { respondAsync: false }],
    ['foo="a\\", wait=3, \\"", wait=4', { wait: 4, respondAsync: false }],
    ['foo="open, wait=4', { wait: 4, respondAsync: false }],
    // The first of several counts (RFC 7240 2).
    ['wait=3, wait=9', { wait: 3, respondAsync: false }],
  ])('%s is parsed', (header, expected) => expect(preferencesOf(header)).toEqual(expected))

  it.each([
    undefined,
    '',
    ',',
    'wait',
    'wait=',
    'wait=0',
    'wait=-1',
    'wait=1.5',
    'wait=1e1',
    'wait=ten',
    'wait=9999999999',
    'wait 10',
    '=10',
    'respond-async=no',
    '"wait=10"',
    '\u0000wait=10',
    'wait="10',
  ])('%j has no effect', (header) => expect(preferencesOf(header)).toEqual({ respondAsync: false }))
})

const piece = fc.oneof(
  fc.constantFrom('wait', 'respond-async', '=', ',', ';', '"', ' ', '\t', '10', '99', '-', '\\'),
  fc.string({ maxLength: 4 }),
)

describe('arbitrary text as a Prefer header', () => {
  it('never fails and never holds a request longer than 25 seconds', () => {
    const anyHeader = fc.array(piece, { maxLength: 12 }).map((pieces) => pieces.join(''))
    fc.assert(
      fc.property(anyHeader, (header) => {
        const { wait } = preferencesOf(header)
        expect(wait === undefined || (Number.isInteger(wait) && wait >= 1 && wait <= 25)).toBe(true)
      }),
      { numRuns: 2_000 },
    )
  })

  it('does not hide the preferences before it', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 25 }), piece, (wait, rest) => {
        expect(preferencesOf(`wait=${wait}, ${rest}`).wait).toBe(wait)
      }),
    )
  })
})

describe('the time that a request waits', () => {
  interface WaitOptions {
    /** The field `sync` of the body. */
    readonly sync?: boolean
    /** Whether the tier waits by default. */
    readonly byDefault?: boolean
  }
  const waitOf = (header: string | undefined, { sync, byDefault = true }: WaitOptions = {}) => {
    const { seconds, applied } = decideWait(preferencesOf(header), { sync, byDefault })
    return [seconds, applied]
  }

  it('equals the default without a preference', () => {
    expect(waitOf(undefined)).toEqual([25, undefined])
    expect(waitOf(undefined, { byDefault: false })).toEqual([0, undefined])
  })

  it('follows the preference, whatever the default', () => {
    for (const byDefault of [true, false]) {
      expect(waitOf('wait=5', { byDefault })).toEqual([5, 'wait=5'])
      expect(waitOf('wait=60', { byDefault })).toEqual([25, 'wait=25'])
      expect(waitOf('respond-async', { byDefault })).toEqual([0, 'respond-async'])
      expect(waitOf('respond-async, wait=7', { byDefault })).toEqual([7, 'respond-async, wait=7'])
    }
  })

  it('follows sync in the body when that contradicts, and then the preference is not applied', () => {
    expect(waitOf('wait=5', { sync: false })).toEqual([0, undefined])
    expect(waitOf('respond-async', { sync: true, byDefault: false })).toEqual([25, undefined])
    expect(waitOf('wait=5', { sync: true, byDefault: false })).toEqual([25, undefined])
    expect(waitOf('respond-async, wait=1', { sync: true })).toEqual([25, undefined])
    expect(waitOf('respond-async, wait=5', { sync: false })).toEqual([0, 'respond-async'])
  })
})
