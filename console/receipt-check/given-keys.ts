import { type PublicKeyRecord, rawOfPem, readJwks, readLogKeys } from '@signet/receipts'
import { NO_KEYS, type TrustedKeys } from './own-keys.ts'

const PEM = /-----BEGIN PUBLIC KEY-----[^-]+-----END PUBLIC KEY-----/g

const pinnedOf = (blocks: readonly string[]): readonly Uint8Array[] =>
  blocks.map((block) => {
    const raw = rawOfPem(block)
    if (!raw) throw new TypeError('A key in PEM is no public key of Ed25519')
    return raw
  })

const jwksOfText = (text: string): readonly PublicKeyRecord[] => {
  const keys = readJwks(JSON.parse(text))
  if (keys.length === 0) throw new TypeError('The key set has no key of a receipt')
  return keys
}

/**
 * Reads keys in PEM, a key set as `/.well-known/jwks.json` has it, or lines of keys of logs and witnesses.
 * @throws Error that says what is none.
 */
export const readKeys = (text: string): TrustedKeys => {
  const trimmed = text.trim()
  if (trimmed === '') return NO_KEYS
  if (trimmed.startsWith('{')) return { ...NO_KEYS, keys: jwksOfText(trimmed) }
  const blocks = trimmed.match(PEM) ?? []
  return { pinnedKeys: pinnedOf(blocks), logKeys: readLogKeys(trimmed.replaceAll(PEM, '')) }
}
