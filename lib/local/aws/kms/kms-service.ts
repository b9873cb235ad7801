import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'
import { AwsError } from '../aws-error.ts'
import { type Input, jsonService, type ServiceHandler } from '../json-service.ts'
import type { KeyStore, LocalKey } from './key-store.ts'
import { generateMac, requireBytes, signingAlgorithms, signMessage, verifyMac, verifyMessage } from './signing.ts'

const IV_BYTES = 12
const TAG_BYTES = 16

/** Returns the encryption context as authenticated data. The order of its pairs does not matter. */
const contextOf = (input: Input): Buffer =>
  Buffer.from(
    JSON.stringify(Object.entries((input.EncryptionContext ?? {}) as Input).sort(([a], [b]) => (a < b ? -1 : 1))),
  )

/** Encrypts with AES-256-GCM. Returns the length of the key ID in one byte, the key ID, IV, tag and ciphertext. */
const seal = (key: LocalKey, plaintext: Buffer, input: Input): Buffer => {
  if (key.spec !== 'SYMMETRIC_DEFAULT')
    throw new AwsError(
      'InvalidKeyUsageException',
      `${key.arn} has spec ${key.spec}; only SYMMETRIC_DEFAULT keys encrypt here.`,
    )
  const iv = randomBytes(IV_BYTES)
  const cipher = createCipheriv('aes-256-gcm', key.bytes(), iv).setAAD(contextOf(input))
  const ciphertext = Buffer.concat([cipher.update(plaintext), cipher.final()])
  const id = Buffer.from(key.id)
  return Buffer.concat([Buffer.from([id.length]), id, iv, cipher.getAuthTag(), ciphertext])
}

/** Decrypts the output of `seal`. The blob contains the key ID, so Decrypt needs no KeyId. */
const decryptBlob = (keys: KeyStore, input: Input): { key: LocalKey; plaintext: Buffer } => {
  const blob = requireBytes(input, 'CiphertextBlob')
  const body = blob.subarray(1 + (blob[0] ?? 0))
  const invalid = new AwsError(
    'InvalidCiphertextException',
    'The ciphertext is damaged, or its encryption context is different.',
  )
  if (body.length < IV_BYTES + TAG_BYTES) throw invalid
  const key = keys.find(blob.subarray(1, 1 + (blob[0] ?? 0)).toString())
  if (input.KeyId !== undefined && keys.find(input.KeyId).id !== key.id)
    throw new AwsError(
      'IncorrectKeyException',
      'The key ID in the request does not identify the key of the ciphertext.',
    )
  try {
    const cipher = createDecipheriv('aes-256-gcm', key.bytes(), body.subarray(0, IV_BYTES))
      .setAAD(contextOf(input))
      .setAuthTag(body.subarray(IV_BYTES, IV_BYTES + TAG_BYTES))
    const plaintext = Buffer.concat([cipher.update(body.subarray(IV_BYTES + TAG_BYTES)), cipher.final()])
    return { key, plaintext }
  } catch {
    throw invalid
  }
}

const dataKeyBytes = (input: Input): number => Number(input.NumberOfBytes ?? (input.KeySpec === 'AES_128' ? 16 : 32))

const generateDataKey = (key: LocalKey, input: Input) => {
  const plaintext = randomBytes(dataKeyBytes(input))
  return {
    KeyId: key.arn,
    Plaintext: plaintext.toString('base64'),
    CiphertextBlob: seal(key, plaintext, input).toString('base64'),
  }
}

const encrypt = (key: LocalKey, input: Input) => ({
  KeyId: key.arn,
  CiphertextBlob: seal(key, requireBytes(input, 'Plaintext'), input).toString('base64'),
  EncryptionAlgorithm: 'SYMMETRIC_DEFAULT',
})

const publicKeyOf = (key: LocalKey) => ({
  KeyId: key.arn,
  PublicKey: key.publicKey().export({ format: 'der', type: 'spki' }).toString('base64'),
  KeySpec: key.spec,
  KeyUsage: key.usage,
  SigningAlgorithms: signingAlgorithms(key.spec),
})

const descriptionOf = ({ id, arn, spec, usage, createdAt }: LocalKey) => ({
  KeyMetadata: {
    KeyId: id,
    Arn: arn,
    KeySpec: spec,
    KeyUsage: usage,
    Enabled: true,
    KeyState: 'Enabled',
    CreationDate: createdAt / 1000,
  },
})

/** AWS KMS with node:crypto (JSON protocol 1.1). As in AWS, keys cannot be exported. */
export const kmsService = (keys: KeyStore, log?: ((line: string) => void) | undefined): ServiceHandler => {
  const withKey = (run: (key: LocalKey, input: Input) => Input) => (input: Input) => run(keys.find(input.KeyId), input)
  return jsonService({
    name: 'kms',
    log,
    operations: {
      Sign: withKey(signMessage),
      Verify: withKey(verifyMessage),
      GenerateMac: withKey(generateMac),
      VerifyMac: withKey(verifyMac),
      GenerateDataKey: withKey(generateDataKey),
      GenerateDataKeyWithoutPlaintext: withKey((key, input) => {
        const { Plaintext: _secret, ...withoutPlaintext } = generateDataKey(key, input)
        return withoutPlaintext
      }),
      GenerateRandom: (input) => ({ Plaintext: randomBytes(Number(input.NumberOfBytes ?? 32)).toString('base64') }),
      Encrypt: withKey(encrypt),
      Decrypt: (input) => {
        const { key, plaintext } = decryptBlob(keys, input)
        return { KeyId: key.arn, Plaintext: plaintext.toString('base64'), EncryptionAlgorithm: 'SYMMETRIC_DEFAULT' }
      },
      GetPublicKey: withKey(publicKeyOf),
      DescribeKey: withKey(descriptionOf),
    },
  })
}
