import { invalidInput, type Refusal, refusal } from '@signet/contracts/http'
import {
  type Clock,
  type NewId,
  type RowOf,
  rowTable,
  type SecretSource,
  type TableDeps,
  transact,
  type WriteStep,
} from '@signet/kernel'
import { apiKeyDigest, apiKeyDisplayPrefix, mintApiKey } from './api-key.ts'
import { apiKeyRow, orgKeyRow } from './key-rows.ts'

/** The most keys of an organisation. */
export const KEYS_MAX = 50

/**
 * Keys that were made concurrently may exceed the limit. Every working key must be listed, or nobody could revoke it.
 */
const LISTED_MAX = 10 * KEYS_MAX

/** A key of an application, as its organisation sees it. */
export type OrgKey = RowOf<typeof orgKeyRow>

/** The properties of a new key. */
export interface NewOrgKey {
  readonly org: string
  readonly userId: string
  readonly name: string
  readonly scopes: readonly string[]
  /** ISO time from which it is refused; absent: it is valid until it is revoked. */
  readonly expiresAt?: string | undefined
  /** Credits that it may take in a UTC day; absent: no limit of its own. */
  readonly dailyBudget?: number | undefined
  /** Writes whose conditions must hold for the key to be made. They are read again with each attempt. */
  readonly guard?: () => Promise<readonly WriteStep[]>
}

/** Keys of applications. Signed-in people of an organisation make and revoke them. */
export interface OrgKeys {
  /**
   * Makes a key. The raw key is returned this once, and never stored.
   * @throws Refusal 400 for a scope that keys cannot have.
   */
  create(wanted: NewOrgKey): Promise<{ readonly key: OrgKey; readonly raw: string } | Refusal<'key_limit_reached'>>
  /** Newest first. */
  list(org: string): Promise<readonly OrgKey[]>
  /** False if the organisation has no such key. */
  revoke(org: string, id: string): Promise<boolean>
  /** Revokes the keys that one person has made. */
  revokeAllOf(org: string, userId: string): Promise<void>
}

export interface OrgKeysDeps extends TableDeps {
  /** The prefix of the keys, such as `plat_`. */
  readonly prefix: string
  /** Scopes that a key of an organisation can have. */
  readonly knownScopes: readonly string[]
  readonly pepper: SecretSource
  readonly newId: NewId
  readonly now: Clock
}

const limitReached = (): Refusal<'key_limit_reached'> =>
  refusal('key_limit_reached', `An organisation has at most ${KEYS_MAX} keys: revoke one first`)

const refuseUnknownScopes = (scopes: readonly string[], allowed: readonly string[]): void => {
  const message = `is none of ${allowed.join(', ')}`
  const errors = scopes.flatMap((scope, i) => (allowed.includes(scope) ? [] : [{ field: `scopes.${i}`, message }]))
  if (errors.length > 0) throw invalidInput(errors)
}

/** Keys of organisations over the one table. The key and its entry in the list are written and removed together. */
export const orgKeys = (deps: OrgKeysDeps): OrgKeys => {
  const { prefix, knownScopes, pepper, newId, now } = deps
  const listed = rowTable(orgKeyRow, deps)
  const keys = rowTable(apiKeyRow, deps)

  const list: OrgKeys['list'] = async (org) =>
    (await listed.page({ org }, { limit: LISTED_MAX, newestFirst: true })).rows

  const revoke: OrgKeys['revoke'] = (org, id) =>
    transact(deps, async () => {
      const key = await listed.get({ org, id })
      if (!key) return { result: false }
      const { digest } = key
      return { steps: [keys.steps.remove({ digest }), listed.steps.remove({ org, id })], result: true }
    })

  return {
    list,
    async create({ org, userId, name, scopes, expiresAt, dailyBudget, guard = async () => [] }) {
      refuseUnknownScopes(scopes, knownScopes)
      // Concurrent requests may exceed it slightly. The limit keeps lists short; it protects no right.
      if ((await list(org)).length >= KEYS_MAX) return limitReached()
      const raw = mintApiKey(prefix)
      const createdAt = now().toISOString()
      const id = newId()
      const digest = apiKeyDigest(await pepper(), raw)
      const shown = apiKeyDisplayPrefix(prefix, raw)
      const shownKey = { id, name, scopes: [...new Set(scopes)], prefix: shown, last4: raw.slice(-4), createdAt }
      const limits = {
        ...(expiresAt === undefined ? {} : { expiresAt }),
        ...(dailyBudget === undefined ? {} : { dailyBudget }),
      }
      const key: OrgKey = { ...shownKey, org, userId, digest, ...limits }
      const granted = { scopes: key.scopes, prefix: shown, created_at: createdAt, key_id: id }
      const end = {
        ...(expiresAt === undefined ? {} : { revoked_at: expiresAt }),
        ...(dailyBudget === undefined ? {} : { daily_budget: dailyBudget }),
      }
      const row = { tenant_id: org, org_id: org, user_id: userId, ...granted, ...end }
      const steps = [keys.steps.putNew({ digest }, row), listed.steps.putNew({ org, id }, key)]
      return transact(deps, async () => ({ steps: [...steps, ...(await guard())], result: { key, raw } }))
    },
    revoke,
    async revokeAllOf(org, userId) {
      const made = (await list(org)).filter((key) => key.userId === userId)
      for (const { id } of made) await revoke(org, id)
    },
  }
}
