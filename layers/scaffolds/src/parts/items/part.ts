import { type Code, code } from '../../code.ts'
import { testCase } from '../../describe.ts'
import type { Case, Context, Interface, Part, Suite, ThreatDraft } from '../../design.ts'
import { type EntityNames, fill } from '../../names.ts'
import { knowsTenants } from '../verification/caller-parts.ts'
import { api, keep, shape } from './source.ts'

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

const TENANT_HEAD = HEAD.replace('{ authorized }', '{ authorized, foreign }') as Code

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
  assert.equal((await call(deps, 'GET', '/' + id)).status, 404)
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
    ['items-paged', 'records-unbounded'],
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
  for (const query of ['?limit=0', '?limit=101', '?limit=x', '?cursor=%20'])
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

const suiteOf = (names: EntityNames, context: Context): Suite => {
  const all = knowsTenants(context) ? [...cases, isolation] : cases
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
    head: fill(knowsTenants(context) ? TENANT_HEAD : HEAD, names),
    cases: filled,
  }
}

const interfacesOf = (names: EntityNames): Interface[] =>
  (
    [
      [code`POST`, code`/v1/$kebabs`, code`{name, note?}, Idempotency-Key`, code`201 the $noun, ETag`],
      [code`GET`, code`/v1/$kebabs`, code`limit 1 to 100, cursor`, code`200 {items, next?}`],
      [code`GET`, code`/v1/$kebabs/:id`, code`Nothing`, code`200 the $noun, ETag`],
      [code`PUT`, code`/v1/$kebabs/:id`, code`{name, note?}, If-Match`, code`200 the $noun, ETag`],
      [code`DELETE`, code`/v1/$kebabs/:id`, code`If-Match`, code`204`],
    ] as const
  ).map(([method, path, input, output]) => ({
    ...{ kind: 'http' as const, method, path: fill(path, names), input, output: fill(output, names) },
    auth: code`A verified caller, its tenant's alone`,
  }))

const strange: ThreatDraft = {
  ...{ key: 'items-strange', source: code`A caller`, prerequisites: code`A guess at the names of fields` },
  ...{ action: code`sends fields that nobody meant to accept`, impact: code`It sets what it may not` },
  ...{ likelihood: 4, impactScore: 3 },
  mitigation: code`A body has the fields that are listed; any other is 400 that names it`,
  answers: ['stride-mass-assignment'],
}

/** Entities that are kept: shape, use cases, routes `<entity>Routes` and their tests, for each name. */
export const itemsPart = (context: Context, entities: readonly EntityNames[]): Part => ({
  files: entities.flatMap((names) => [
    { path: fill('src/$kebab/$kebab.ts', names), content: fill(shape, names) },
    { path: fill('src/$kebab/keep-$kebabs.ts', names), content: fill(keep, names) },
    { path: fill('src/$kebab/$kebab-routes.ts', names), content: fill(api, names) },
  ]),
  interfaces: entities.flatMap(interfacesOf),
  requirements: [
    { key: 'items', text: code`Callers make, read, change, list and remove what is theirs`, priority: 'P1' },
    { key: 'items-once', text: code`A creation that is repeated with its key makes one`, priority: 'P1' },
    { key: 'items-paged', text: code`Lists come in bounded pages, by cursor`, priority: 'P2' },
    { key: 'items-strict', text: code`A body has the fields that are known, within their limits`, priority: 'P1' },
  ],
  boundaries: [
    {
      ...{ key: 'http', name: code`Caller to HTTP entry` },
      cells: {
        ...{ S: [], R: [], I: [], D: [] },
        T: [
          {
            ...{
              key: 'items-overwrite',
              source: code`Two people at once`,
              prerequisites: code`Both have read one version`,
            },
            ...{ action: code`save over each other`, impact: code`A change is lost and nobody notices` },
            ...{ likelihood: 4, impactScore: 3 },
            mitigation: code`Changes need If-Match; another version is 412`,
          },
          strange,
        ],
        E: knowsTenants(context)
          ? [
              {
                ...{ key: 'items-foreign', source: code`A caller of another tenant`, prerequisites: code`An id` },
                ...{
                  action: code`puts the id into every route`,
                  impact: code`Data of others is read, changed or removed`,
                },
                ...{ likelihood: 4, impactScore: 5 },
                mitigation: code`The tenant of the verified caller is part of every key; a matrix of all routes is tested`,
                answers: ['stride-foreign-id'],
              },
            ]
          : [],
      },
    },
  ],
  suites: entities.map((names) => suiteOf(names, context)),
})
