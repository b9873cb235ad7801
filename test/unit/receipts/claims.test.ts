import { createHmac } from 'node:crypto'
import {
  discloses,
  disclosuresOfOpening,
  disclosuresOfPublic,
  opens,
  privateClaims,
  publicClaims,
} from '@signet/receipts'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { bytes, IMAGE, LEDGER, MONTH, sha256Of } from './examples.ts'

const CLAIMS = { model: 'image-pro', prompt: 'a lighthouse' }

describe('public claims', () => {
  it('a statement references them by the digest of their canonical JSON', () => {
    const sha256 = sha256Of('{"closingMicroUsd":12000000,"month":"2026-11"}')
    expect(publicClaims(LEDGER, MONTH)).toEqual({
      ref: { schemaVersion: 1, visibility: 'public', sha256 },
      claims: MONTH,
    })
  })

  it('the holder of claims of a disclosable kind can disclose each one under a common root', () => {
    const { sha256 } = publicClaims(LEDGER, MONTH).ref
    const { ref } = publicClaims({ ...LEDGER, isDisclosable: true }, MONTH)
    const { sdRoot, disclosures } = disclosuresOfPublic(JSON.parse(JSON.stringify(MONTH)))
    expect(ref).toEqual({ schemaVersion: 1, visibility: 'public', sha256, sdRoot })
    expect(disclosures.map((each) => discloses(sdRoot, each))).toEqual(
      expect.arrayContaining([
        { name: 'month', value: '2026-11' },
        { name: 'closingMicroUsd', value: 12_000_000 },
      ]),
    )
    const other = disclosuresOfPublic({ ...MONTH, month: '2026-12' })
    for (const each of other.disclosures) expect(discloses(sdRoot, each)).toBeUndefined()
  })

  it('reject members that the kind does not declare', () => {
    expect(() => publicClaims(LEDGER, { ...MONTH, more: 1 } as typeof MONTH)).toThrow(/more/)
    expect(() => publicClaims(IMAGE, CLAIMS)).toThrow('claims of image are private')
  })
})

describe('private claims', () => {
  const salt = bytes(32)
  const { ref, opening } = privateClaims(IMAGE, CLAIMS, salt)

  it('a statement references them by a salted commitment', () => {
    const commitment = createHmac('sha256', salt).update('{"model":"image-pro","prompt":"a lighthouse"}').digest('hex')
    expect(ref).toEqual({ schemaVersion: 1, visibility: 'private', commitment })
    expect(opening).toEqual({ salt: Buffer.from(salt).toString('base64url'), claims: CLAIMS })
  })

  it('match only their opening', () => {
    expect(opens(ref, opening)).toBe(true)
    expect(opens(ref, JSON.parse(JSON.stringify(opening)))).toBe(true)
    expect(opens(ref, { ...opening, salt: Buffer.from(bytes(32, 2)).toString('base64url') })).toBe(false)
    expect(opens(ref, { ...opening, salt: `${opening.salt}A` })).toBe(false)
    expect(opens(publicClaims(LEDGER, MONTH).ref, opening)).toBe(false)
    fc.assert(
      fc.property(fc.jsonValue(), (claims) => {
        expect(opens(ref, { ...opening, claims })).toBe(false)
      }),
    )
  })

  it('the holder of the opening of a disclosable kind can disclose each claim', () => {
    const disclosable = privateClaims({ ...IMAGE, isDisclosable: true }, CLAIMS, salt)
    const { sdRoot, disclosures } = disclosuresOfOpening(disclosable.opening)
    expect(disclosable).toEqual({ ref: { ...ref, sdRoot }, opening })
    expect(disclosures.map((each) => discloses(sdRoot, each)?.name).sort()).toEqual(['model', 'prompt'])
    expect(() => disclosuresOfOpening({ ...opening, salt: 'AA' })).toThrow('32 bytes')
  })

  it('require a salt of 32 bytes', () => {
    expect(() => privateClaims(IMAGE, CLAIMS, bytes(31))).toThrow('32 bytes')
    expect(() => privateClaims(LEDGER, MONTH, salt)).toThrow('claims of ledger.statement are public')
  })
})
