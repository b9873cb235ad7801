import { createPublicKey, generateKeyPairSync, verify } from 'node:crypto'
import {
  bodyOf,
  isSignedBy,
  jwksOf,
  PAYLOAD_TYPE,
  type PublicKeyRecord,
  pemOf,
  preAuthEncoding,
  rawOfPem,
  rawOfRecord,
  SIGNED_MAX,
  seal,
  statementOf,
  thumbprint,
  toBase64Url,
} from '@signet/receipts'
import { LocalEd25519Signer } from '@signet/receipts/local-signer'
import { calculateJwkThumbprint, importJWK } from 'jose'
import { describe, expect, it } from 'vitest'
import { bytes, ledgerInput } from './examples.ts'
import { RFC_SEED, signerOfSeed } from './signing-key.ts'

const signer = signerOfSeed(RFC_SEED)

describe('DSSE envelope', () => {
  it('preAuthEncoding matches the DSSE protocol', () => {
    // secure-systems-lab/dsse, protocol.md: type and body of the example.
    const encoded = preAuthEncoding('http://example.com/HelloWorld', Buffer.from('hello world'))
    expect(Buffer.from(encoded).toString()).toBe('DSSEv1 29 http://example.com/HelloWorld 11 hello world')
  })

  it('verifies the signature of the protocol example', () => {
    const coordinate = (digits: string) => Buffer.from(BigInt(digits).toString(16).padStart(64, '0'), 'hex')
    const x = coordinate('46950820868899156662930047687818585632848591499744589407958293238635476079160')
    const y = coordinate('5640078356564379163099075877009565129882514886557779369047442380624545832820')
    const jwk = { kty: 'EC', crv: 'P-256', x: x.toString('base64url'), y: y.toString('base64url') }
    const sig = 'A3JqsQGtVsJ2O2xqrI5IcnXip5GToJ3F+FnZ+O88SjtR6rDAajabZKciJTfUiHqJPcIAriEGAHTVeCUjW2JIZA=='
    const encoded = preAuthEncoding('http://example.com/HelloWorld', Buffer.from('aGVsbG8gd29ybGQ=', 'base64'))
    const key = { key: createPublicKey({ key: jwk, format: 'jwk' }), dsaEncoding: 'ieee-p1363' } as const
    expect(verify('sha256', encoded, key, Buffer.from(sig, 'base64'))).toBe(true)
  })

  it('counts bytes, not characters', () => {
    expect(Buffer.from(preAuthEncoding('é', Buffer.from('€'))).toString()).toBe('DSSEv1 2 é 3 €')
  })

  it("verifies with Node's own crypto", async () => {
    const body = bodyOf(statementOf(ledgerInput()))
    const { payload, payloadType, signatures } = await seal(body, signer)
    expect(Buffer.from(payload, 'base64')).toEqual(Buffer.from(body))
    expect(payloadType).toBe('application/vnd.in-toto+json')
    const key = createPublicKey(pemOf(signer.publicKey))
    const message = preAuthEncoding(PAYLOAD_TYPE, body)
    expect(signatures).toHaveLength(1)
    expect(verify(null, message, key, Buffer.from(signatures[0]!.sig, 'base64'))).toBe(true)
    expect(signatures[0]!.keyid).toBe(signer.kid)
    expect(await seal(body, signer)).toEqual({ payload, payloadType, signatures })
  })

  it('rejects bodies above the AWS KMS limit', async () => {
    const overhead = preAuthEncoding(PAYLOAD_TYPE, bytes(4_000)).length - 4_000
    await expect(seal(bytes(SIGNED_MAX - overhead), signer)).resolves.toHaveProperty('payload')
    await expect(seal(bytes(SIGNED_MAX - overhead + 1), signer)).rejects.toThrow(/at most 4096 bytes, not 4097/)
    await expect(signer.sign(bytes(SIGNED_MAX + 1))).rejects.toThrow(RangeError)
  })
})

const record = (): PublicKeyRecord => ({
  kid: signer.kid,
  x: toBase64Url(signer.publicKey),
  use: 'receipt',
  status: 'active',
  valid_from: '2026-01-01T00:00:00.000Z',
  valid_until: null,
  revoked_at: null,
})

describe('public key formats', () => {
  it('thumbprint matches RFC 8037, appendix A.3', () => {
    const raw = Buffer.from('11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo', 'base64url')
    expect(thumbprint(raw)).toBe('kPrK_qmxVWaYVA9wwBF6Iuo3vVzz7TxHCTwXBygrS4k')
  })

  it('the key set is readable by jose with the same thumbprint', async () => {
    const [jwk] = jwksOf([record()]).keys
    expect(await calculateJwkThumbprint(jwk!)).toBe(signer.kid)
    await expect(importJWK(jwk!)).resolves.toBeDefined()
    expect(jwk).not.toHaveProperty('valid_until')
    const retired = { ...record(), status: 'retired' as const, valid_until: '2026-02-01T00:00:00.000Z' }
    expect(jwksOf([retired]).keys[0]).toMatchObject({ status: 'retired', valid_until: '2026-02-01T00:00:00.000Z' })
  })

  it("PEM matches Node's output and can be read back", () => {
    const pem = createPublicKey(pemOf(signer.publicKey)).export({ type: 'spki', format: 'pem' }).toString()
    expect(pemOf(signer.publicKey)).toBe(pem)
    expect(rawOfPem(pem.replaceAll('\n', '\r\n'))).toEqual(signer.publicKey)
  })

  it.each([
    ['a key of another curve', generateKeyPairSync('ec', { namedCurve: 'P-256' }).publicKey],
    ['a key of the other Edwards curve', generateKeyPairSync('ed448').publicKey],
  ])('rawOfPem rejects %s', (_, key) => {
    expect(rawOfPem(key.export({ type: 'spki', format: 'pem' }).toString())).toBeUndefined()
  })

  it('rawOfRecord rejects a kid that does not match the key', () => {
    expect(rawOfRecord(record())).toEqual(signer.publicKey)
    expect(rawOfRecord({ ...record(), kid: 'other' })).toBeUndefined()
    expect(rawOfRecord({ ...record(), x: toBase64Url(bytes(31)) })).toBeUndefined()
  })
})

describe('in-memory signer', () => {
  // RFC 8032, section 7.1, tests 1 to 3.
  it.each([
    [RFC_SEED, 'd75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a', ''],
    [
      '4ccd089b28ff96da9db6c346ec114e0f5b8a319f35aba624da8cf6ed4fb8a6fb',
      '3d4017c3e843895a92b70aa74d1b7ebc9c982ccf2ec4968cc0cd55f12af4660c',
      '72',
    ],
    [
      'c5aa8df43f9f837bedb7442f31dcb7b166d38535076f094b85ce3a2e0b4458f7',
      'fc51cd8e6218a1a38da47ed00230f0580816ed13ba3303ac5deb911548908025',
      'af82',
    ],
  ])('derives the RFC 8032 public key from seed %.8s, and its signatures verify', async (seed, key, message) => {
    const signer = signerOfSeed(seed)
    expect(Buffer.from(signer.publicKey).toString('hex')).toBe(key)
    const signature = await signer.sign(Buffer.from(message, 'hex'))
    expect(await isSignedBy(signer.publicKey, Buffer.from(message, 'hex'), signature)).toBe(true)
    expect(await isSignedBy(signer.publicKey, Buffer.from(`${message}00`, 'hex'), signature)).toBe(false)
  })

  it('rejects other key types without revealing the key', () => {
    const pem = generateKeyPairSync('ed448').privateKey.export({ type: 'pkcs8', format: 'pem' }).toString()
    expect(() => new LocalEd25519Signer(pem)).toThrow('The private key is not an Ed25519 key')
  })
})
