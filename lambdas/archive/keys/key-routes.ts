import { reply } from '@signet/contracts'
import { type OrgKey, type OrgKeys, scopesOf } from '@signet/identity'
import { notFound, Refusal, type Route, route } from '@signet/kernel'
import { type ArchiveKey, createArchiveKey, listArchiveKeys, revokeArchiveKey } from '../contract/keys.ts'
import { keyScopeOf, scopesOfKey } from './scopes.ts'

export interface KeyDeps {
  readonly keys: OrgKeys
}

/** Returns no entry for a key without a scope of the archive, or with other scopes. */
const archiveKeysIn = ({ id, name, scopes, prefix, createdAt, expiresAt }: OrgKey): readonly ArchiveKey[] => {
  const scope = keyScopeOf(scopes)
  return scope === undefined ? [] : [{ id, name, scope, prefix, createdAt, expiresAt: expiresAt ?? null }]
}

export const keyRoutes = ({ keys }: KeyDeps): Route[] => [
  route(createArchiveKey, async ({ body: { name, scope, expiresAt }, caller }) => {
    const expires = expiresAt === undefined ? undefined : { at: expiresAt, field: 'expiresAt' }
    const created = await keys.create({ creator: caller, name, scopes: scopesOfKey(scope), expires })
    if (created instanceof Refusal) return created
    const { id, prefix, createdAt } = created.key
    const view = { id, name, scope, prefix, createdAt, expiresAt: created.key.expiresAt ?? null }
    return reply(201, { ...view, key: created.raw }, { 'cache-control': 'no-store' })
  }),
  route(listArchiveKeys, async ({ caller }) =>
    reply(200, { keys: (await keys.list(scopesOf(caller).entitlementScope)).flatMap(archiveKeysIn) }),
  ),
  route(revokeArchiveKey, async ({ params: { id }, caller }) => {
    const org = scopesOf(caller).entitlementScope
    const isArchiveKey = (await keys.list(org)).flatMap(archiveKeysIn).some((key) => key.id === id)
    if (!isArchiveKey || !(await keys.revoke(org, id))) return notFound('The key does not exist')
    return reply(204)
  }),
]
