import { reply } from '@signet/contracts'
import {
  apiKeyDigest,
  apiKeyDisplayPrefix,
  type Clock,
  mintApiKey,
  type NewId,
  notFound,
  type RequestContext,
  type Route,
  route,
  type SecretSource,
} from '@signet/kernel'
import { createKey, listKeys, revokeKey, type ServiceKeyView } from '../contract/keys.ts'
import type { ServiceKeyRow, ServiceKeyTable } from './service-key-table.ts'

/** How keys of the platform begin. */
export const KEY_PREFIX = 'plat_'

export interface KeyDeps {
  readonly keys: ServiceKeyTable
  readonly pepper: SecretSource
  readonly newId: NewId
  readonly now: Clock
}

const view = ({ id, name, scopes, prefix, createdAt }: ServiceKeyRow): ServiceKeyView => ({
  id,
  name,
  scopes,
  prefix,
  createdAt,
})

const orgOf = ({ caller }: Pick<RequestContext, 'caller'>): string => caller.orgId ?? caller.tenantId

/** Keys of applications, made and revoked by signed-in people. */
export const keyRoutes = ({ keys, pepper, newId, now }: KeyDeps): Route[] => [
  route(createKey, async ({ body, ...context }) => {
    const raw = mintApiKey(KEY_PREFIX)
    const row: ServiceKeyRow = {
      id: newId(),
      name: body.name,
      scopes: [...new Set(body.scopes)],
      prefix: apiKeyDisplayPrefix(KEY_PREFIX, raw),
      createdAt: now().toISOString(),
      org: orgOf(context),
      userId: context.caller.userId ?? context.caller.tenantId,
      digest: apiKeyDigest(await pepper(), raw),
    }
    await keys.add(row)
    return reply(201, { ...view(row), key: raw }, { 'cache-control': 'no-store' })
  }),
  route(listKeys, async (context) => reply(200, { keys: (await keys.list(orgOf(context))).map(view) })),
  route(revokeKey, async ({ params, ...context }) => {
    if (!(await keys.remove(orgOf(context), params.id))) throw notFound('There is no such key')
    return reply(204)
  }),
]
