import assert from 'node:assert/strict'
import { test } from 'node:test'
import { create$Entity } from '../src/$kebab/$kebab-records.ts'
import { http } from '../src/handler.ts'
import { authorized, callersOf, foreign } from './support/credentials.ts'
import { world } from './support/world.ts'

type Deps = ReturnType<typeof world>['deps']

const call = (
  deps: Deps,
  method: string,
  path: string,
  body?: unknown,
  headers: Record<string, string> = {},
): Promise<Response> =>
  http(
    authorized(method, `/v1/$kebabs${path}`, body === undefined ? undefined : JSON.stringify(body), { headers }),
    deps,
  )

const createItem = async (
  deps: Deps,
  name: string,
  headers: Record<string, string> = {},
): Promise<{ id: string; version: number }> => {
  const response = await call(deps, 'POST', '', { name }, headers)
  assert.equal(response.status, 201, name)
  return (await response.json()) as { id: string; version: number }
}

// #if scopes
/** Sends a request of a caller with these scopes. */
const withScopes = (
  deps: Deps,
  scopes: readonly string[],
  method: string,
  path: string,
  body?: string,
): Promise<Response> => {
  const { secrets, overrideList } = callersOf([{ id: 'reader', scopes }])
  const secret = async (name: string) => secrets[name] ?? deps.secret(name)
  return http(authorized(method, path, body, { ...overrideList[0], headers: { 'if-match': '"1"' } }), {
    ...deps,
    secret,
  })
}
// #endif

// #case e2e: items
test('given a $noun, when it is created, read, changed and removed, then each step returns the stored state', async () => {
  const { deps } = world()
  const { id } = await createItem(deps, 'first')
  const read = await call(deps, 'GET', `/${id}`)
  assert.equal(read.headers.get('etag'), '"1"')
  assert.deepEqual(await read.json(), { id, version: 1, name: 'first', note: '' })
  const changed = await call(deps, 'PUT', `/${id}`, { name: 'second', note: 'n' }, { 'if-match': '"1"' })
  assert.deepEqual(await changed.json(), { id, version: 2, name: 'second', note: 'n' })
  assert.equal((await call(deps, 'DELETE', `/${id}`, undefined, { 'if-match': '"2"' })).status, 204)
  for (const absentId of [id, 'x'.repeat(1_025)])
    for (const method of ['GET', 'PUT', 'DELETE'])
      assert.equal(
        (await call(deps, method, `/${absentId}`, method === 'PUT' ? { name: 'x' } : undefined, { 'if-match': '"2"' }))
          .status,
        404,
        method,
      )
})

// #case integration: items, items-overwrite, records-lost-update
test('given a $noun that was changed in the meantime, when an outdated version is written or removed, then it returns 412, and 428 without a version', async () => {
  const { deps } = world()
  const { id } = await createItem(deps, 'first')
  await call(deps, 'PUT', `/${id}`, { name: 'second' }, { 'if-match': '"1"' })
  assert.equal((await call(deps, 'PUT', `/${id}`, { name: 'third' }, { 'if-match': '"1"' })).status, 412)
  assert.equal((await call(deps, 'DELETE', `/${id}`, undefined, { 'if-match': '"1"' })).status, 412)
  assert.equal((await call(deps, 'PUT', `/${id}`, { name: 'third' })).status, 428)
  assert.equal((await call(deps, 'PUT', `/${id}`, { name: 'third' }, { 'if-match': 'W/"2"' })).status, 400)
})

// #case integration: items-once
test('given an idempotency key, when the request is repeated, also after a change and a removal, then the response is the same and one $noun is created; another body returns 409', async () => {
  const { deps } = world()
  const key = { 'idempotency-key': 'k-1' }
  const storedCount = async () => ((await (await call(deps, 'GET', '')).json()) as { items: unknown[] }).items.length
  const first = await createItem(deps, 'same', key)
  assert.deepEqual(await createItem(deps, 'same', key), first)
  assert.equal((await call(deps, 'POST', '', { name: 'other' }, key)).status, 409)
  assert.equal(await storedCount(), 1)
  await call(deps, 'PUT', `/${first.id}`, { name: 'changed' }, { 'if-match': '"1"' })
  assert.deepEqual(await createItem(deps, 'same', key), first)
  await call(deps, 'DELETE', `/${first.id}`, undefined, { 'if-match': '"2"' })
  assert.deepEqual(await createItem(deps, 'same', key), first)
  assert.equal(await storedCount(), 0)
})

// #case integration: items, records-lost-update
test('given an ID that exists, when a new $noun gets it, then it returns 500, and the stored $noun does not change', async () => {
  const { deps } = world()
  const { id } = await createItem(deps, 'first')
  assert.equal((await call({ ...deps, newId: () => id }, 'POST', '', { name: 'second' })).status, 500)
  assert.equal(((await (await call(deps, 'GET', `/${id}`)).json()) as { name: string }).name, 'first')
})

// #case unit: items-once
test('given an idempotency key, when it is used again within and after three days, then it returns the same $noun, and after that time creates another one', async () => {
  const { deps, clock } = world()
  const createWithKey = async () =>
    (
      await create$Entity(deps.records, {
        tenant: 't',
        $entity: { name: 'x', note: '' },
        key: 'k',
        newId: deps.newId,
        now: deps.now(),
      })
    ).id
  const first = await createWithKey()
  clock.nowMs += 3 * 86_400_000 - 1
  assert.equal(await createWithKey(), first)
  clock.nowMs += 1
  assert.notEqual(await createWithKey(), first)
})

// #case integration: items-once
test('given a worker that crashed between storing the key and the $noun, when the request is repeated, then the $noun exists once', async () => {
  const { deps } = world()
  const { insert } = deps.records
  const crashing = {
    ...deps,
    records: Object.assign(Object.create(deps.records) as typeof deps.records, {
      insert: (partition: string, ...rest: [string, unknown, number?]) =>
        partition.startsWith('$kebabs#')
          ? Promise.reject(new Error('died'))
          : insert.call(deps.records, partition, ...rest),
    }),
  }
  const key = { 'idempotency-key': 'k-1' }
  assert.equal((await call(crashing, 'POST', '', { name: 'same' }, key)).status, 500)
  const { id } = await createItem(deps, 'same', key)
  assert.equal((await call(deps, 'GET', `/${id}`)).status, 200)
  assert.equal(((await (await call(deps, 'GET', '')).json()) as { items: unknown[] }).items.length, 1)
})

// #case integration: items, items-paged, records-unbounded
test('given more $nouns than a page, when they are listed by cursor, then each appears once, and limits are enforced', async () => {
  const { deps } = world()
  for (let index = 0; index < 5; index++) await createItem(deps, `n${index}`)
  const listedIds: string[] = []
  let cursor = ''
  for (let page = 0; page < 3; page++) {
    const response = await call(deps, 'GET', `?limit=2${cursor === '' ? '' : `&cursor=${cursor}`}`)
    const { items, next = '' } = (await response.json()) as { items: { name: string }[]; next?: string }
    listedIds.push(...items.map(({ name }) => name))
    cursor = next
  }
  assert.deepEqual([listedIds, cursor], [['n0', 'n1', 'n2', 'n3', 'n4'], ''])
  const beyond = Buffer.from('x'.repeat(201)).toString('base64url')
  for (const query of [`?cursor=${beyond}`, '?limit=0', '?limit=101', '?limit=x', '?cursor=%20'])
    assert.equal((await call(deps, 'GET', query)).status, 400, query)
})

// #case integration: items-strict, items-strange, http-refusals
test('given bodies with invalid, missing or unknown fields, when they are sent, then 400 names the field', async () => {
  const { deps } = world()
  const wrong: [unknown, string][] = [
    [{}, 'name'],
    [{ name: '' }, 'name'],
    [{ name: 'x'.repeat(201) }, 'name'],
    [{ name: 1 }, 'name'],
    [{ name: 'x', note: 5 }, 'note'],
    [{ name: 'x', admin: true }, 'admin'],
  ]
  for (const [body, field] of wrong) {
    const response = await call(deps, 'POST', '', body)
    assert.deepEqual([response.status, ((await response.json()) as { field: string }).field], [400, field])
  }
})

// #if tenants
// #case e2e: items, items-foreign, records-foreign
test('given a $noun of another tenant, when every route is called with its ID, then it returns 404 as if it did not exist, and lists are empty', async () => {
  const { deps } = world()
  const { id } = await createItem(deps, 'private to a')
  const foreignCall = (method: string, path: string, body?: unknown) =>
    http(
      foreign(method, `/v1/$kebabs${path}`, body === undefined ? undefined : JSON.stringify(body), {
        'if-match': '"1"',
      }),
      deps,
    )
  assert.equal((await foreignCall('GET', `/${id}`)).status, 404)
  assert.equal((await foreignCall('PUT', `/${id}`, { name: 'stolen' })).status, 404)
  assert.equal((await foreignCall('DELETE', `/${id}`)).status, 404)
  assert.deepEqual(await (await foreignCall('GET', '')).json(), { items: [] })
  const keyed = { 'idempotency-key': 'k-1' }
  const original = await createItem(deps, 'item of a', keyed)
  const other = await http(foreign('POST', '/v1/$kebabs', '{"name":"item of b"}', keyed), deps)
  assert.equal(other.status, 201)
  assert.notEqual(((await other.json()) as { id: string }).id, original.id)
  assert.equal((await call(deps, 'GET', `/${id}`)).status, 200)
})

// #endif

// #if scopes
// #case e2e: items-scoped, items-unscoped
test('given callers without scopes or with one of them, when every route is called, then reads need read, changes need write, and a refused request has no effect', async () => {
  const { deps } = world()
  const { id } = await createItem(deps, 'first')
  const statusOf = async (scopes: readonly string[], method: string, path: string, body?: string) =>
    (await withScopes(deps, scopes, method, `/v1/$kebabs${path}`, body)).status
  for (const scopes of [[], ['write'], ['reader']])
    for (const path of ['', `/${id}`]) assert.equal(await statusOf(scopes, 'GET', path), 403, path)
  for (const scopes of [[], ['read'], ['writer']])
    for (const [method, path] of [
      ['POST', ''],
      ['PUT', `/${id}`],
      ['DELETE', `/${id}`],
    ] as const)
      assert.equal(await statusOf(scopes, method, path, method === 'DELETE' ? undefined : '{"name":"x"}'), 403, method)
  assert.equal((await call(deps, 'GET', `/${id}`)).headers.get('etag'), '"1"')
  assert.equal(await statusOf(['read'], 'GET', `/${id}`), 200)
  assert.equal(await statusOf(['write'], 'DELETE', `/${id}`), 204)
})
// #endif
