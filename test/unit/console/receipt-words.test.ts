import { KINDS } from '@signet/receipts'
import { kindLabel, LABELED_KINDS } from '@signet/receipts/kind-labels'
import { describe, expect, it } from 'vitest'
import { hashIn } from '../../../console/receipt-check/hash-in.ts'
import { startOfDay } from '../../../console/receipts/day-filter.ts'
import { whyNotWithdrawn } from '../../../console/receipts/receipt-words.ts'
import { subjectLink } from '../../../console/receipts/subject-link.ts'

const HASH = 'a1'.repeat(32)

describe('receipt kinds', () => {
  it('all have names, and an unknown kind is shown as it is', () => {
    expect([...LABELED_KINDS].sort()).toEqual([...KINDS].sort())
    expect([kindLabel('image'), kindLabel('later.kind')]).toEqual(['Image', 'later.kind'])
  })

  it('can be withdrawn unless they record an event or are withdrawn already', () => {
    expect(whyNotWithdrawn({ kind: 'image', state: 'active' })).toBeUndefined()
    expect(whyNotWithdrawn({ kind: 'image', state: 'superseded' })).toBe('The receipt is already superseded')
    expect(whyNotWithdrawn({ kind: 'key.event', state: 'active' })).toMatch(/cannot be withdrawn/)
  })
})

describe('subjectLink', () => {
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
  ])('links the kind %s with %s to %s', (kind, ref, href) => {
    expect(subjectLink({ kind, ref, hash: HASH }, 'org-1')?.href).toBe(href)
  })

  it('the link is undefined for an unknown reference', () => {
    expect(subjectLink({ kind: 'image', ref: null, hash: HASH }, 'org-1')).toBeUndefined()
  })
})

describe('hashIn', () => {
  const ownOrigins = ['https://console.example']
  it.each([
    HASH,
    `  ${HASH.toUpperCase()} `,
    `https://console.example/verify/${HASH}`,
    `https://console.example/verify/${HASH}.sigstore.json?x=1`,
    `https://console.example/receipts/${HASH}#top`,
  ])('finds the hash in %s', (typed) => {
    expect(hashIn(typed, ownOrigins)).toBe(HASH)
  })

  it('rejects URLs of other origins', () => {
    expect(() => hashIn(`https://other.example/verify/${HASH}`, ownOrigins)).toThrow('https://other.example')
    expect(() => hashIn('nonsense', ownOrigins)).toThrow('hash of 64 hexadecimal digits')
    expect(() => hashIn(`${HASH}0`, ownOrigins)).toThrow('hash of 64 hexadecimal digits')
  })
})

describe('day filter', () => {
  it('starts at local midnight', () => {
    expect(startOfDay('2026-11-26')).toBe(new Date(2026, 10, 26).toISOString())
    expect(startOfDay('2026-12-31', 1)).toBe(new Date(2027, 0, 1).toISOString())
    expect([startOfDay(''), startOfDay('26.11.2026')]).toEqual([undefined, undefined])
  })
})
