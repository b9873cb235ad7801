import { createHmac } from 'node:crypto'
import { DigestInputError, hmacSha256 } from '@signet/receipts/digest'
import fc from 'fast-check'
import { expect, it } from 'vitest'

it('HMAC-SHA-256 matches test case 2 of RFC 4231', () => {
  const mac = hmacSha256(Buffer.from('Jefe'), 'what do ya want for nothing?')
  expect(Buffer.from(mac).toString('hex')).toBe('5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843')
})

it('HMAC-SHA-256 matches Node for any key and any bytes', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 200 }), fc.uint8Array({ maxLength: 300 }), (key, data) => {
      expect(Buffer.from(hmacSha256(key, data))).toEqual(createHmac('sha256', key).update(data).digest())
    }),
  )
})

it('HMAC-SHA-256 throws for a string with a lone surrogate, which UTF-8 cannot encode', () => {
  expect(() => hmacSha256(new Uint8Array(32), 'a\ud800')).toThrow(DigestInputError)
})
