import { parseObject } from '../http/body.ts'
import { invalid, Problem } from '../http/problem.ts'
import { type Call, type Route, reply } from '../http/serve.ts'
import { requireScope } from '../verification/require-scope.ts'
import { read$Entity, type Stored$Entity } from './$kebab.ts'
import { create$Entity, get$Entity, list$Entities, remove$Entity, replace$Entity } from './$kebab-records.ts'

// #if scopes
/** Wraps a route so that it requires a scope of the caller. */
const withScope =
  (scope: 'read' | 'write', run: Route['run']): Route['run'] =>
  (call) => {
    requireScope(call.caller, scope)
    return run(call)
  }
// #endif

const withEtag = (status: number, $entity: Stored$Entity, headers: Record<string, string> = {}): Response =>
  reply(status, $entity, { etag: `"${$entity.version}"`, ...headers })

/** Returns the version in If-Match. */
const versionOf = ({ headers }: Call): number => {
  const tag = headers.get('if-match')
  if (tag === null)
    throw new Problem(428, 'if_match_required', 'Send If-Match with the ETag of the version that you read')
  const version = Number(/^"([0-9]{1,15})"$/.exec(tag)?.[1] ?? Number.NaN)
  if (Number.isNaN(version)) throw invalid('if-match', 'If-Match must be an ETag of this service')
  return version
}

const create = async ({ body, caller, headers, deps }: Call): Promise<Response> => {
  const $entity = read$Entity(parseObject(body))
  const key = headers.get('idempotency-key')
  const created = await create$Entity(deps.records, {
    tenant: caller.tenant,
    $entity,
    key,
    newId: deps.newId,
    now: deps.now(),
  })
  return withEtag(201, created, { location: `/v1/$kebabs/${created.id}` })
}

const list = async ({ url, caller, deps }: Call): Promise<Response> =>
  reply(
    200,
    await list$Entities(deps.records, caller.tenant, {
      limit: url.searchParams.get('limit'),
      cursor: url.searchParams.get('cursor'),
    }),
  )

const get = async ({ params, caller, deps }: Call): Promise<Response> =>
  withEtag(200, await get$Entity(deps.records, caller.tenant, params.id ?? ''))

const replace = async (call: Call): Promise<Response> => {
  const { body, params, caller, deps } = call
  const changed = { ...read$Entity(parseObject(body)), id: params.id ?? '', version: versionOf(call) }
  return withEtag(200, await replace$Entity(deps.records, caller.tenant, changed))
}

const remove = async (call: Call): Promise<Response> => {
  await remove$Entity(call.deps.records, call.caller.tenant, call.params.id ?? '', versionOf(call))
  return new Response(null, { status: 204 })
}

export const $entityRoutes: readonly Route[] = [
  // #if scopes
  { method: 'POST', path: '/v1/$kebabs', run: withScope('write', create) },
  { method: 'GET', path: '/v1/$kebabs', run: withScope('read', list) },
  { method: 'GET', path: '/v1/$kebabs/:id', run: withScope('read', get) },
  { method: 'PUT', path: '/v1/$kebabs/:id', run: withScope('write', replace) },
  { method: 'DELETE', path: '/v1/$kebabs/:id', run: withScope('write', remove) },
  // #else
  { method: 'POST', path: '/v1/$kebabs', run: create },
  { method: 'GET', path: '/v1/$kebabs', run: list },
  { method: 'GET', path: '/v1/$kebabs/:id', run: get },
  { method: 'PUT', path: '/v1/$kebabs/:id', run: replace },
  { method: 'DELETE', path: '/v1/$kebabs/:id', run: remove },
  // #endif
]
