import { type Code, code } from '../../code.ts'

/** `$kebab.ts` of what only reads: the shape alone. */
export const readShape = code`
/** A $noun as it is kept. Change the shape here; everything else follows. */
export interface $Entity {
  readonly name: string
  readonly note: string
}

/** A $noun as callers read it. */
export interface Kept$Entity extends $Entity {
  readonly id: string
  readonly version: number
}
`

export const shape = code`
import { invalid } from '../http/problem.ts'

${readShape}

const text = (body: Readonly<Record<string, unknown>>, field: string, min: number, max: number): string => {
  const value = body[field] ?? ''
  if (typeof value !== 'string' || value.length < min || value.length > max)
    throw invalid(field, field + ' must be a text of ' + min + ' to ' + max + ' characters')
  return value
}

const FIELDS = ['name', 'note']

/** The $noun in a body. @throws Problem 400 that names the field. */
export const read$Entity = (body: Readonly<Record<string, unknown>>): $Entity => {
  const strange = Object.keys(body).find((field) => !FIELDS.includes(field))
  if (strange !== undefined) throw invalid(strange.slice(0, 40), 'There is no such field')
  return { name: text(body, 'name', 1, 200), note: text(body, 'note', 0, 2_000) }
}
`

const FIND = code`
const MAX_PAGE = 100

/** $Entities of a tenant. The tenant comes from the verified caller, and is part of every key. */
const partitionOf = (tenant: string): string => '$kebabs#' + tenant

const keptOf = ({ id, version, value }: Row<$Entity>): Kept$Entity => ({ ...value, id, version })

/** Longest id: the table takes no key of more than 1,024 bytes. */
const MAX_ID = 200

/** @throws Problem 404 when it is absent, or of another tenant. */
export const get$Entity = async (records: Records, tenant: string, id: string): Promise<Kept$Entity> => {
  if (id.length > MAX_ID) throw absent()
  const row = await records.get<$Entity>(partitionOf(tenant), id)
  if (row === undefined) throw absent()
  return keptOf(row)
}

export interface $EntityPage {
  readonly items: readonly Kept$Entity[]
  /** Where the next page begins; absent on the last. */
  readonly next?: string
}

const afterOf = (cursor: string | null): string | undefined => {
  if (cursor === null) return undefined
  const id = Buffer.from(cursor, 'base64url').toString('utf8')
  if (id === '' || id.length > MAX_ID || Buffer.from(id).toString('base64url') !== cursor) throw invalid('cursor', 'That is no cursor of ours')
  return id
}

const limitOf = (limit: string | null): number => {
  const wanted = limit === null ? 20 : Number(limit)
  if (!Number.isInteger(wanted) || wanted < 1 || wanted > MAX_PAGE) throw invalid('limit', 'limit must be 1 to ' + MAX_PAGE)
  return wanted
}

/** A page in the order of ids. */
export const list$Entities = async (
  records: Records,
  tenant: string,
  query: { readonly limit: string | null; readonly cursor: string | null },
): Promise<$EntityPage> => {
  const limit = limitOf(query.limit)
  const after = afterOf(query.cursor)
  const rows = await records.list<$Entity>(partitionOf(tenant), { limit: limit + 1, ...(after === undefined ? {} : { after }) })
  const items = rows.slice(0, limit).map(keptOf)
  const last = rows.length > limit ? items.at(-1)?.id : undefined
  return { items, ...(last === undefined ? {} : { next: Buffer.from(last).toString('base64url') }) }
}
`

const CREATE = code`
/** How long a key is remembered: a repetition behind that is a creation of its own. */
const KEY_MS = 259_200_000

/** What a key has made, from when on it is used. */
interface Keyed {
  /** SHA-256 of the body it came with. */
  readonly digest: string
  /** The very reply, whatever became of the $noun since. */
  readonly made: Kept$Entity
  /** False until the $noun is there: who comes again finishes what was begun. */
  readonly isMade: boolean
  /** When the key is forgotten: milliseconds since 1970. */
  readonly until: number
}

const keysOf = (tenant: string): string => '$kebabs-keys#' + tenant

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex')

interface Creation {
  readonly tenant: string
  readonly $entity: $Entity
  /** Idempotency-Key of the caller. */
  readonly key: string | null
  readonly newId: () => string
  /** Milliseconds since 1970. */
  readonly now: number
}

/** Makes what a key began, and notes that it is there. */
const finish = async (records: Records, tenant: string, { id, version, value }: Row<Keyed>): Promise<Kept$Entity> => {
  const { id: made, version: _first, ...$entity } = value.made
  // Either is false when another finished it meanwhile: then it is there, and noted.
  await records.insert(partitionOf(tenant), made, $entity)
  await records.replace(keysOf(tenant), id, { ...value, isMade: true } satisfies Keyed, version, value.until)
  return value.made
}

/** Makes one. With a key it is made once: a repetition has the same reply, with another body it is 409. */
export const create$Entity = async (records: Records, { tenant, $entity, key, newId, now }: Creation): Promise<Kept$Entity> => {
  const made: Kept$Entity = { ...$entity, id: newId(), version: 1 }
  if (key === null) {
    if (!(await records.insert(partitionOf(tenant), made.id, $entity))) throw new Error('The new id is taken')
    return made
  }
  if (key.length < 1 || key.length > 200) throw invalid('idempotency-key', 'The key must have 1 to 200 characters')
  const keyed: Keyed = { digest: sha256(JSON.stringify($entity)), made, isMade: false, until: now + KEY_MS }
  const id = sha256(key)
  if (await records.insert(keysOf(tenant), id, keyed, keyed.until)) return finish(records, tenant, { id, version: 1, value: keyed })
  const row = await records.get<Keyed>(keysOf(tenant), id)
  if (row === undefined) throw new Problem(409, 'idempotency_key_reused', 'The key has just ended: send it again')
  if (row.value.digest !== keyed.digest) throw new Problem(409, 'idempotency_key_reused', 'The key was used for another body')
  return row.value.isMade ? row.value.made : finish(records, tenant, row)
}
`

const CHANGE = code`
const changed = (): Problem => new Problem(412, 'version_mismatch', 'It was changed meanwhile: read it again')

/** Changes the version that the caller has read. @throws Problem 404, or 412 when it has another version. */
export const replace$Entity = async (
  records: Records,
  tenant: string,
  { id, version, ...$entity }: Kept$Entity,
): Promise<Kept$Entity> => {
  if (id.length > MAX_ID) throw absent()
  if (await records.replace(partitionOf(tenant), id, $entity, version)) return { ...$entity, id, version: version + 1 }
  await get$Entity(records, tenant, id)
  throw changed()
}

/** Removes the version that the caller has read. @throws Problem 404, or 412 when it has another version. */
export const remove$Entity = async (records: Records, tenant: string, id: string, version: number): Promise<void> => {
  if (id.length > MAX_ID) throw absent()
  if (await records.remove(partitionOf(tenant), id, version)) return
  await get$Entity(records, tenant, id)
  throw changed()
}
`

/** `find-$kebabs.ts` of what does not change $kebabs: what only reads. */
export const find = code`
import { absent, invalid } from '../http/problem.ts'
import type { Records, Row } from '../records/records.ts'
import type { $Entity, Kept$Entity } from './$kebab.ts'

${FIND.replace('const partitionOf', 'export const partitionOf') as Code}
`

/** `create-$kebabs.ts` beside it: what adds, and changes nothing. */
export const create = code`
import { createHash } from 'node:crypto'
import { invalid, Problem } from '../http/problem.ts'
import type { Records, Row } from '../records/records.ts'
import type { $Entity, Kept$Entity } from './$kebab.ts'
import { partitionOf } from './find-$kebabs.ts'

${CREATE}
`

/** `keep-$kebabs.ts` of what does all of it. */
export const keep = code`
import { createHash } from 'node:crypto'
import { absent, invalid, Problem } from '../http/problem.ts'
import type { Records, Row } from '../records/records.ts'
import type { $Entity, Kept$Entity } from './$kebab.ts'

${FIND}

${CREATE}

${CHANGE}
`

const SCOPED = code`
import { requireScope } from '../verification/require-scope.ts'

/** The same for callers with the scope alone. */
const needs =
  (scope: 'read' | 'write', run: Route['run']): Route['run'] =>
  (call) => {
    requireScope(call.caller, scope)
    return run(call)
  }
`

const HANDLERS = code`
const tagged = (status: number, $entity: Kept$Entity, headers: Record<string, string> = {}): Response =>
  reply(status, $entity, { etag: '"' + $entity.version + '"', ...headers })

/** The version that a change is about. */
const versionOf = ({ headers }: Call): number => {
  const tag = headers.get('if-match')
  if (tag === null) throw new Problem(428, 'if_match_required', 'Send If-Match with the ETag that you have read')
  const version = Number(/^"([0-9]{1,15})"$/.exec(tag)?.[1] ?? Number.NaN)
  if (Number.isNaN(version)) throw invalid('if-match', 'If-Match must be an ETag of ours')
  return version
}

const create = async ({ body, caller, headers, deps }: Call): Promise<Response> => {
  const $entity = read$Entity(parseObject(body))
  const key = headers.get('idempotency-key')
  const made = await create$Entity(deps.records, { tenant: caller.tenant, $entity, key, newId: deps.newId, now: deps.now() })
  return tagged(201, made, { location: '/v1/$kebabs/' + made.id })
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
  tagged(200, await get$Entity(deps.records, caller.tenant, params.id ?? ''))

const replace = async (call: Call): Promise<Response> => {
  const { body, params, caller, deps } = call
  const kept = { ...read$Entity(parseObject(body)), id: params.id ?? '', version: versionOf(call) }
  return tagged(200, await replace$Entity(deps.records, caller.tenant, kept))
}

const remove = async (call: Call): Promise<Response> => {
  await remove$Entity(call.deps.records, call.caller.tenant, call.params.id ?? '', versionOf(call))
  return new Response(null, { status: 204 })
}
`

/** `$kebab-routes.ts`. @param isScoped whether callers have scopes. */
export const api = (isScoped: boolean): Code => {
  const needs = (scope: string, run: Code): Code => (isScoped ? code`needs('${scope as Code}', ${run})` : run)
  return code`
import { parseObject } from '../http/body.ts'
import { invalid, Problem } from '../http/problem.ts'
import { type Call, reply, type Route } from '../http/serve.ts'
import { type Kept$Entity, read$Entity } from './$kebab.ts'
import { create$Entity, get$Entity, list$Entities, remove$Entity, replace$Entity } from './keep-$kebabs.ts'
${isScoped ? SCOPED : code``}

${HANDLERS}

export const $entityRoutes: readonly Route[] = [
  { method: 'POST', path: '/v1/$kebabs', run: ${needs('write', code`create`)} },
  { method: 'GET', path: '/v1/$kebabs', run: ${needs('read', code`list`)} },
  { method: 'GET', path: '/v1/$kebabs/:id', run: ${needs('read', code`get`)} },
  { method: 'PUT', path: '/v1/$kebabs/:id', run: ${needs('write', code`replace`)} },
  { method: 'DELETE', path: '/v1/$kebabs/:id', run: ${needs('write', code`remove`)} },
]
`
}
