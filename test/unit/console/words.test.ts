import { describe, expect, it } from 'vitest'
import { browserWords } from '../../../console/account/browser-words.ts'
import { bucketWords, entryChange, entryWords } from '../../../console/billing/bucket-words.ts'
import { priceWords, refusalOf } from '../../../console/images/quote-words.ts'
import { scopeSummary, scopeWords } from '../../../console/keys/scope-words.ts'

describe('browserWords', () => {
  it.each([
    [
      'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0 Safari/537.36',
      'Chrome on Linux',
    ],
    [
      'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0 Safari/537.36 Edg/140.0',
      'Edge on Windows',
    ],
    [
      'Mozilla/5.0 (Macintosh; Intel Mac OS X 14_5) AppleWebKit/605.1 (KHTML, like Gecko) Version/18.0 Safari/605.1',
      'Safari on macOS',
    ],
    [
      'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1 CriOS/140.0 Mobile Safari/604.1',
      'Chrome on iPhone',
    ],
    ['Mozilla/5.0 (Android 15; Mobile; rv:140.0) Gecko/140.0 Firefox/140.0', 'Firefox on Android'],
    ['curl/8.9.1', 'curl'],
    ['something', 'Unknown client'],
    [null, 'Unknown browser'],
  ])('names %s', (agent, words) => {
    expect(browserWords(agent)).toBe(words)
  })
})

describe('scope texts', () => {
  it('describe a scope, and show an unknown one as it is', () => {
    expect(scopeWords('flags:read')).toBe('Read and evaluate feature flags')
    expect(scopeWords('new:scope')).toBe('new:scope')
  })

  it('always name scopes that control money or members', () => {
    expect(scopeSummary(['flags:read', 'usage:read'])).toBe('Read and evaluate feature flags; See usage and quotas')
    const many = ['flags:read', 'flags:write', 'usage:read', 'billing:write', 'members:write']
    expect(scopeSummary(many)).toBe(
      '5 scopes: flags, usage, billing, members. Buy with the saved card, change and end plans; Invite and remove members, change roles',
    )
  })
})

describe('statement', () => {
  const line = (from: string, to: string, credits: number) => ({ from, to, credits })

  it('adds credits into buckets and subtracts credits out of them', () => {
    expect(entryChange({ lines: [line('issued', 'subscription', 1_000)] })).toBe(1_000)
    expect(entryChange({ lines: [line('welcome', 'consumed', 3), line('subscription', 'consumed', 7)] })).toBe(-10)
    expect(entryChange({ lines: [line('subscription', 'grace', 40)] })).toBe(0)
  })

  it('names each entry type, and shows an unknown one as it is', () => {
    expect([entryWords('capture'), entryWords('release'), entryWords('other')]).toEqual([
      'Image generated',
      'Returned: the image was not generated',
      'other',
    ])
    expect(bucketWords('purchased')).toBe('Purchased')
  })
})

describe('quote texts', () => {
  const passedChecks = {
    plan: 'passed',
    community: 'passed',
    balance: 'passed',
    spending: 'passed',
    provider: 'passed',
  } as const

  it('show the price and the remaining credits', () => {
    expect(priceWords({ price: 1, balance_after: 1_046 })).toBe('1 credit (1,046 left)')
    expect(priceWords({ price: 10, balance_after: null })).toBe('10 credits')
  })

  it('name the first failed check', () => {
    expect(refusalOf({ gates: passedChecks })).toBeUndefined()
    expect(refusalOf({ gates: { ...passedChecks, plan: 'plan_required', balance: 'insufficient_credits' } })).toMatch(
      /paid plan/,
    )
    expect(refusalOf({ gates: { ...passedChecks, balance: 'insufficient_credits' } })).toMatch(/credits/)
    expect(refusalOf({ gates: { ...passedChecks, spending: 'key_budget_exhausted' } })).toMatch(/budget/)
    expect(refusalOf({ gates: { ...passedChecks, provider: 'unavailable' } })).toMatch(/provider/)
  })
})
