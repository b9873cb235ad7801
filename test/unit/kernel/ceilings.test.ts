import { ceilingOf, ceilingsIn, SPEND_CATEGORIES, SPEND_CATEGORY_NAMES } from '@signet/kernel/ceilings'
import { describe, expect, it } from 'vitest'

describe('ceilings of the configuration', () => {
  it('amounts are parsed by name, in display units', () => {
    const ceilings = ceilingsIn('provider-a=50, mail=1000\nstorage=0.5')
    expect(ceilings).toEqual({ 'provider-a': 50, mail: 1000, storage: 0.5 })
    expect(ceilingOf('provider-a', ceilings)).toBe(50_000_000)
    expect(ceilingOf('storage', ceilings)).toBe(500_000_000)
  })

  it.each(['', 'none'])('"%s" gives the defaults', (text) => {
    expect(ceilingsIn(text)).toEqual({})
    expect(SPEND_CATEGORY_NAMES.map((category) => ceilingOf(category, {}))).toEqual(
      SPEND_CATEGORY_NAMES.map((category) => SPEND_CATEGORIES[category].daily * SPEND_CATEGORIES[category].scale),
    )
  })

  it.each([
    ['openai=50', /"openai" has no ceiling. Use one of edge-hosted, provider-a, provider-b, /],
    ['mail', /"mail" is not a ceiling. Write <name>=<amount>/],
    ['mail=1=2', /"mail=1=2" is not a ceiling/],
    ['mail=1,mail=2', /mail occurs twice/],
    ['mail=-1', /The ceiling of mail must be a whole number of messages, 0 or more \(got "-1"\)/],
    ['mail=1.5', /The ceiling of mail must be a whole number of messages/],
    ['provider-a=1.2345678', /must be a number with at most six decimals of US dollars/],
    ['storage=99999999999', /The ceiling of storage must be/],
  ])('an invalid entry is rejected: %s', (text, message) => {
    expect(() => ceilingsIn(text)).toThrow(message)
  })
})
