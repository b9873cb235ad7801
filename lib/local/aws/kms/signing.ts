import { createHmac, sign, timingSafeEqual, verify } from 'node:crypto'
import { p256 } from '@noble/curves/nist.js'
import { AwsError } from '../aws-error.ts'
import type { Input } from '../json-service.ts'
import type { LocalKey } from './key-store.ts'

const ALGORITHMS: Readonly<Record<string, readonly string[]>> = {
  ECC_NIST_P256: ['ECDSA_SHA_256'],
  ECC_NIST_P384: ['ECDSA_SHA_384'],
  ECC_SECG_P256K1: ['ECDSA_SHA_256'],
  ECC_NIST_EDWARDS25519: ['ED25519_SHA_512'],
  RSA_2048: ['RSASSA_PKCS1_V1_5_SHA_256', 'RSASSA_PKCS1_V1_5_SHA_512'],
}

/** KMS signs messages of up to this many bytes; the caller hashes longer ones. */
const MAX_MESSAGE_BYTES = 4096

export const signingAlgorithms = (spec: string): readonly string[] => ALGORITHMS[spec] ?? []

export const requireBytes = (input: Input, name: string): Buffer => {
  const value = input[name]
  if (typeof value !== 'string') throw new AwsError('ValidationException', `${name} is required, as bytes.`)
  return Buffer.from(value, 'base64')
}

const assertUsable = (key: LocalKey, usage: string): void => {
  if (key.usage !== usage)
    throw new AwsError(
      'InvalidKeyUsageException',
      `${key.arn} key usage is ${key.usage}, which is not valid for this operation (${usage}).`,
    )
}

const messageOf = (key: LocalKey, input: Input) => {
  assertUsable(key, 'SIGN_VERIFY')
  const algorithm = String(input.SigningAlgorithm)
  if (!signingAlgorithms(key.spec).includes(algorithm))
    throw new AwsError('InvalidKeyUsageException', `Algorithm ${algorithm} is incompatible with key spec ${key.spec}.`)
  const message = requireBytes(input, 'Message')
  if (message.length > MAX_MESSAGE_BYTES)
    throw new AwsError(
      'ValidationException',
      `Message has ${message.length} bytes; KMS signs at most ${MAX_MESSAGE_BYTES}: send its digest.`,
    )
  const hash = algorithm.startsWith('ED25519') ? null : `sha${algorithm.split('_').at(-1)}`
  const isDigest = input.MessageType === 'DIGEST'
  if (isDigest && (key.spec !== 'ECC_NIST_P256' || message.length !== 32))
    throw new AwsError(
      'ValidationException',
      'MessageType DIGEST requires a 32-byte digest and an ECC_NIST_P256 key; send others as RAW.',
    )
  return { message, hash, isDigest, algorithm }
}

const p256Secret = (key: LocalKey): Uint8Array =>
  Buffer.from(String(key.privateKey().export({ format: 'jwk' }).d), 'base64url')

/** ECDSA signatures are DER, Ed25519 ones 64 raw bytes, as KMS returns them. */
export const signMessage = (key: LocalKey, input: Input): Input => {
  const { message, hash, isDigest, algorithm } = messageOf(key, input)
  // node:crypto always hashes for ECDSA, so the curve library signs a digest.
  const signature = isDigest
    ? Buffer.from(p256.sign(message, p256Secret(key), { prehash: false, format: 'der' }))
    : sign(hash, message, key.privateKey())
  return { KeyId: key.arn, Signature: signature.toString('base64'), SigningAlgorithm: algorithm }
}

const isValidSignature = (
  key: LocalKey,
  { message, hash, isDigest }: ReturnType<typeof messageOf>,
  signature: Buffer,
): boolean => {
  if (!isDigest) return verify(hash, message, key.publicKey(), signature)
  try {
    const secret = p256Secret(key)
    return p256.verify(signature, message, p256.getPublicKey(secret), { prehash: false, format: 'der', lowS: false })
  } catch {
    return false
  }
}

export const verifyMessage = (key: LocalKey, input: Input): Input => {
  const parsedMessage = messageOf(key, input)
  if (!isValidSignature(key, parsedMessage, requireBytes(input, 'Signature')))
    throw new AwsError('KMSInvalidSignatureException', 'The signature does not match this message and key.')
  return { KeyId: key.arn, SignatureValid: true, SigningAlgorithm: parsedMessage.algorithm }
}

const macOf = (key: LocalKey, input: Input): Buffer => {
  assertUsable(key, 'GENERATE_VERIFY_MAC')
  const algorithm = String(input.MacAlgorithm)
  if (algorithm !== key.spec.replace('HMAC_', 'HMAC_SHA_'))
    throw new AwsError('InvalidKeyUsageException', `Algorithm ${algorithm} is incompatible with key spec ${key.spec}.`)
  return createHmac(`sha${algorithm.slice('HMAC_SHA_'.length)}`, key.bytes())
    .update(requireBytes(input, 'Message'))
    .digest()
}

export const generateMac = (key: LocalKey, input: Input): Input => ({
  KeyId: key.arn,
  Mac: macOf(key, input).toString('base64'),
  MacAlgorithm: input.MacAlgorithm,
})

export const verifyMac = (key: LocalKey, input: Input): Input => {
  const actual = macOf(key, input)
  const claimed = requireBytes(input, 'Mac')
  if (claimed.length !== actual.length || !timingSafeEqual(claimed, actual))
    throw new AwsError('KMSInvalidMacException', 'The MAC does not match this message and key.')
  return { KeyId: key.arn, MacValid: true, MacAlgorithm: input.MacAlgorithm }
}
