import { forbidden, invalidInput } from '@signet/contracts/http'
import type { Caller, RowOf, RowTable } from '@signet/kernel'
import type { orgKeyRow } from './key-rows.ts'

export type OrgKey = RowOf<typeof orgKeyRow>

/** Maximum number of ancestors of a key. Each request with a key reads the key and all its ancestors. */
const GENERATIONS_MAX = 3

export interface NewOrgKey {
  /** A user or a key. A key cannot create keys with more rights, a later expiry or a higher budget than its own. */
  readonly creator: Caller
  readonly name: string
  readonly scopes: readonly string[]
  /** ISO time of expiry and the field that sets it; absent: the expiry of the creator. */
  readonly expires?: { readonly at: string; readonly field: string } | undefined
  /** Credits per UTC day; absent: no limit for this key. */
  readonly dailyBudget?: number | undefined
}

export const creatingKeyOf = async (listEntries: RowTable<typeof orgKeyRow>, { kind, keyId }: Caller, org: string) => {
  if (kind !== 'key') return undefined
  const key = keyId === undefined ? undefined : await listEntries.get({ org, id: keyId })
  if (!key) throw forbidden("This key is not in its organization's list, so it cannot create other keys")
  if ((key.ancestorDigests?.length ?? 0) >= GENERATIONS_MAX)
    throw forbidden('Keys can be nested at most three levels deep. A user must create the next key')
  return key
}

/**
 * Refuses a scope that the creating key lacks.
 * @throws Refusal 403
 */
export const refuseAdditionalScopes = (
  creator: Caller,
  scopes: readonly string[],
  hasScope: (caller: Caller, scope: string) => boolean,
): void => {
  const missing = scopes.filter((scope) => !hasScope(creator, scope))
  if (missing.length > 0) throw forbidden(`A key cannot create a key with scopes that it lacks: ${missing.join(', ')}`)
}

const expiryOf = ({ expires }: NewOrgKey, limit: string | undefined, now: Date): string | undefined => {
  if (expires === undefined) return limit
  const { field } = expires
  const expiryTime = new Date(expires.at).toISOString()
  if (expiryTime <= now.toISOString()) throw invalidInput([{ field, message: 'must be in the future' }])
  if (limit !== undefined && expiryTime > limit)
    throw invalidInput([{ field, message: `must not be later than ${limit}, when the key that creates it expires` }])
  return expiryTime
}

export const boundsOf = (newKey: NewOrgKey, creatingKey: OrgKey | undefined, now: Date) => {
  const expiresAt = expiryOf(newKey, creatingKey?.expiresAt, now)
  // A key with a budget shares it with all keys that it creates.
  const dailyBudget = creatingKey?.dailyBudget ?? newKey.dailyBudget
  return {
    ...(expiresAt === undefined ? {} : { expiresAt }),
    ...(dailyBudget === undefined ? {} : { dailyBudget }),
    ...(creatingKey?.dailyBudget === undefined ? {} : { budgetOf: creatingKey.budgetOf ?? creatingKey.id }),
    ...(creatingKey === undefined
      ? {}
      : { ancestorDigests: [...(creatingKey.ancestorDigests ?? []), creatingKey.digest] }),
  }
}
