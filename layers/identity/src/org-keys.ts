import { invalidInput, type Refusal, refusal } from '@signet/contracts/http'
import {
  type Caller,
  type Clock,
  limitStep,
  type NewId,
  type RowOf,
  rowTable,
  type SecretSource,
  type TableDeps,
  transact,
} from '@signet/kernel'
import { apiKeyDigest, apiKeyDisplayPrefix, mintApiKey } from './api-key.ts'
import { boundsOf, creatingKeyOf, type NewOrgKey, type OrgKey, refuseAdditionalScopes } from './key-bounds.ts'
import { KEYS_MAX, type KeyRevocation, keyRevocation } from './key-revocation.ts'
import { apiKeyRow, orgKeyRow } from './key-rows.ts'
import { memberGuard } from './member-guard.ts'
import { scopesOf } from './scope-rules.ts'
import { hasScope } from './scopes.ts'
import { userOf } from './user-of.ts'

interface CreatedKey {
  readonly key: OrgKey
  readonly raw: string
}

export interface OrgKeys extends KeyRevocation {
  /**
   * Creates a key. The raw key is returned once and never stored.
   * @throws Refusal 400 for a scope that keys cannot have or an expiry in the past, 403 for more rights than the
   * creator has and for a creator who is no longer a member.
   */
  create(newKey: NewOrgKey): Promise<CreatedKey | Refusal<'key_limit_reached'>>
}

export interface OrgKeysDeps extends TableDeps {
  readonly prefix: string
  readonly knownScopes: readonly string[]
  readonly pepper: SecretSource
  readonly newId: NewId
  readonly now: Clock
  /** The service's rule for scopes; by default a caller has the scopes of its credential. */
  readonly hasScope?: ((caller: Caller, scope: string) => boolean) | undefined
}

const limitReached = (): Refusal<'key_limit_reached'> =>
  refusal('key_limit_reached', `The organization has ${KEYS_MAX} keys, the maximum. Revoke one first`)

const refuseUnknownScopes = (scopes: readonly string[], allowed: readonly string[]): void => {
  const message = `must be one of ${allowed.join(', ')}`
  const errors = scopes.flatMap((scope, i) => (allowed.includes(scope) ? [] : [{ field: `scopes.${i}`, message }]))
  if (errors.length > 0) throw invalidInput(errors)
}

const apiKeyRowOf = (key: OrgKey): RowOf<typeof apiKeyRow> => {
  const { org, userId, scopes, prefix, createdAt, id, expiresAt, dailyBudget, budgetOf, ancestorDigests } = key
  return {
    tenant_id: org,
    org_id: org,
    user_id: userId,
    scopes,
    prefix,
    created_at: createdAt,
    key_id: id,
    ...(expiresAt === undefined ? {} : { revoked_at: expiresAt }),
    ...(dailyBudget === undefined ? {} : { daily_budget: dailyBudget }),
    ...(budgetOf === undefined ? {} : { budget_of: budgetOf }),
    ...(ancestorDigests === undefined ? {} : { ancestor_digests: ancestorDigests }),
  }
}

const createKey = (deps: OrgKeysDeps): OrgKeys['create'] => {
  const { prefix, knownScopes, pepper, newId, now, hasScope: callerHasScope = hasScope } = deps
  const listEntries = rowTable(orgKeyRow, deps)
  const keys = rowTable(apiKeyRow, deps)
  const { list } = keyRevocation(deps)
  const guard = memberGuard(deps)
  return async (newKey) => {
    const { creator, name, scopes } = newKey
    const org = scopesOf(creator).entitlementScope
    const userId = userOf(creator)
    refuseUnknownScopes(scopes, knownScopes)
    const creatingKey = await creatingKeyOf(listEntries, creator, org)
    if (creatingKey) refuseAdditionalScopes(creator, scopes, callerHasScope)
    const bounds = boundsOf(newKey, creatingKey, now())
    const raw = mintApiKey(prefix)
    const digest = apiKeyDigest(await pepper(), raw)
    const visibleParts = {
      prefix: apiKeyDisplayPrefix(prefix, raw),
      last4: raw.slice(-4),
      createdAt: now().toISOString(),
    }
    const key: OrgKey = {
      id: newId(),
      name,
      scopes: [...new Set(scopes)],
      ...visibleParts,
      org,
      userId,
      digest,
      ...bounds,
    }
    const steps = [keys.steps.putNew({ digest }, apiKeyRowOf(key)), listEntries.steps.putNew({ org, id: key.id }, key)]
    const count = async () => (await list(org)).length
    return transact<CreatedKey | Refusal<'key_limit_reached'>>(deps, async () => {
      const listSlot = await limitStep(deps, { owner: org, list: 'keys', max: KEYS_MAX, count })
      if (!listSlot) return { result: limitReached() }
      // The guard fails if the creator's removal has started, because a removal revokes the member's keys.
      return { steps: [...steps, listSlot, ...(await guard({ org, user: userId }))], result: { key, raw } }
    })
  }
}

/** Stores API keys of organizations in the shared table. A key and its list entry are written and removed together. */
export const orgKeys = (deps: OrgKeysDeps): OrgKeys => ({ ...keyRevocation(deps), create: createKey(deps) })
