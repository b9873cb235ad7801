import { KINDS } from '@signet/receipts'
import { describe, expect, it } from 'vitest'
import { hashIn } from '../../../console/receipt-check/hash-in.ts'
import { startOfDay } from '../../../console/receipts/day-filter.ts'
import { kindWords, LISTED_KINDS, whyNotWithdrawn } from '../../../console/receipts/receipt-words.ts'
import { subjectLink } from '../../../console/receipts/subject-link.ts'

const HASH = 'a1'.repeat(32)

describe('kinds of receipts', () => {
  it('have words, all of them, and one of a later version is shown as it is', () => {
    expect([...LISTED_KINDS].sort()).toEqual([...KINDS].sort())
    expect([kindWords('image'), kindWords('later.kind')]).toEqual(['Image', 'later.kind'])
  })

  it('can be withdrawn unless they say what has happened, or were withdrawn already', () => {
    expect(whyNotWithdrawn({ kind: 'image', state: 'active' })).toBeUndefined()
    expect(whyNotWithdrawn({ kind: 'image', state: 'superseded' })).toBe('It is superseded already')
    expect(whyNotWithdrawn({ kind: 'key.event', state: 'active' })).toMatch(/nobody takes back/)
  })
})

describe('what a receipt is about', () => {
  it.each([
    ['image', 'job-1', '/images/job-1'],
    ['archive.import', 'up-1', '/archive'],
    ['flags.audit', 'production/7', '/flags/audit?environment=production'],
    ['ledger.statement', '2026-11', '/billing'],
    ['receipt.withdraw', HASH, `/receipts/${HASH}`],
    ['agent.run', 'org-1', `/consultations/${HASH}`],
    ['agent.run', 'a project of a key', undefined],
    ['flow', 'org-1', `/flows/${HASH}`],
    ['flow', 'e'.repeat(64), `/flows/${'e'.repeat(64)}`],
    ['flow', 'a project of a key', undefined],
    ['key.event', 'kid', undefined],
    ['later.kind', 'x', undefined],
  ])('of the kind %s is %s at %s', (kind, ref, href) => {
    expect(subjectLink({ kind, ref, hash: HASH }, 'org-1')?.href).toBe(href)
  })

  it('is unknown where its owner has no words for it', () => {
    expect(subjectLink({ kind: 'image', ref: null, hash: HASH }, 'org-1')).toBeUndefined()
  })
})

describe('a hash in what somebody typed', () => {
  const here = ['https://console.example']
  it.each([
    HASH,
    `  ${HASH.toUpperCase()} `,
    `https://console.example/verify/${HASH}`,
    `https://console.example/verify/${HASH}.sigstore.json?x=1`,
    `https://console.example/receipts/${HASH}#top`,
  ])('is found in %s', (typed) => {
    expect(hashIn(typed, here)).toBe(HASH)
  })

  it('is not looked for elsewhere', () => {
    expect(() => hashIn(`https://other.example/verify/${HASH}`, here)).toThrow('https://other.example')
    expect(() => hashIn('nonsense', here)).toThrow('neither a hash')
    expect(() => hashIn(`${HASH}0`, here)).toThrow('neither a hash')
  })
})

describe('days of a filter', () => {
  it('begin at midnight where the person is', () => {
    expect(startOfDay('2026-11-26')).toBe(new Date(2026, 10, 26).toISOString())
    expect(startOfDay('2026-12-31', 1)).toBe(new Date(2027, 0, 1).toISOString())
    expect([startOfDay(''), startOfDay('26.11.2026')]).toEqual([undefined, undefined])
  })
})
