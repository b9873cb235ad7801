import assert from 'node:assert/strict'
import { createHash, createHmac } from 'node:crypto'
import { test } from 'node:test'
import { isPlainPath, RULES, verdictOf } from '../src/$kebab/access-rules.ts'
import { http } from '../src/handler.ts'
import { authorized } from './support/credentials.ts'
import { goodRequest, PATH } from './support/requests.ts'
import { world } from './support/world.ts'

// #case unit: ruled, unruled
test('given every method, path and set of scopes, when the verdict is computed, then only requests that a rule allows pass', async () => {
  // Written by hand instead of computed from the rules: the required scope by method for the paths of $nouns.
  const needed: Record<string, string | undefined> = {
    GET: 'read',
    HEAD: undefined,
    POST: 'write',
    PUT: 'write',
    PATCH: undefined,
    DELETE: 'admin',
  }
  for (const [method, scope] of Object.entries(needed))
    for (const granted of ['read', 'write', 'admin', 'Read', '']) {
      const expected = scope === undefined ? 'no_rule' : scope === granted ? 'allowed' : 'scope_missing'
      for (const path of ['/v1/$kebabs', '/v1/$kebabs/1', '/v1/$kebabs/1/parts'])
        assert.equal(
          verdictOf(method, path, granted === '' ? [] : [granted]),
          expected,
          [method, path, granted].join(' '),
        )
      for (const path of ['/v1', '/v1/', '/v1/$kebabsx', '/v1/other', '/v2/$kebabs', '/'])
        assert.equal(verdictOf(method, path, [granted]), 'no_rule', path)
    }
  assert.equal(verdictOf('get', '/v1/$kebabs', ['read']), 'no_rule')
  assert.deepEqual(
    RULES.map(({ method, prefix, scope }) => [method, prefix, scope].join(' ')),
    ['GET /v1/$kebabs read', 'POST /v1/$kebabs write', 'PUT /v1/$kebabs write', 'DELETE /v1/$kebabs admin'],
  )
})

// #case unit: ruled, path-forms
test('given paths in other forms, when they are checked, then they are refused, not normalized', async () => {
  for (const path of [
    '/v1//x',
    '/v1/../x',
    '/v1/./x',
    '/v1/%2e%2e/x',
    '/v1/a%2Fb',
    '/v1/a%5cb',
    '/v1/a;b',
    '/v1/..',
    '/v1/%252e%252e/x',
    '/v1/a%00b',
  ]) {
    assert.equal(isPlainPath(path), false, path)
    assert.equal(
      verdictOf('GET', path.replace('/v1/', '/v1/$kebabs/'), ['read', 'write', 'admin']),
      'path_refused',
      path,
    )
  }
  for (const path of ['/v1/$kebabs', '/v1/$kebabs/a.b', '/v1/$kebabs/a%20b'])
    assert.equal(isPlainPath(path), true, path)
})

// #case integration: ruled, path-forms
test('given requests with dot segments, doubled or encoded characters, when they arrive at the entry, then only the path that a rule allowed is forwarded', async () => {
  const through = async (path: string) => {
    const { deps, fetched } = world({ fetch: () => Response.json({}) })
    const { status } = await http(authorized('GET', path), deps)
    return [
      status,
      ...fetched.flatMap(({ url }) => (url.startsWith('https://upstream.example.com') ? [new URL(url).pathname] : [])),
    ]
  }
  assert.deepEqual(await through('/v1/other/../$kebabs'), [200, '/v1/$kebabs'])
  for (const path of ['/v1/$kebabs/../other', '/v1/$kebabs/%2e%2e/other', '/v1/$kebabs/x/../../other'])
    assert.deepEqual(await through(path), [403], path)
  assert.deepEqual(await through('/v1/../admin'), [404])
  for (const form of [
    '/v1//$kebabs',
    '/v1/$kebabs/..%2fother',
    '/v1/$kebabs/%252e%252e/other',
    '/v1/$kebabs/a;b',
    '/v1/$kebabs/..%5cother',
  ])
    assert.deepEqual(await through(form), [400], form)
})

// #case integration: identified, identity-forged
test('given an accepted caller, when the request is forwarded, then the upstream service can verify the caller for this request only', async () => {
  const { deps, fetched, clock } = world({
    fetch: () => Response.json({}),
    secrets: { IDENTITY_KEY: 'new-key,old-key' },
  })
  const expectSigned = async (request: Request, method: string, path: string, body: string) => {
    assert.equal((await http(request, deps)).status, 200)
    const sent = new Headers(fetched.at(-1)?.init?.headers)
    const value = (name: string) => decodeURIComponent(sent.get(`x-caller-${name}`) ?? '')
    const digest = createHash('sha256').update(body).digest('base64url')
    const payload = JSON.stringify([
      String(clock.nowMs / 1_000),
      method,
      path,
      digest,
      value('id'),
      value('tenant'),
      value('scopes'),
    ])
    assert.equal(value('signature'), createHmac('sha256', 'new-key').update(payload).digest('base64url'))
    assert.deepEqual([sent.get('authorization'), value('tenant')], [null, 'tenant-a'])
  }
  await expectSigned(await goodRequest(), 'GET', PATH, '')
  await expectSigned(authorized('POST', `${PATH}?x=1`, '{"n":1}'), 'POST', `${PATH}?x=1`, '{"n":1}')
})

// #case integration: ruled, access-denied-trace
test('given a request that no rule allows, when it arrives, then it returns 403, the verdict is logged, and nothing is forwarded', async () => {
  const { deps, fetched, logged } = world()
  const response = await http(authorized('DELETE', `${PATH}/1`), deps)
  assert.equal(response.status, 403)
  assert.ok(fetched.every(({ url }) => !url.startsWith('https://upstream.example.com')))
  assert.equal(logged.find(({ event }) => event === 'access')?.verdict, 'scope_missing')
})
