import { createPrivateKey, generateKeyPairSync, sign } from 'node:crypto'
import { GetPublicKeyCommand, KMSClient, KMSInternalException, SignCommand } from '@aws-sdk/client-kms'
import { bodyOf, SIGNED_MAX, seal, statementOf, toBase64Url, verifyReceipt } from '@signet/receipts'
import { KmsEd25519Signer } from '@signet/receipts/kms-signer'
import { LocalEd25519Signer } from '@signet/receipts/local-signer'
import { mockClient } from 'aws-sdk-client-mock'
import { beforeEach, describe, expect, it } from 'vitest'
import { bytes, ledgerInput } from './examples.ts'

const client = new KMSClient({ region: 'eu-west-1' })
const kms = mockClient(client)
const { privateKey, publicKey } = generateKeyPairSync('ed25519')
const pem = privateKey.export({ type: 'pkcs8', format: 'pem' }).toString()

/** Mocks KMS with a real key, so that signatures can be verified. */
beforeEach(() => {
  kms.reset()
  kms.on(GetPublicKeyCommand).resolves({ PublicKey: publicKey.export({ type: 'spki', format: 'der' }) })
  kms.on(SignCommand).callsFake(({ Message }) => ({ Signature: sign(null, Message, createPrivateKey(pem)) }))
})

describe('AWS KMS key', () => {
  it('signs a valid receipt, equal to that of the same key in memory', async () => {
    const signer = await KmsEd25519Signer.open(client, 'key-1')
    const body = bodyOf(statementOf(ledgerInput()))
    const envelope = await seal(body, signer)
    const { valid, kid } = await verifyReceipt({ envelope, pinnedKeys: [signer.publicKey] })
    expect({ valid, kid }).toEqual({ valid: true, kid: signer.kid })
    expect(toBase64Url(signer.publicKey)).toBe(publicKey.export({ format: 'jwk' }).x)
    expect(await seal(body, new LocalEd25519Signer(pem))).toEqual(envelope)
  })

  it('requests pure Ed25519 over the raw bytes, and reads the public half once', async () => {
    const signer = await KmsEd25519Signer.open(client, 'key-1')
    await signer.sign(bytes(SIGNED_MAX))
    await signer.sign(bytes(0))
    expect(kms.commandCalls(SignCommand).map(({ args }) => args[0].input)).toEqual(
      [bytes(SIGNED_MAX), bytes(0)].map((Message) => ({
        KeyId: 'key-1',
        Message,
        MessageType: 'RAW',
        SigningAlgorithm: 'ED25519_SHA_512',
      })),
    )
    expect(kms.commandCalls(GetPublicKeyCommand)).toHaveLength(1)
  })

  it('rejects messages that are too long without a call', async () => {
    const signer = await KmsEd25519Signer.open(client, 'key-1')
    await expect(signer.sign(bytes(SIGNED_MAX + 1))).rejects.toThrow(RangeError)
    expect(kms.commandCalls(SignCommand)).toHaveLength(0)
  })

  it('rejects keys of another type', async () => {
    const { publicKey: other } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
    kms.on(GetPublicKeyCommand).resolves({ PublicKey: other.export({ type: 'spki', format: 'der' }) })
    await expect(KmsEd25519Signer.open(client, 'key-1')).rejects.toThrow('The key key-1 is not an Ed25519 key')
    kms.on(GetPublicKeyCommand).resolves({})
    await expect(KmsEd25519Signer.open(client, 'key-1')).rejects.toThrow(TypeError)
  })

  it('throws on KMS failures and on signatures of the wrong length', async () => {
    const signer = await KmsEd25519Signer.open(client, 'key-1')
    kms.on(SignCommand).rejects(new KMSInternalException({ message: 'later', $metadata: {} }))
    await expect(signer.sign(bytes(3))).rejects.toThrow(KMSInternalException)
    kms.on(SignCommand).resolves({ Signature: bytes(63) })
    await expect(signer.sign(bytes(3))).rejects.toThrow(/not return a signature of 64 bytes/)
  })
})
