import { createHash } from 'node:crypto'
import { DigestInputError, jsonSha256, sha256, sha256Hex } from '@signet/receipts/digest'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'

describe('SHA-256', () => {
  // FIPS 180-4: examples of one block, two blocks and a million characters.
  it.each([
    ['', 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855'],
    ['abc', 'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad'],
    [
      'abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq',
      '248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1',
    ],
    ['a'.repeat(1_000_000), 'cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0'],
  ])('matches FIPS 180-4 for %.20s', (text, digest) => {
    expect(sha256Hex(text)).toBe(digest)
  })

  it('matches Node for any bytes', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 300 }), (bytes) => {
        expect(sha256Hex(bytes)).toBe(createHash('sha256').update(bytes).digest('hex'))
        expect(sha256(bytes)).toHaveLength(32)
      }),
    )
  })

  it('hashes the UTF-8 bytes of a string', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (text) => {
        expect(sha256Hex(text)).toBe(sha256Hex(Buffer.from(text)))
      }),
    )
  })

  it('throws for a string with a lone surrogate, which UTF-8 cannot encode', () => {
    expect(() => sha256('a\ud800')).toThrow(DigestInputError)
  })

  it('matches sha256sum for the canonical text of JSON', () => {
    // printf '{"a":[1,true],"b":"\u20ac"}' | sha256sum
    expect(jsonSha256({ b: '€', a: [1, true] })).toBe(
      '5ea0b321dea3f71f17c312b66209fd492c0b2e8ffaefcfe0d36904f2af38cc0f',
    )
  })
})
