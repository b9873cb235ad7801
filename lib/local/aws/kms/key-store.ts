import { createPrivateKey, createPublicKey, generateKeyPairSync, type KeyObject, randomBytes } from 'node:crypto'
import { AwsError } from '../aws-error.ts'
import type { RowStore } from '../dynamo/row-store.ts'
import type { KeySpec } from '../ports.ts'

/** A stored key: PKCS #8 DER for key pairs, raw bytes for symmetric and HMAC keys; base64. */
interface StoredKey extends KeySpec {
  readonly material: string
  readonly createdAt: number
}

export type LocalKey = ReturnType<typeof localKey>
export type KeyStore = ReturnType<typeof keyStore>

const SPACE = 'kms-key'
const HMAC_BYTES: Readonly<Record<string, number>> = { HMAC_224: 28, HMAC_256: 32, HMAC_384: 48, HMAC_512: 64 }
const CURVES: Readonly<Record<string, string>> = {
  ECC_NIST_P256: 'P-256',
  ECC_NIST_P384: 'P-384',
  ECC_SECG_P256K1: 'secp256k1',
}

const generateMaterial = ({ id, spec }: KeySpec): Buffer => {
  if (spec === 'SYMMETRIC_DEFAULT') return randomBytes(32)
  const hmac = HMAC_BYTES[spec]
  if (hmac !== undefined) return randomBytes(hmac)
  const privateKeyDer = (key: KeyObject) => key.export({ format: 'der', type: 'pkcs8' })
  if (spec === 'ECC_NIST_EDWARDS25519') return privateKeyDer(generateKeyPairSync('ed25519').privateKey)
  const namedCurve = CURVES[spec]
  if (namedCurve !== undefined) return privateKeyDer(generateKeyPairSync('ec', { namedCurve }).privateKey)
  if (spec === 'RSA_2048') return privateKeyDer(generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey)
  throw new Error(
    `Key ${id}: the key spec "${spec}" is not supported locally; use SYMMETRIC_DEFAULT, HMAC_256, ECC_NIST_P256 or ECC_NIST_EDWARDS25519.`,
  )
}

const localKey = (stored: StoredKey) => {
  const material = () => Buffer.from(stored.material, 'base64')
  const privateKey = () => createPrivateKey({ key: material(), format: 'der', type: 'pkcs8' })
  return { ...stored, bytes: material, privateKey, publicKey: () => createPublicKey(privateKey()) }
}

/** Generates each key once and stores it, so that earlier signatures and ciphertexts stay valid after a restart. */
export const keyStore = (rows: RowStore, now: () => number) => {
  return {
    declare(spec: KeySpec): void {
      const stored = rows.read(SPACE, spec.id) as StoredKey | undefined
      if (stored !== undefined && stored.spec !== spec.spec)
        throw new Error(
          `Key ${spec.id}: its spec changed from ${stored.spec} to ${spec.spec}. A key cannot change: declare another one.`,
        )
      const material = stored?.material ?? generateMaterial(spec).toString('base64')
      rows.write(SPACE, spec.id, { ...spec, material, createdAt: stored?.createdAt ?? now() })
    },
    /** Finds a key by ID or ARN; throws NotFoundException. */
    find(id: unknown): LocalKey {
      const stored = [...rows.rows(SPACE)]
        .map((row) => row.value as StoredKey)
        .find((key) => key.id === id || key.arn === id)
      if (stored === undefined)
        throw new AwsError('NotFoundException', `Key '${String(id)}' does not exist: no stack declares it.`)
      return localKey(stored)
    },
  }
}
