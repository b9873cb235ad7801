import assert from 'node:assert/strict'
import { test } from 'node:test'
import { matches, readSubscription } from '../src/$kebab/$kebab-events.ts'
import { http, MAX_ATTEMPTS, MAX_SUBSCRIPTIONS, queue } from '../src/handler.ts'
import { authorized } from './support/credentials.ts'
import { goodRequest } from './support/requests.ts'
import { withRivalWrite } from './support/rival-write.ts'
import { world } from './support/world.ts'

type Deps = ReturnType<typeof world>['deps']
const subscribe = async (
  deps: Deps,
  types: readonly string[],
  url = 'https://receiver.example.com/hook',
): Promise<{ id: string; key: string }> => {
  const response = await http(authorized('POST', '/v1/subscriptions', JSON.stringify({ url, types })), deps)
  assert.equal(response.status, 201)
  return (await response.json()) as never
}
const message = (body: unknown) => ({ id: 'm', attempt: 1, body })

// #case e2e: fanout
test('given receivers for different event types, when an event is published, then each matching receiver gets one signed delivery', async () => {
  const { deps, sent, fetched } = world({ fetch: () => new Response('ok') })
  await subscribe(deps, ['order.*'])
  await subscribe(deps, ['*'], 'https://other.example.com/all')
  await subscribe(deps, ['refund.made'])
  const response = await http(await goodRequest(), deps)
  assert.equal(((await response.json()) as { deliveries: number }).deliveries, 2)
  for (const body of [...sent]) await queue(message(body), deps)
  const delivered = fetched.filter(({ init }) => init?.method === 'POST')
  assert.deepEqual(delivered.map(({ url }) => url).sort(), [
    'https://other.example.com/all',
    'https://receiver.example.com/hook',
  ])
  const headers = new Headers(delivered[0]?.init?.headers)
  assert.match(headers.get('webhook-signature') ?? '', /^v1,[A-Za-z0-9+/=]{44}$/)
  assert.equal(sent.length, 2)
})

// #case integration: redelivered, receiver-down
test('given a receiver that fails, when deliveries are retried, then delays grow, and attempts end', async () => {
  const { deps, sent, delays } = world({ fetch: () => new Response('no', { status: 500 }) })
  await subscribe(deps, ['*'])
  await http(await goodRequest(), deps)
  for (let index = 0; index < sent.length; index++) await queue(message(sent[index]), deps)
  assert.equal(sent.length, MAX_ATTEMPTS)
  assert.ok(delays.every((delay) => delay <= 901_000))
  assert.ok((delays[6] ?? 0) > (delays[2] ?? 0))
})

// #case integration: redelivered
test('given a removed subscription, when its delivery is processed, then nothing is sent', async () => {
  const { deps, sent, fetched } = world()
  const { id } = await subscribe(deps, ['*'])
  await http(await goodRequest(), deps)
  assert.equal((await http(authorized('DELETE', `/v1/subscriptions/${id}`), deps)).status, 204)
  assert.equal((await http(authorized('DELETE', `/v1/subscriptions/${id}`), deps)).status, 404)
  await queue(message(sent[0]), deps)
  assert.equal(fetched.filter(({ init }) => init?.method === 'POST').length, 0)
})

// #case integration: subscribed, records-lost-update
test('given a subscription that another request removes first, and an ID that exists, when they are removed and created, then they return 404 and 500, and stored subscriptions do not change', async () => {
  const { deps } = world()
  const { id } = await subscribe(deps, ['*'])
  const remove = (records = deps.records) => http(authorized('DELETE', `/v1/subscriptions/${id}`), { ...deps, records })
  assert.equal((await remove(withRivalWrite(deps.records, 'subscriptions#', () => remove()))).status, 404)
  const other = await subscribe(deps, ['order.*'])
  const body = JSON.stringify({ url: 'https://other.example.com/', types: ['*'] })
  assert.equal(
    (await http(authorized('POST', '/v1/subscriptions', body), { ...deps, newId: () => other.id })).status,
    500,
  )
  const refund = await http(await goodRequest(JSON.stringify({ id: 'e-2', type: 'refund.made', data: {} })), deps)
  assert.equal(((await refund.json()) as { deliveries: number }).deliveries, 0)
})

// #case integration: subscribed, subscriptions-full
test('given a tenant at the limit of subscriptions, when it creates another one, then it gets 409, and none is added', async () => {
  const { deps } = world()
  for (let index = 0; index < MAX_SUBSCRIPTIONS; index++) await subscribe(deps, ['*'])
  const body = JSON.stringify({ url: 'https://other.example.com/', types: ['*'] })
  assert.equal((await http(authorized('POST', '/v1/subscriptions', body), deps)).status, 409)
  const published = await http(await goodRequest(), deps)
  assert.equal(((await published.json()) as { deliveries: number }).deliveries, MAX_SUBSCRIPTIONS)
})

// #case unit: subscribed, inside
test('given private addresses, when a caller subscribes with them, then each is refused', async () => {
  const privateUrls = [
    'http://example.com',
    'https://localhost/x',
    'https://127.0.0.1',
    'https://[::1]/',
    'https://169.254.169.254/latest',
    'https://db.internal',
    'https://2130706433/',
    'https://intranet/',
    'https://a:b@example.com',
    'https://example.com:8443',
    'x',
    5,
  ]
  for (const url of privateUrls)
    assert.throws(() => readSubscription({ url, types: ['*'] }), { code: 'invalid_input', field: 'url' }, String(url))
  for (const types of [[], ['A'], ['a..b'], 'a', Array(21).fill('a')])
    assert.throws(() => readSubscription({ url: 'https://example.com/', types }), { field: 'types' })
  assert.deepEqual(
    ['order.made', 'orders', 'order'].map((type) => matches({ types: ['order.*'] }, type)),
    [true, false, false],
  )
})

// #case integration: redelivered, redirected
test('given a receiver that redirects, when a delivery is attempted, then the redirect is not followed and counts as a failure', async () => {
  const { deps, sent, fetched } = world({
    fetch: () => new Response(null, { status: 302, headers: { location: 'https://169.254.169.254/' } }),
  })
  await subscribe(deps, ['*'])
  await http(await goodRequest(), deps)
  await queue(message(sent[0]), deps)
  const delivered = fetched.filter(({ init }) => init?.method === 'POST')
  assert.deepEqual(
    delivered.map(({ init }) => init?.redirect),
    ['manual'],
  )
  assert.equal(sent.length, 2)
  await assert.rejects(queue(message({ tenant: 'x' }), deps), { name: 'Unusable' })
})

// #case integration: subscribed, event-malformed
test('given malformed events, when they are published, then 400 names the field', async () => {
  const { deps, sent } = world()
  for (const body of [{ type: 'a' }, { id: 'x', type: 'A B' }, { id: 'x', type: 'a', data: [] }])
    assert.equal((await http(await goodRequest(JSON.stringify(body)), deps)).status, 400)
  assert.deepEqual(sent, [])
})
