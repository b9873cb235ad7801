import { forbidden, invalidInput } from '@signet/contracts/http'
import type { Caller, RowOf, RowTable } from '@signet/kernel'
import type { orgKeyRow } from './key-rows.ts'

export type OrgKey = RowOf<typeof orgKeyRow>

/** A request with a key reads the key and each of those that made it. */
const GENERATIONS_MAX = 3

export interface NewOrgKey {
  /** A person, or a key: what a key makes may not do more, last longer or spend more than itself. */
  readonly maker: Caller
  readonly name: string
  readonly scopes: readonly string[]
  /** ISO time from which it is refused, and the field that says so; absent: as long as its maker. */
  readonly expires?: { readonly at: string; readonly field: string } | undefined
  /** Credits that it may take in a UTC day; absent: no limit of its own. */
  readonly dailyBudget?: number | undefined
}

export const makingKey = async (listed: RowTable<typeof orgKeyRow>, { kind, keyId }: Caller, org: string) => {
  if (kind !== 'key') return undefined
  const key = keyId === undefined ? undefined : await listed.get({ org, id: keyId })
  if (!key) throw forbidden('This key is in no list of its organization, so it cannot make others')
  if ((key.madeBy?.length ?? 0) >= GENERATIONS_MAX)
    throw forbidden('This key was made by a key that was made by a key: let a person make the next one')
  return key
}

/** @throws Refusal 403 for a scope that the making key lacks */
export const refuseMore = (
  maker: Caller,
  scopes: readonly string[],
  has: (caller: Caller, scope: string) => boolean,
): void => {
  const missing = scopes.filter((scope) => !has(maker, scope))
  if (missing.length > 0)
    throw forbidden(`A key cannot make one that may more than itself: it lacks ${missing.join(', ')}`)
}

const endOf = ({ expires }: NewOrgKey, limit: string | undefined, now: Date): string | undefined => {
  if (expires === undefined) return limit
  const { field } = expires
  const at = new Date(expires.at).toISOString()
  if (at <= now.toISOString()) throw invalidInput([{ field, message: 'must be in the future' }])
  if (limit !== undefined && at > limit)
    throw invalidInput([{ field, message: `must not be later than ${limit}, when the key that makes it ends` }])
  return at
}

export const boundsOf = (wanted: NewOrgKey, by: OrgKey | undefined, now: Date) => {
  const expiresAt = endOf(wanted, by?.expiresAt, now)
  const dailyBudget = by?.dailyBudget ?? wanted.dailyBudget
  return {
    ...(expiresAt === undefined ? {} : { expiresAt }),
    ...(dailyBudget === undefined ? {} : { dailyBudget }),
    ...(by?.dailyBudget === undefined ? {} : { budgetOf: by.budgetOf ?? by.id }),
    ...(by === undefined ? {} : { madeBy: [...(by.madeBy ?? []), by.digest] }),
  }
}
