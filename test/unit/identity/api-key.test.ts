import { apiKeyDigest, apiKeyDisplayPrefix } from '@signet/identity'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { isWellFormedApiKey, mintApiKey } from '../../../layers/identity/src/api-key.ts'

const PREFIX = 'gen_'
const BASE62 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
const anyKey = fc.constant(null).map(() => mintApiKey(PREFIX))

describe('API keys', () => {
  it('have a prefix, thirty random characters and a checksum of six', () => {
    fc.assert(
      fc.property(anyKey, (key) => {
        expect(key).toMatch(/^gen_[0-9A-Za-z]{36}$/)
      }),
    )
  })

  it('match their own prefix only', () => {
    fc.assert(
      fc.property(anyKey, (key) => {
        expect(isWellFormedApiKey(PREFIX, key)).toBe(true)
        expect(isWellFormedApiKey('plat_', key)).toBe(false)
      }),
    )
  })

  it('with one changed character are detected, at any position', () => {
    const change = fc.record({ at: fc.nat(35), to: fc.constantFrom(...BASE62) })
    fc.assert(
      fc.property(anyKey, change, (key, { at, to }) => {
        const position = PREFIX.length + at
        fc.pre(key[position] !== to)
        expect(isWellFormedApiKey(PREFIX, key.slice(0, position) + to + key.slice(position + 1))).toBe(false)
      }),
      { numRuns: 500 },
    )
  })

  it('with two swapped neighboring characters are detected', () => {
    fc.assert(
      fc.property(anyKey, fc.nat(34), (key, offset) => {
        const i = PREFIX.length + offset
        fc.pre(key[i] !== key[i + 1])
        const swapped = key.slice(0, i) + key[i + 1] + key[i] + key.slice(i + 2)
        expect(isWellFormedApiKey(PREFIX, swapped)).toBe(false)
      }),
    )
  })

  it('do not match random texts', () => {
    fc.assert(
      fc.property(fc.string(), (text) => {
        expect(isWellFormedApiKey(PREFIX, PREFIX + text)).toBe(false)
      }),
    )
  })

  it('have a checksum that never changes', () => {
    expect(mintApiKey(PREFIX, () => 'A'.repeat(30))).toBe(`gen_${'A'.repeat(30)}1hsyCq`)
  })

  it('use every character of the alphabet equally often', () => {
    const counts = new Map<string, number>()
    const keyCount = 2000
    for (let i = 0; i < keyCount; i++) {
      for (const character of mintApiKey('').slice(0, 30)) counts.set(character, (counts.get(character) ?? 0) + 1)
    }
    const expected = (keyCount * 30) / 62
    expect(counts.size).toBe(62)
    // Six standard deviations: fails by chance once in a hundred million runs.
    for (const count of counts.values()) expect(Math.abs(count - expected)).toBeLessThan(6 * Math.sqrt(expected))
  })

  it('have a stored digest that depends on pepper and key', () => {
    const key = mintApiKey(PREFIX)
    expect(apiKeyDigest('a', key)).toMatch(/^[0-9a-f]{64}$/)
    expect(apiKeyDigest('a', key)).not.toBe(apiKeyDigest('b', key))
    expect(apiKeyDigest('a', key)).not.toBe(apiKeyDigest('a', mintApiKey(PREFIX)))
  })

  it('show six characters in lists, and nothing else', () => {
    const key = mintApiKey(PREFIX)
    expect(apiKeyDisplayPrefix(PREFIX, key)).toBe(key.slice(0, 10))
  })
})
