import assert from 'node:assert/strict'
import { test } from 'node:test'
import { RULES, ruleFor } from '../src/$kebab/proxy-rules.ts'
import { http } from '../src/handler.ts'
import { authorized } from './support/credentials.ts'
import { PATH } from './support/requests.ts'
import { withRivalWrite } from './support/rival-write.ts'
import { world } from './support/world.ts'

// #case integration: listed, unlisted
test('given paths and methods without a rule, when they are called, then they return 404, and nothing is forwarded', async () => {
  const { deps, fetched } = world()
  for (const [method, path] of [
    ['GET', '/v1/admin'],
    ['DELETE', PATH],
    ['GET', '/v1/$kebabsx'],
  ] as const)
    assert.equal((await http(authorized(method, path), deps)).status, 404, path)
  assert.ok(fetched.every(({ url }) => !url.startsWith('https://upstream.example.com')))
  assert.equal(ruleFor('GET', '/v1/$kebabs/1'), RULES[0])
})

// #case integration: limited, caller-flood
test('given a caller above its limit, when it sends another request, then it gets 429 with the seconds to wait; in the next minute requests succeed', async () => {
  const { deps, clock } = world({ fetch: () => Response.json({}) })
  const limit = RULES[0]?.perMinute ?? 0
  for (let index = 0; index < limit; index++) assert.equal((await http(authorized('GET', PATH), deps)).status, 200)
  const refused = await http(authorized('GET', PATH), deps)
  assert.equal(refused.status, 429)
  assert.ok(Number(refused.headers.get('retry-after')) > 0)
  clock.nowMs += 60_000
  assert.equal((await http(authorized('GET', PATH), deps)).status, 200)
})

// #case integration: listed, shared-cache
test('given a public read, when the response is returned, then browsers may cache it and shared caches may not', async () => {
  const { deps } = world({ fetch: () => Response.json({}) })
  assert.equal(
    (await http(authorized('GET', '/v1/public/x'), deps)).headers.get('cache-control'),
    'private, max-age=60',
  )
  assert.equal((await http(authorized('GET', PATH), deps)).headers.get('cache-control'), 'no-store')
  const failing = world({ fetch: () => new Response('no', { status: 503 }) })
  assert.equal((await http(authorized('GET', '/v1/public/x'), failing.deps)).headers.get('cache-control'), 'no-store')
})

// #case integration: limited, caller-flood, records-lost-update
test('given concurrent requests of one caller and a table that refuses every write, when they are counted, then no more than the limit pass, and uncounted requests return 429', async () => {
  const limit = RULES[0]?.perMinute ?? 0
  const { deps, fetched, clock } = world({ fetch: () => Response.json({}) })
  const passed = () => fetched.filter(({ url }) => url.startsWith('https://upstream.example.com')).length
  for (let index = 0; index < limit - 1; index++) await http(authorized('GET', PATH), deps)
  const rival = () => http(authorized('GET', PATH), deps)
  const last = await http(authorized('GET', PATH), { ...deps, records: withRivalWrite(deps.records, 'limits', rival) })
  assert.deepEqual([last.status, passed()], [429, limit])
  const refusing: typeof deps.records = {
    get: async () => undefined,
    list: async () => [],
    insert: async () => false,
    replace: async () => false,
    remove: async () => false,
  }
  clock.nowMs += 60_000
  assert.equal((await http(authorized('GET', PATH), { ...deps, records: refusing })).status, 429)
  assert.equal(passed(), limit)
})

// #if tenants
// #case integration: limited, caller-flood
test('given a caller above its limit, when another caller sends a request, then it succeeds', async () => {
  const { deps } = world({ fetch: () => Response.json({}) })
  const { foreign } = await import('./support/credentials.ts')
  for (let index = 0; index <= (RULES[0]?.perMinute ?? 0); index++) await http(authorized('GET', PATH), deps)
  assert.equal((await http(authorized('GET', PATH), deps)).status, 429)
  assert.equal((await http(foreign('GET', PATH), deps)).status, 200)
})
// #endif
