import type { Signer } from '../signer.ts'
import { KmsEd25519Signer } from '../signers/kms-signer.ts'
import type { Signers } from './key-set.ts'

type KmsClient = Parameters<typeof KmsEd25519Signer.open>[0]

const variableOf = (name: string): string => `${name.toUpperCase().replaceAll('-', '_')}_KEY_ID`

/**
 * Signs with the AWS KMS keys that a function's access names. Reads the public half of each key once.
 * @throws Error for a key that the function may not use.
 */
export const kmsSigners = (kms: KmsClient, env: Readonly<Record<string, string | undefined>>): Signers => {
  const opened = new Map<string, Promise<Signer>>()
  const open = (name: string): Promise<Signer> => {
    const keyId = env[variableOf(name)]
    if (keyId === undefined) throw new Error(`The access of the function does not name the key "${name}"`)
    return KmsEd25519Signer.open(kms, keyId)
  }
  return async (name) => {
    const signer = opened.get(name) ?? open(name)
    opened.set(name, signer)
    // A failed read of a key is retried.
    signer.catch(() => opened.delete(name))
    return signer
  }
}
