import { reply } from '@signet/contracts'
import { type OrgKey, type OrgKeys, scopesOf } from '@signet/identity'
import { notFound, Refusal, type Route, route } from '@signet/kernel'
import { createKey, listKeys, revokeKey, type ServiceKeyView } from '../contract/keys.ts'

export interface KeyDeps {
  readonly keys: OrgKeys
}

const keyView = ({ id, name, scopes, prefix, createdAt }: OrgKey): ServiceKeyView => ({
  id,
  name,
  scopes,
  prefix,
  createdAt,
})

export const keyRoutes = ({ keys }: KeyDeps): Route[] => [
  route(createKey, async ({ body: { name, scopes }, caller }) => {
    const creation = await keys.create({ creator: caller, name, scopes })
    if (creation instanceof Refusal) return creation
    return reply(201, { ...keyView(creation.key), key: creation.raw }, { 'cache-control': 'no-store' })
  }),
  route(listKeys, async ({ caller }) =>
    reply(200, { keys: (await keys.list(scopesOf(caller).entitlementScope)).map(keyView) }),
  ),
  route(revokeKey, async ({ params, caller }) => {
    if (!(await keys.revoke(scopesOf(caller).entitlementScope, params.id)))
      return notFound('The API key does not exist')
    return reply(204)
  }),
]
