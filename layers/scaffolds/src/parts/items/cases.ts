import { type Code, code, joined } from '../../code.ts'
import { testCase } from '../../describe.ts'
import type { Case, Context, Suite } from '../../design.ts'
import { type EntityNames, fill } from '../../names.ts'
import { knowsTenants } from '../verification/caller-parts.ts'

const HEAD = code`
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { http } from '../src/handler.ts'
import { create$Entity } from '../src/$kebab/keep-$kebabs.ts'
import { authorized } from './support/credentials.ts'
import { world } from './support/world.ts'

type Deps = ReturnType<typeof world>['deps']

const call = (deps: Deps, method: string, path: string, body?: unknown, headers: Record<string, string> = {}): Promise<Response> =>
  http(authorized(method, '/v1/$kebabs' + path, body === undefined ? undefined : JSON.stringify(body), { headers }), deps)

const made = async (deps: Deps, name: string, headers: Record<string, string> = {}): Promise<{ id: string; version: number }> => {
  const response = await call(deps, 'POST', '', { name }, headers)
  assert.equal(response.status, 201, name)
  return (await response.json()) as { id: string; version: number }
}
`

const SCOPED_KEY = code`
/** A request of a key with other scopes. */
const withScopes = (deps: Deps, scopes: readonly string[], method: string, path: string, body?: string): Promise<Response> => {
  const [key] = JSON.parse(API_KEYS) as [Record<string, unknown>]
  const secret = async () => JSON.stringify([{ ...key, scopes }])
  return http(authorized(method, path, body, { headers: { 'if-match': '"1"' } }), { ...deps, secret })
}
`

const SCOPED_TOKEN = code`
/** A request of a token with other scopes. */
const withScopes = (deps: Deps, scopes: readonly string[], method: string, path: string, body?: string): Promise<Response> =>
  http(authorized(method, path, body, { headers: { 'if-match': '"1"' }, token: tokenOf({ scope: scopes.join(' ') }) }), deps)
`

/** Whether callers have tokens of an issuer. */
export const hasTokens = ({ traits }: Context): boolean =>
  traits.verification === 'jwt' || traits.verification === 'oauth'

/** Whether callers have scopes: all but everybody. Signed requests have bodies, and reading has none: there are keys instead. */
export const hasScopes = (context: Context): boolean => knowsTenants(context) || context.traits.verification === 'hmac'

const headOf = (context: Context): Code => {
  const names = [
    hasScopes(context) && !hasTokens(context) ? 'API_KEYS' : '',
    'authorized',
    knowsTenants(context) ? 'foreign' : '',
    hasTokens(context) ? 'tokenOf' : '',
  ].filter((name) => name !== '')
  const head = HEAD.replace('{ authorized }', `{ ${names.join(', ')} }`) as Code
  if (!hasScopes(context)) return head
  return joined([head, hasTokens(context) ? SCOPED_TOKEN : SCOPED_KEY], '\n\n')
}

const cases: readonly Case[] = [
  testCase(
    'e2e',
    ['items'],
    [code`a $noun`, code`it is made, read, changed and removed`, code`each step answers what is kept`],
    code`
  const { deps } = world()
  const { id } = await made(deps, 'first')
  const read = await call(deps, 'GET', '/' + id)
  assert.equal(read.headers.get('etag'), '"1"')
  assert.deepEqual(await read.json(), { id, version: 1, name: 'first', note: '' })
  const changed = await call(deps, 'PUT', '/' + id, { name: 'second', note: 'n' }, { 'if-match': '"1"' })
  assert.deepEqual(await changed.json(), { id, version: 2, name: 'second', note: 'n' })
  assert.equal((await call(deps, 'DELETE', '/' + id, undefined, { 'if-match': '"2"' })).status, 204)
  for (const gone of [id, 'x'.repeat(1_025)])
    for (const method of ['GET', 'PUT', 'DELETE'])
      assert.equal((await call(deps, method, '/' + gone, method === 'PUT' ? { name: 'x' } : undefined, { 'if-match': '"2"' })).status, 404, method)
`,
  ),
  testCase(
    'integration',
    ['items', 'items-overwrite', 'records-lost-update'],
    [
      code`a $noun that was changed meanwhile`,
      code`an old version is written or removed`,
      code`412, and 428 without a version`,
    ],
    code`
  const { deps } = world()
  const { id } = await made(deps, 'first')
  await call(deps, 'PUT', '/' + id, { name: 'second' }, { 'if-match': '"1"' })
  assert.equal((await call(deps, 'PUT', '/' + id, { name: 'third' }, { 'if-match': '"1"' })).status, 412)
  assert.equal((await call(deps, 'DELETE', '/' + id, undefined, { 'if-match': '"1"' })).status, 412)
  assert.equal((await call(deps, 'PUT', '/' + id, { name: 'third' })).status, 428)
  assert.equal((await call(deps, 'PUT', '/' + id, { name: 'third' }, { 'if-match': 'W/"2"' })).status, 400)
`,
  ),
  testCase(
    'integration',
    ['items-once'],
    [
      code`an idempotency key`,
      code`the request comes again, also behind a change and a removal, then with another body`,
      code`the same reply and one $noun, then 409`,
    ],
    code`
  const { deps } = world()
  const key = { 'idempotency-key': 'k-1' }
  const kept = async () => ((await (await call(deps, 'GET', '')).json()) as { items: unknown[] }).items.length
  const first = await made(deps, 'same', key)
  assert.deepEqual(await made(deps, 'same', key), first)
  assert.equal((await call(deps, 'POST', '', { name: 'other' }, key)).status, 409)
  assert.equal(await kept(), 1)
  await call(deps, 'PUT', '/' + first.id, { name: 'changed' }, { 'if-match': '"1"' })
  assert.deepEqual(await made(deps, 'same', key), first)
  await call(deps, 'DELETE', '/' + first.id, undefined, { 'if-match': '"2"' })
  assert.deepEqual(await made(deps, 'same', key), first)
  assert.equal(await kept(), 0)
`,
  ),
  testCase(
    'integration',
    ['items', 'records-lost-update'],
    [code`an id that is taken`, code`a $noun is to have it`, code`500, and what was there stays`],
    code`
  const { deps } = world()
  const { id } = await made(deps, 'first')
  assert.equal((await call({ ...deps, newId: () => id }, 'POST', '', { name: 'second' })).status, 500)
  assert.equal(((await (await call(deps, 'GET', '/' + id)).json()) as { name: string }).name, 'first')
`,
  ),
  testCase(
    'unit',
    ['items-once'],
    [code`a key of three days ago`, code`it is used again`, code`until then it is the same $noun, then another`],
    code`
  const { deps, clock } = world()
  const make = async () => (await create$Entity(deps.records, { tenant: 't', $entity: { name: 'x', note: '' }, key: 'k', newId: deps.newId, now: deps.now() })).id
  const first = await make()
  clock.at += 3 * 86_400_000 - 1
  assert.equal(await make(), first)
  clock.at += 1
  assert.notEqual(await make(), first)
`,
  ),
  testCase(
    'integration',
    ['items-once'],
    [code`a worker that died between key and $noun`, code`the request comes again`, code`the $noun is there, once`],
    code`
  const { deps } = world()
  const { insert } = deps.records
  const dying = {
    ...deps,
    records: Object.assign(Object.create(deps.records) as typeof deps.records, {
      insert: (partition: string, ...rest: [string, unknown, number?]) =>
        partition.startsWith('$kebabs#') ? Promise.reject(new Error('died')) : insert.call(deps.records, partition, ...rest),
    }),
  }
  const key = { 'idempotency-key': 'k-1' }
  assert.equal((await call(dying, 'POST', '', { name: 'same' }, key)).status, 500)
  const { id } = await made(deps, 'same', key)
  assert.equal((await call(deps, 'GET', '/' + id)).status, 200)
  assert.equal(((await (await call(deps, 'GET', '')).json()) as { items: unknown[] }).items.length, 1)
`,
  ),
  testCase(
    'integration',
    ['items', 'items-paged', 'records-unbounded'],
    [code`more $nouns than a page`, code`they are listed by cursor`, code`each comes once, and limits are held`],
    code`
  const { deps } = world()
  for (let at = 0; at < 5; at++) await made(deps, 'n' + at)
  const seen: string[] = []
  let cursor = ''
  for (let page = 0; page < 3; page++) {
    const response = await call(deps, 'GET', '?limit=2' + (cursor === '' ? '' : '&cursor=' + cursor))
    const { items, next = '' } = (await response.json()) as { items: { name: string }[]; next?: string }
    seen.push(...items.map(({ name }) => name))
    cursor = next
  }
  assert.deepEqual([seen, cursor], [['n0', 'n1', 'n2', 'n3', 'n4'], ''])
  const beyond = Buffer.from('x'.repeat(201)).toString('base64url')
  for (const query of ['?cursor=' + beyond, '?limit=0', '?limit=101', '?limit=x', '?cursor=%20'])
    assert.equal((await call(deps, 'GET', query)).status, 400, query)
`,
  ),
  testCase(
    'integration',
    ['items-strict', 'items-strange', 'http-refusals'],
    [code`bodies with wrong, missing or strange fields`, code`they are sent`, code`400 that names the field`],
    code`
  const { deps } = world()
  const wrong: [unknown, string][] = [[{}, 'name'], [{ name: '' }, 'name'], [{ name: 'x'.repeat(201) }, 'name'], [{ name: 1 }, 'name'], [{ name: 'x', note: 5 }, 'note'], [{ name: 'x', admin: true }, 'admin']]
  for (const [body, field] of wrong) {
    const response = await call(deps, 'POST', '', body)
    assert.deepEqual([response.status, ((await response.json()) as { field: string }).field], [400, field])
  }
`,
  ),
]

const isolation = testCase(
  'e2e',
  ['items', 'items-foreign', 'records-foreign'],
  [
    code`a $noun of another tenant`,
    code`every route is called with its id`,
    code`404 as if it were absent, and lists are empty`,
  ],
  code`
  const { deps } = world()
  const { id } = await made(deps, 'of a')
  const strange = (method: string, path: string, body?: unknown) =>
    http(foreign(method, '/v1/$kebabs' + path, body === undefined ? undefined : JSON.stringify(body), { 'if-match': '"1"' }), deps)
  assert.equal((await strange('GET', '/' + id)).status, 404)
  assert.equal((await strange('PUT', '/' + id, { name: 'stolen' })).status, 404)
  assert.equal((await strange('DELETE', '/' + id)).status, 404)
  assert.deepEqual(await (await strange('GET', '')).json(), { items: [] })
  const keyed = { 'idempotency-key': 'k-1' }
  const ours = await made(deps, 'ours', keyed)
  const theirs = await http(foreign('POST', '/v1/$kebabs', '{"name":"theirs"}', keyed), deps)
  assert.equal(theirs.status, 201)
  assert.notEqual(((await theirs.json()) as { id: string }).id, ours.id)
  assert.equal((await call(deps, 'GET', '/' + id)).status, 200)
`,
)

const scoped = testCase(
  'e2e',
  ['items-scoped', 'items-unscoped'],
  [
    code`callers without scopes, or with one of them`,
    code`every route is called`,
    code`reading needs read, changing needs write, and what is refused has no effect`,
  ],
  code`
  const { deps } = world()
  const { id } = await made(deps, 'first')
  const statusOf = async (scopes: readonly string[], method: string, path: string, body?: string) =>
    (await withScopes(deps, scopes, method, '/v1/$kebabs' + path, body)).status
  for (const scopes of [[], ['write'], ['reader']])
    for (const path of ['', '/' + id]) assert.equal(await statusOf(scopes, 'GET', path), 403, path)
  for (const scopes of [[], ['read'], ['writer']])
    for (const [method, path] of [['POST', ''], ['PUT', '/' + id], ['DELETE', '/' + id]] as const)
      assert.equal(await statusOf(scopes, method, path, method === 'DELETE' ? undefined : '{"name":"x"}'), 403, method)
  assert.equal((await call(deps, 'GET', '/' + id)).headers.get('etag'), '"1"')
  assert.equal(await statusOf(['read'], 'GET', '/' + id), 200)
  assert.equal(await statusOf(['write'], 'DELETE', '/' + id), 204)
`,
)

/** The tests of one entity. */
export const suiteOf = (names: EntityNames, context: Context): Suite => {
  const all = [...cases, ...(knowsTenants(context) ? [isolation] : []), ...(hasScopes(context) ? [scoped] : [])]
  const filled = all.map((each) => ({
    ...each,
    ...{
      given: fill(each.given, names),
      when: fill(each.when, names),
      outcome: fill(each.outcome, names),
      body: fill(each.body, names),
    },
  }))
  return {
    path: fill('test/$kebabs.test.ts', names),
    head: fill(headOf(context), names),
    cases: filled,
  }
}
