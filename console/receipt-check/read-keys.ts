import { type PublicKeyRecord, rawOfPem, readJwks, readLogKeys } from '@signet/receipts'
import { NO_KEYS, type TrustedKeys } from './trusted-keys.ts'

const PEM = /-----BEGIN PUBLIC KEY-----[^-]+-----END PUBLIC KEY-----/g

const parsePemKeys = (blocks: readonly string[]): readonly Uint8Array[] =>
  blocks.map((block) => {
    const raw = rawOfPem(block)
    if (!raw) throw new TypeError('The PEM does not contain an Ed25519 public key')
    return raw
  })

const parseKeySet = (text: string): readonly PublicKeyRecord[] => {
  const keys = readJwks(JSON.parse(text))
  if (keys.length === 0) throw new TypeError('The key set has no receipt key')
  return keys
}

/**
 * Reads keys as PEM, as a key set in the format of `/.well-known/jwks.json`, or as lines of log and witness keys.
 * @throws Error that names the invalid part
 */
export const readKeys = (text: string): TrustedKeys => {
  const trimmed = text.trim()
  if (trimmed === '') return NO_KEYS
  if (trimmed.startsWith('{')) return { ...NO_KEYS, keys: parseKeySet(trimmed) }
  const blocks = trimmed.match(PEM) ?? []
  return { pinnedKeys: parsePemKeys(blocks), logKeys: readLogKeys(trimmed.replaceAll(PEM, '')) }
}
