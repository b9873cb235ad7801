import { reply } from '@signet/contracts'
import {
  type keyRotation,
  type keyUse,
  type OrgKeys,
  PLATFORM_KEY_PREFIX,
  type RoleOf,
  scopesOf,
} from '@signet/identity'
import { type Caller, type Clock, forbidden, invalidInput, notFound, Refusal, type Route, route } from '@signet/kernel'
import { createApiKey, deleteApiKey, KeyPreset, listApiKeys, listKeyScopes, rotateApiKey } from '../contract/keys.ts'

interface Preset {
  readonly title: string
  readonly scopes: readonly string[]
}

/** Presets for the most common uses. None includes scopes for payments or members, which must be listed explicitly. */
const keyPresets = (defaultScopes: readonly string[]): Readonly<Record<KeyPreset, Preset>> => ({
  application: { title: 'Read flags in an application', scopes: ['flags:read'] },
  backend: { title: 'Create images in a backend', scopes: ['images:read', 'images:write', 'usage:read'] },
  ci: { title: 'Change flags in CI', scopes: ['account:read', 'flags:read', 'flags:write', 'usage:read'] },
  everything: { title: 'Everything except payments and members', scopes: defaultScopes },
})

export interface KeyDeps {
  readonly keys: OrgKeys
  readonly roleOf: RoleOf
  readonly rotateKey: ReturnType<typeof keyRotation>
  readonly now: Clock
  readonly useOf: ReturnType<typeof keyUse>
  readonly grantable: readonly string[]
  /** Scopes of a key created without explicit scopes. */
  readonly defaultScopes: readonly string[]
}

export const maskedKey = (last4: string): string => `${PLATFORM_KEY_PREFIX}****${last4}`

/** Returns whether the caller has the role `member` and the key belongs to another member. */
const isKeyOfOtherMember = async (
  { keys, roleOf }: Pick<KeyDeps, 'keys' | 'roleOf'>,
  caller: Caller,
  id: string,
): Promise<boolean> => {
  if ((await roleOf(caller)) !== 'member') return false
  const key = (await keys.list(scopesOf(caller).entitlementScope)).find((each) => each.id === id)
  return key !== undefined && key.userId !== caller.userId
}

const scopesRoute = ({ grantable, defaultScopes }: KeyDeps) =>
  route(listKeyScopes, async () => {
    const presets = keyPresets(defaultScopes)
    return reply(200, {
      scopes: grantable.map((scope) => ({ scope, byName: !defaultScopes.includes(scope) })),
      presets: KeyPreset.options.map((preset) => ({
        preset,
        title: presets[preset].title,
        scopes: [...presets[preset].scopes],
      })),
    })
  })

const rotateRoute = ({ keys, rotateKey }: KeyDeps) =>
  route(rotateApiKey, async ({ params: { id }, body, caller }) => {
    const org = scopesOf(caller).entitlementScope
    const key = (await keys.list(org)).find((each) => each.id === id)
    // A raw key acts with the role of the member who created it, so no other member may get it.
    if (key && key.userId !== caller.userId)
      return forbidden('The key belongs to another member. Only the member who created it can rotate it')
    const rotated = key && (await rotateKey({ org, id, graceSeconds: body.grace_seconds }))
    if (!rotated) return notFound('The key does not exist')
    if (rotated instanceof Refusal) return rotated
    const { name, createdAt, rotatedAt = createdAt, oldUntil = null } = rotated.key
    const response = { id, name, createdAt, key: rotated.raw, rotatedAt, oldKeyValidUntil: oldUntil }
    return reply(200, response, { 'cache-control': 'no-store' })
  })

/** Creates, rotates and revokes API keys for signed-in users (spec platform-api 4.2). */
export const keyRoutes = (deps: KeyDeps): Route[] => {
  const { keys, roleOf, useOf, defaultScopes } = deps
  return [
    route(listApiKeys, async ({ caller }) => {
      const keysWithUse = await useOf(await keys.list(scopesOf(caller).entitlementScope))
      const views = keysWithUse.map(
        ({
          id,
          name,
          createdAt,
          last4,
          lastUsed,
          scopes,
          expiresAt = null,
          dailyBudget: limit,
          usedToday: used = 0,
          rotatedAt = null,
          oldUntil = '',
        }) => ({
          id,
          name,
          createdAt,
          lastUsed,
          scopes,
          expiresAt,
          rotatedAt,
          oldKeyValidUntil: oldUntil > deps.now().toISOString() ? oldUntil : null,
          maskedKey: maskedKey(last4),
          dailyBudget: limit === undefined ? null : { limit, used },
        }),
      )
      return reply(200, views)
    }),
    scopesRoute(deps),
    rotateRoute(deps),
    route(createApiKey, async ({ body, caller }) => {
      const { name, preset, expires_at: at, daily_budget: dailyBudget } = body
      if (preset !== undefined && body.scopes !== undefined)
        return invalidInput([{ field: 'preset', message: 'must not be combined with scopes: send one of them' }])
      const { scopes = keyPresets(defaultScopes)[preset ?? 'everything'].scopes } = body
      const expires = at === undefined ? undefined : { at, field: 'expires_at' }
      const created = await keys.create({ creator: caller, name, scopes, expires, dailyBudget })
      if (created instanceof Refusal) return created
      const { id, createdAt } = created.key
      return reply(201, { id, name, key: created.raw, createdAt }, { 'cache-control': 'no-store' })
    }),
    route(deleteApiKey, async ({ params, caller }) => {
      if (await isKeyOfOtherMember({ keys, roleOf }, caller, params.id))
        return forbidden(
          'The key belongs to another member. Only the member who created it, an admin or an owner can delete it',
        )
      if (!(await keys.revoke(scopesOf(caller).entitlementScope, params.id))) return notFound('The key does not exist')
      return reply(204)
    }),
  ]
}
