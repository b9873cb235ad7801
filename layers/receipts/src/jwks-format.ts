import { type Jwk, KEY_STATES, type PublicKeyRecord, rawOfRecord } from './public-keys.ts'
import { isMembers } from './statement-format.ts'

const KEYS_MAX = 1_000

const isTime = (value: unknown): value is string => typeof value === 'string' && !Number.isNaN(Date.parse(value))
const isTimeOrAbsent = (value: unknown): boolean => value === undefined || isTime(value)

const recordOf = (value: unknown): readonly PublicKeyRecord[] => {
  const { kty, crv, alg, kid, x, purpose, status, valid_from, valid_until, revoked_at } = (
    isMembers(value) ? value : {}
  ) as Partial<Jwk>
  const isEd25519Key = kty === 'OKP' && crv === 'Ed25519' && alg === 'Ed25519' && status && KEY_STATES.includes(status)
  if (!isEd25519Key || typeof kid !== 'string' || typeof x !== 'string' || !rawOfRecord({ kid, x })) return []
  if ((purpose !== 'receipt' && purpose !== 'log') || !isTime(valid_from)) return []
  if (!isTimeOrAbsent(valid_until) || !isTimeOrAbsent(revoked_at)) return []
  return [
    { kid, x, use: purpose, status, valid_from, valid_until: valid_until ?? null, revoked_at: revoked_at ?? null },
  ]
}

/**
 * Reads the keys of a published key set. Skips keys of other types and malformed keys, so that their signatures fail.
 * @returns at most the first 1,000 keys; none for an invalid key set.
 */
export const readJwks = (value: unknown): readonly PublicKeyRecord[] =>
  isMembers(value) && Array.isArray(value.keys) ? value.keys.slice(0, KEYS_MAX).flatMap(recordOf) : []
