import { reply } from '@signet/contracts'
import { type keyUse, type OrgKeys, PLATFORM_KEY_PREFIX, type RoleOf, scopesOf, userOf } from '@signet/identity'
import { type Caller, type Clock, forbidden, invalidInput, notFound, Refusal, type Route, route } from '@signet/kernel'
import { createApiKey, deleteApiKey, listApiKeys } from '../contract/keys.ts'
import type { OrganisationTable } from '../organisations/organisation-table.ts'

export interface KeyDeps {
  readonly organisations: Pick<OrganisationTable, 'guard'>
  readonly keys: OrgKeys
  readonly roleOf: RoleOf
  readonly useOf: ReturnType<typeof keyUse>
  /** Scopes that a key may have. */
  readonly grantable: readonly string[]
  readonly now: Clock
}

/** Enough to recognise a key, too little to use it. */
export const maskedKey = (last4: string): string => `${PLATFORM_KEY_PREFIX}****${last4}`

/** Whether a plain member asks about another member's key. */
const isOthers = async (
  { keys, roleOf }: Pick<KeyDeps, 'keys' | 'roleOf'>,
  caller: Caller,
  id: string,
): Promise<boolean> => {
  if ((await roleOf(caller)) !== 'member') return false
  const key = (await keys.list(scopesOf(caller).entitlementScope)).find((each) => each.id === id)
  return key !== undefined && key.userId !== caller.userId
}

/** Keys of applications, made and revoked by signed-in people (spec platform-api 4.2). */
export const keyRoutes = ({ keys, organisations, roleOf, useOf, grantable, now }: KeyDeps): Route[] => [
  route(listApiKeys, async ({ caller }) => {
    const keysWithUse = await useOf(await keys.list(scopesOf(caller).entitlementScope))
    const shown = keysWithUse.map(
      ({ id, name, createdAt, last4, lastUsed, dailyBudget: limit, usedToday: used = 0 }) => ({
        ...{ id, name, createdAt, lastUsed },
        maskedKey: maskedKey(last4),
        dailyBudget: limit === undefined ? null : { limit, used },
      }),
    )
    return reply(200, shown)
  }),
  route(createApiKey, async ({ body, caller }) => {
    const { name, scopes = grantable, expires_at, daily_budget: dailyBudget } = body
    const expiresAt = expires_at === undefined ? undefined : new Date(expires_at).toISOString()
    if (expiresAt !== undefined && expiresAt <= now().toISOString())
      return invalidInput([{ field: 'expires_at', message: 'must be in the future' }])
    const org = scopesOf(caller).entitlementScope
    const userId = userOf(caller)
    const guard = () => organisations.guard({ org, user: userId })
    const made = await keys.create({ org, userId, name, scopes, expiresAt, dailyBudget, guard })
    if (made instanceof Refusal) return made
    const { id, createdAt } = made.key
    return reply(201, { id, name, key: made.raw, createdAt }, { 'cache-control': 'no-store' })
  }),
  route(deleteApiKey, async ({ params, caller }) => {
    if (await isOthers({ keys, roleOf }, caller, params.id))
      return forbidden('The key belongs to another member: only its maker, an admin or an owner can delete it')
    if (!(await keys.revoke(scopesOf(caller).entitlementScope, params.id))) return notFound('There is no such key')
    return reply(204)
  }),
]
