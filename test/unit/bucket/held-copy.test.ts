import { byteRange, isCurrent, rangeMatchesCopy } from '@signet/kernel/bucket'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'

const storedState = { etag: '"a1b2"', lastModified: new Date('2026-11-20T12:00:00.000Z') }
const MODIFIED_AT = 'Fri, 20 Nov 2026 12:00:00 GMT'
const SECOND_EARLIER = 'Fri, 20 Nov 2026 11:59:59 GMT'
const SECOND_LATER = 'Fri, 20 Nov 2026 12:00:01 GMT'

describe('the copy of a client', () => {
  it.each([
    ['"a1b2"', true],
    ['W/"a1b2"', true],
    ['"x", "a1b2"', true],
    ['"x",W/"a1b2" , "y"', true],
    ['"with, comma", "a1b2"', true],
    ['*', true],
    [' * ', true],
    ['"x"', false],
    ['a1b2', false],
    ['"a1b2', false],
    ['""', false],
    ['', false],
  ])('counts as current for If-None-Match %j: %s', (ifNoneMatch, expected) => {
    expect(isCurrent({ ifNoneMatch }, storedState)).toBe(expected)
  })

  it.each([
    [MODIFIED_AT, true],
    [SECOND_LATER, true],
    [SECOND_EARLIER, false],
    ['Friday, 20-Nov-26 12:00:00 GMT', true],
    ['Fri Nov 20 12:00:00 2026', true],
    ['Fri Nov 20 11:59:59 2026', false],
    ['2026-11-21', false],
    ['1900000000000', false],
    ['tomorrow', false],
  ])('counts as current for If-Modified-Since %j: %s', (ifModifiedSince, expected) => {
    expect(isCurrent({ ifModifiedSince }, storedState)).toBe(expected)
  })

  it('depends on ETags alone if both headers are sent', () => {
    expect(isCurrent({ ifNoneMatch: '"x"', ifModifiedSince: SECOND_LATER }, storedState)).toBe(false)
    expect(isCurrent({ ifNoneMatch: '"a1b2"', ifModifiedSince: SECOND_EARLIER }, storedState)).toBe(true)
  })

  it('compares to the second, because HTTP dates have no fraction', () => {
    const precise = { ...storedState, lastModified: new Date('2026-11-20T12:00:00.900Z') }
    expect(isCurrent({ ifModifiedSince: MODIFIED_AT }, precise)).toBe(true)
    expect(rangeMatchesCopy(MODIFIED_AT, precise)).toBe(true)
  })

  it('never counts as current if the store has no ETag and no date', () => {
    expect(isCurrent({ ifNoneMatch: '"a1b2"' }, { etag: undefined, lastModified: undefined })).toBe(false)
    expect(isCurrent({ ifModifiedSince: SECOND_LATER }, { etag: undefined, lastModified: undefined })).toBe(false)
  })
})

describe('the copy of a client for a range request', () => {
  it.each([
    ['"a1b2"', true],
    [MODIFIED_AT, true],
    ['W/"a1b2"', false],
    ['"x"', false],
    [SECOND_EARLIER, false],
    [SECOND_LATER, false],
    ['', false],
  ])('matches If-Range %j: %s', (ifRange, expected) => {
    expect(rangeMatchesCopy(ifRange, storedState)).toBe(expected)
  })
})

describe('a requested range', () => {
  it.each([
    ['bytes=0-0', 'bytes=0-0'],
    ['bytes=5-', 'bytes=5-'],
    ['bytes=-5', 'bytes=-5'],
    ['BYTES=007-09', 'bytes=7-9'],
    ['bytes= 1-2 ', 'bytes=1-2'],
    ['bytes=0-999999999999', 'bytes=0-999999999999'],
    ['bytes=2-1', undefined],
    ['bytes=-', undefined],
    ['bytes=', undefined],
    ['bytes=0-1,5-6', undefined],
    ['lines=0-1', undefined],
    ['bytes=a-b', undefined],
    ['bytes=0-1; x', undefined],
    [undefined, undefined],
  ])('has the bounds of %j: %s', (range, expected) => {
    expect(byteRange(range)).toBe(expected)
  })

  it('always results in a range that S3 accepts', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.stringMatching(/^bytes=[-0-9 ,]{0,40}$/)), (text) => {
        expect(byteRange(text) ?? 'bytes=0-').toMatch(/^bytes=(?:\d+-\d*|-\d+)$/)
      }),
    )
  })
})
