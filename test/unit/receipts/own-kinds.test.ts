import { publicClaims, sha256OfKid } from '@signet/receipts'
import { KEY_EVENT, WITHDRAWAL } from '@signet/receipts/kinds'
import { describe, expect, it } from 'vitest'
import { sha256Of } from './examples.ts'
import { RFC_SEED, signerOfSeed } from './signing-key.ts'

const hash = sha256Of('receipt')
const signer = signerOfSeed(RFC_SEED)

describe('withdrawal receipt', () => {
  it('names the withdrawn receipt and the reason', () => {
    const claims = { state: 'withdrawn' as const, receipt: hash, reason: 'A wrong month' }
    expect(publicClaims(WITHDRAWAL, claims).claims).toEqual(claims)
    expect(() => publicClaims(WITHDRAWAL, { ...claims, by: hash } as typeof claims)).toThrow(/by/)
    expect(() => publicClaims(WITHDRAWAL, { ...claims, receipt: 'x' })).toThrow(/receipt/)
    expect(() => publicClaims(WITHDRAWAL, { ...claims, reason: 'a'.repeat(501) })).toThrow(/reason/)
  })

  it('names the replacing receipt', () => {
    const claims = { state: 'superseded' as const, receipt: hash, reason: '', by: sha256Of('newer') }
    expect(publicClaims(WITHDRAWAL, claims).claims).toEqual(claims)
    expect(() => publicClaims(WITHDRAWAL, { state: 'superseded', receipt: hash, reason: '' } as never)).toThrow(/by/)
  })
})

describe('key event receipt', () => {
  it('names the next key and has its digest as subject', () => {
    const x = Buffer.from(signer.publicKey).toString('base64url')
    const claims = {
      event: 'rotated' as const,
      use: 'receipt' as const,
      kid: signer.kid,
      x,
      previousKid: signer.kid,
      previousUntil: '2026-12-02T00:00:00.000Z',
    }
    expect(publicClaims(KEY_EVENT, claims).claims).toEqual(claims)
    expect(sha256OfKid(signer.kid)).toBe(sha256Of(`{"crv":"Ed25519","kty":"OKP","x":"${x}"}`))
    expect(() => sha256OfKid('short')).toThrow(TypeError)
    expect(() => publicClaims(KEY_EVENT, { ...claims, previousUntil: '2026-12-02' })).toThrow(/previousUntil/)
  })

  it('records a revocation', () => {
    const revokedAt = '2026-12-02T00:00:00.000Z'
    const claims = { event: 'revoked' as const, use: 'log' as const, kid: signer.kid, revokedAt, reason: 'lost' }
    expect(publicClaims(KEY_EVENT, claims).claims).toEqual(claims)
  })
})
