import { claimEntries, claimName, claimValue } from '@signet/receipts/claim-words'
import { describe, expect, it } from 'vitest'

describe('claims in words', () => {
  it('names are words', () => {
    expect([claimName('asOf'), claimName('log_retention'), claimName('mfa')]).toEqual(['As of', 'Log retention', 'Mfa'])
  })

  it('values contain no JSON syntax', () => {
    expect([true, null, 365, [], ['a', 'b']].map(claimValue)).toEqual(['yes', 'none', '365', 'none', 'a, b'])
    expect(claimValue({ critical: 0, openSince: '2026-11-01' })).toBe('Critical: 0, Open since: 2026-11-01')
    expect(claimValue([{ name: 'A' }, { name: 'B', isPublic: false }])).toBe('Name: A; Name: B, Is public: no')
  })

  it('claims that are not an object have no entries', () => {
    expect([null, 'text', ['a']].map(claimEntries)).toEqual([undefined, undefined, undefined])
    expect(claimEntries({ asOf: '2026-11-01' })).toEqual([['As of', '2026-11-01']])
  })
})
