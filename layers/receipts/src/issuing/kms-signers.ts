import type { Signer } from '../signer.ts'
import { KmsEd25519Signer } from '../signers/kms-signer.ts'
import type { Signers } from './key-set.ts'

type KmsClient = Parameters<typeof KmsEd25519Signer.open>[0]

const variableOf = (name: string): string => `${name.toUpperCase().replaceAll('-', '_')}_KEY_ID`

/**
 * Creates signers for the AWS KMS keys in a function's access. Reads the public half of each key once.
 * @throws Error for a key that the function may not use.
 */
export const kmsSigners = (kms: KmsClient, env: Readonly<Record<string, string | undefined>>): Signers => {
  const signersByName = new Map<string, Promise<Signer>>()
  const openSigner = (name: string): Promise<Signer> => {
    const keyId = env[variableOf(name)]
    if (keyId === undefined) throw new Error(`The access of the function does not name the key "${name}"`)
    return KmsEd25519Signer.open(kms, keyId)
  }
  return async (name) => {
    const signer = signersByName.get(name) ?? openSigner(name)
    signersByName.set(name, signer)
    // After a failed read, the next call reads the key again.
    signer.catch(() => signersByName.delete(name))
    return signer
  }
}
