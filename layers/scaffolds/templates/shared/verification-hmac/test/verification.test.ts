import assert from 'node:assert/strict'
import { test } from 'node:test'
import { http } from '../src/handler.ts'
import { authorized, KEY } from './support/credentials.ts'
import { goodBody, goodRequest, PATH } from './support/requests.ts'
import { START, world } from './support/world.ts'

const statusOf = async (request: Request, secrets?: Record<string, string>): Promise<number> =>
  (await http(request, world(secrets === undefined ? {} : { secrets }).deps)).status

// #case integration: hmac-verified, hmac-changed
test('given a signed event, when one byte of its body is changed, then $changed', async () => {
  const {
    deps,
    // #if deduped
    sent,
    // #endif
  } = world()
  const good = await goodRequest()
  const text = await good.clone().text()
  const request = new Request(good.url, { method: 'POST', headers: good.headers, body: text.replace('}', ' }') })
  const response = await http(request, deps)
  assert.equal(response.status, 401)
  // #if deduped
  assert.deepEqual(sent, [])
  // #endif
})

// #case integration: hmac-verified, hmac-forged
test('given no signature, or one with another key, when the event arrives, then it returns 401', async () => {
  assert.equal(await statusOf(new Request(`https://service.test${PATH}`, { method: 'POST', body: goodBody })), 401)
  assert.equal(await statusOf(authorized('POST', PATH, goodBody, { key: 'another-key' })), 401)
  assert.equal(await statusOf(authorized('POST', PATH, goodBody, { key: '' }), { SIGNING_KEYS: '' }), 401)
})

// #case integration: hmac-verified
test('given two keys during a rotation, when events signed with either arrive, then both are accepted', async () => {
  const secrets = { SIGNING_KEYS: `a-newer-key,${KEY}` }
  assert.ok((await statusOf(authorized('POST', PATH, goodBody), secrets)) < 300)
  assert.ok((await statusOf(authorized('POST', PATH, goodBody, { key: 'a-newer-key' }), secrets)) < 300)
})

// #if timed
// #case integration: hmac-verified, hmac-replayed
test('given a valid signature, when its time differs by 301 seconds, then it returns 401; at 300 seconds it is accepted', async () => {
  assert.equal(await statusOf(authorized('POST', PATH, goodBody, { signedAt: START - 301_000 })), 401)
  assert.equal(await statusOf(authorized('POST', PATH, goodBody, { signedAt: START + 301_000 })), 401)
  assert.ok((await statusOf(authorized('POST', PATH, goodBody, { signedAt: START - 300_000 }))) < 300)
})
// #endif
