import {
  type Disclosure,
  discloses,
  disclosureDigest,
  disclosureSalt,
  disclosuresOf,
  disclosureText,
} from '@signet/receipts'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { bytes, sha256Of } from './examples.ts'

/** RFC 9901, sections 4.2.1, 4.2.3 and 5.2: disclosures and their digests, in base64url. */
const RFC_9901 = [
  [
    'WyJfMjZiYzRMVC1hYzZxMktJNmNCVzVlcyIsICJmYW1pbHlfbmFtZSIsICJNw7ZiaXVzIl0',
    'X9yH0Ajrdm1Oij4tWso9UzzKJvPoDxwmuEcO3XAdRC0',
  ],
  ['WyIyR0xDNDJzS1F2ZUNmR2ZyeU5STjl3IiwgImdpdmVuX25hbWUiLCAiSm9obiJd', 'jsu9yVulwQQlhFlM_3JlzMaSFzglhQG0DpfayQwLUK4'],
  ['WyJlbHVWNU9nM2dTTklJOEVZbnN4QV9BIiwgImZhbWlseV9uYW1lIiwgIkRvZSJd', 'TGf4oLbgwd5JQaHyKVQZU9UdGE0w5rtDsrZzfUaomLo'],
  [
    'WyI2SWo3dE0tYTVpVlBHYm9TNXRtdlZBIiwgImVtYWlsIiwgImpvaG5kb2VAZXhhbXBsZS5jb20iXQ',
    'JzYjH4svliH0R3PyEMfeZu6Jt69u5qehZo7F7EPYlSE',
  ],
] as const

const saltOf = (name: string): Uint8Array => disclosureSalt(bytes(32), name)
const CLAIMS = { mfa: 'universal', backups: true, staff: 40, tools: ['a', { b: 'é' }] }
const { sdRoot, disclosures } = disclosuresOf(CLAIMS, saltOf)

describe('claim disclosure', () => {
  it.each(RFC_9901)('has the digest of RFC 9901 for %.30s…', (disclosure, digest) => {
    expect(Buffer.from(disclosureDigest(disclosure)).toString('base64url')).toBe(digest)
  })

  it('contains the RFC 9901 example without white space', () => {
    const salt = Buffer.from('_26bc4LT-ac6q2KI6cBW5es', 'base64url')
    const text = Buffer.from(disclosureText(salt, 'family_name', 'Möbius'), 'base64url').toString()
    expect(text).toBe('["_26bc4LT-ac6q2KI6cBW5es","family_name","Möbius"]')
  })

  it('proves its own claim under the common root', () => {
    const disclosedClaims = disclosures.map((each) => discloses(sdRoot, each))
    expect(Object.fromEntries(disclosedClaims.map((each) => [each?.name, each?.value]))).toEqual(CLAIMS)
    const digests = disclosures.map(({ disclosure }) => sha256Of(disclosure))
    expect(digests).toEqual(digests.toSorted())
    // Leaves are hashed with the prefix 00 and nodes with 01, as in RFC 6962.
    const [firstLeaf, secondLeaf, thirdLeaf, fourthLeaf] = digests.map((digest) =>
      sha256Of(Buffer.from(`00${digest}`, 'hex')),
    )
    const node = (left: string, right: string) => sha256Of(Buffer.from(`01${left}${right}`, 'hex'))
    expect(sdRoot).toBe(node(node(firstLeaf!, secondLeaf!), node(thirdLeaf!, fourthLeaf!)))
  })

  it('proves nothing with another salt, name, value or position', () => {
    const [first, second] = disclosures as [Disclosure, Disclosure]
    const { name, value } = discloses(sdRoot, first)!
    const forged = [
      disclosureText(bytes(16), name, value),
      disclosureText(saltOf(name), 'admin', value),
      disclosureText(saltOf(name), name, 'other'),
    ].map((disclosure) => ({ ...first, disclosure }))
    const moved = [
      { ...first, index: 1 },
      { ...first, size: 5 },
      { ...first, proof: second.proof },
    ]
    for (const each of [...forged, ...moved]) expect(discloses(sdRoot, each)).toBeUndefined()
    expect(discloses(sha256Of('other'), first)).toBeUndefined()
  })

  it('proves nothing when malformed, without throwing', () => {
    for (const change of [
      { proof: ['a'] },
      { proof: 'a' },
      { index: '0' },
      { disclosure: 1 },
      { proof: Array(99).fill('') },
    ])
      expect(discloses(sdRoot, { ...disclosures[0], ...change })).toBeUndefined()
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        expect(discloses(sdRoot, value)).toBeUndefined()
      }),
    )
  })

  it('has an empty proof for a single claim; an empty set of claims throws', () => {
    const single = disclosuresOf({ a: 1, b: undefined }, saltOf)
    expect(single.disclosures).toHaveLength(1)
    expect(discloses(single.sdRoot, single.disclosures[0])).toEqual({ name: 'a', value: 1 })
    expect(() => disclosuresOf({}, saltOf)).toThrow('at least one member')
  })

  it('proves each of any claims', () => {
    fc.assert(
      fc.property(
        fc.dictionary(fc.string(), fc.oneof(fc.string(), fc.integer(), fc.boolean()), { minKeys: 1 }),
        (claims) => {
          const result = disclosuresOf(claims, saltOf)
          const shown = result.disclosures.map((each) => discloses(result.sdRoot, JSON.parse(JSON.stringify(each))))
          expect(shown.map((each) => [each?.name, each?.value]).sort()).toEqual(Object.entries(claims).sort())
        },
      ),
    )
  })
})
