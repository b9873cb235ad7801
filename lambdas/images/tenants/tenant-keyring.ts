import { createHash } from 'node:crypto'
import { apiKeyDigest, apiKeyDisplayPrefix, derivedApiKey } from '@signet/identity'
import type { IdempotencyKey, SecretSource } from '@signet/kernel'
import type { DerivedKey } from './tenant-table.ts'

/** Prefix of this service's keys (spec image-service 5). */
export const KEY_PREFIX = 'gen_'

/**
 * Derives raw keys from salts with the pepper. No stored value reveals a key, yet a repeated request gets the same key
 * as the first one.
 */
export const keyring = (pepper: SecretSource, newSalt: () => string) => {
  const keyOf = async (salt: string): Promise<string> => derivedApiKey(KEY_PREFIX, await pepper(), salt)
  return {
    keyOf,
    async make(): Promise<DerivedKey> {
      const salt = newSalt()
      const raw = await keyOf(salt)
      return { salt, digest: apiKeyDigest(await pepper(), raw), prefix: apiKeyDisplayPrefix(KEY_PREFIX, raw) }
    },
  }
}

export const onceOf = (key: string | undefined, ...request: readonly unknown[]): IdempotencyKey | undefined =>
  key === undefined
    ? undefined
    : { key, fingerprint: createHash('sha256').update(JSON.stringify(request)).digest('hex') }
