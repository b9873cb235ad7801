import { forbidden, invalidInput } from '@signet/contracts/http'
import type { Caller, RowOf, RowTable } from '@signet/kernel'
import type { orgKeyRow } from './key-rows.ts'

export type OrgKey = RowOf<typeof orgKeyRow>

/** Longest chain of keys: each request with a key reads the key and all its ancestors. */
const GENERATIONS_MAX = 3

export interface NewOrgKey {
  /** A user or a key. A key cannot create keys with more rights, a later expiry or a higher budget than its own. */
  readonly maker: Caller
  readonly name: string
  readonly scopes: readonly string[]
  /** ISO time of expiry and the field that sets it; absent: the expiry of the creator. */
  readonly expires?: { readonly at: string; readonly field: string } | undefined
  /** Credits per UTC day; absent: no limit for this key. */
  readonly dailyBudget?: number | undefined
}

export const makingKey = async (listed: RowTable<typeof orgKeyRow>, { kind, keyId }: Caller, org: string) => {
  if (kind !== 'key') return undefined
  const key = keyId === undefined ? undefined : await listed.get({ org, id: keyId })
  if (!key) throw forbidden("This key is not in its organization's list, so it cannot create other keys")
  if ((key.madeBy?.length ?? 0) >= GENERATIONS_MAX)
    throw forbidden('Keys can be nested at most three levels deep. A user must create the next key')
  return key
}

/**
 * Refuses a scope that the creating key lacks.
 * @throws Refusal 403
 */
export const refuseMore = (
  maker: Caller,
  scopes: readonly string[],
  has: (caller: Caller, scope: string) => boolean,
): void => {
  const missing = scopes.filter((scope) => !has(maker, scope))
  if (missing.length > 0) throw forbidden(`A key cannot create a key with scopes that it lacks: ${missing.join(', ')}`)
}

const endOf = ({ expires }: NewOrgKey, limit: string | undefined, now: Date): string | undefined => {
  if (expires === undefined) return limit
  const { field } = expires
  const at = new Date(expires.at).toISOString()
  if (at <= now.toISOString()) throw invalidInput([{ field, message: 'must be in the future' }])
  if (limit !== undefined && at > limit)
    throw invalidInput([{ field, message: `must not be later than ${limit}, when the key that creates it expires` }])
  return at
}

export const boundsOf = (newKey: NewOrgKey, by: OrgKey | undefined, now: Date) => {
  const expiresAt = endOf(newKey, by?.expiresAt, now)
  const dailyBudget = by?.dailyBudget ?? newKey.dailyBudget
  return {
    ...(expiresAt === undefined ? {} : { expiresAt }),
    ...(dailyBudget === undefined ? {} : { dailyBudget }),
    ...(by?.dailyBudget === undefined ? {} : { budgetOf: by.budgetOf ?? by.id }),
    ...(by === undefined ? {} : { madeBy: [...(by.madeBy ?? []), by.digest] }),
  }
}
