import { createHash } from 'node:crypto'
import { apiKeyDigest, apiKeyDisplayPrefix, derivedApiKey } from '@signet/identity'
import type { IdempotencyKey, SecretSource } from '@signet/kernel'
import type { DerivedKey } from './tenant-table.ts'

/** Prefix of this service's keys (spec image-service 5). */
export const KEY_PREFIX = 'gen_'

/**
 * Derives raw API keys from salts with the pepper. No stored value reveals a key, and a repeated request still gets the
 * same key.
 */
export const keyring = (pepper: SecretSource, newSalt: () => string) => {
  const rawKeyOf = async (salt: string): Promise<string> => derivedApiKey(KEY_PREFIX, await pepper(), salt)
  return {
    rawKeyOf,
    async generate(): Promise<DerivedKey> {
      const salt = newSalt()
      const raw = await rawKeyOf(salt)
      return { salt, digest: apiKeyDigest(await pepper(), raw), prefix: apiKeyDisplayPrefix(KEY_PREFIX, raw) }
    },
  }
}

export const idempotencyKeyOf = (
  key: string | undefined,
  ...request: readonly unknown[]
): IdempotencyKey | undefined =>
  key === undefined
    ? undefined
    : { key, fingerprint: createHash('sha256').update(JSON.stringify(request)).digest('hex') }
