import assert from 'node:assert/strict'
import { mock, test } from 'node:test'
import { http } from '../src/handler.ts'
import { upstreamUrl } from '../src/upstream/forward.ts'
import { authorized } from './support/credentials.ts'
import { PATH } from './support/requests.ts'
import { world } from './support/world.ts'

// #case integration: forwarded, headers-smuggled
test('given a caller that sends identity headers, when the request is forwarded, then only listed headers pass, in both directions', async () => {
  const { deps, fetched } = world({
    fetch: () =>
      new Response('{}', { headers: { etag: '"1"', 'set-cookie': 'a=b', 'x-powered-by': 'x', server: 'y' } }),
  })
  const headers = {
    cookie: 'session=1',
    'x-forwarded-for': '10.0.0.1',
    'x-caller-id': 'administrator',
    host: 'evil.test',
    accept: 'application/json',
  }
  const response = await http(authorized('GET', PATH, undefined, { headers }), deps)
  const sent = new Headers(fetched.find(({ url }) => url.startsWith('https://upstream.example.com'))?.init?.headers)
  assert.equal(sent.get('accept'), 'application/json')
  for (const name of ['cookie', 'x-forwarded-for', 'host', 'authorization']) assert.equal(sent.get(name), null, name)
  assert.notEqual(sent.get('x-caller-id'), 'administrator')
  assert.equal(response.headers.get('etag'), '"1"')
  for (const name of ['set-cookie', 'x-powered-by', 'server']) assert.equal(response.headers.get(name), null, name)
})

// #case unit: forwarded, path-escape
test('given paths with dot segments or another host, when the upstream URL is built, then it stays within the service', async () => {
  const upstreamUrlFor = (path: string) =>
    upstreamUrl('https://upstream.example.com/base', { url: new URL(`https://service.test${path}`) })
  assert.equal(upstreamUrlFor('/v1/x?y=1'), 'https://upstream.example.com/base/v1/x?y=1')
  for (const path of ['//evil.test/x', '/@evil.test/', '/..%2f..%2fx']) {
    const target = new URL(upstreamUrlFor(path))
    assert.equal(target.host, 'upstream.example.com', path)
    assert.ok(target.pathname.startsWith('/base/'), path)
  }
})

// #case integration: forwarded, path-escape, inner-address
test('given an upstream service that redirects, internally and externally, when a request is forwarded, then the redirect is not followed, and callers only see the address of this service', async () => {
  const redirected = async (location: string) => {
    const { deps, fetched } = world({ fetch: () => new Response(null, { status: 302, headers: { location } }) })
    const response = await http(authorized('GET', PATH), deps)
    const upstreamCalls = fetched.filter(({ url }) => url.startsWith('https://upstream.example.com'))
    assert.deepEqual([response.status, upstreamCalls.map(({ init }) => init?.redirect)], [302, ['manual']])
    return response.headers.get('location')
  }
  assert.equal(await redirected('https://upstream.example.com/v1/next?x=1'), 'https://service.test/v1/next?x=1')
  assert.equal(await redirected('/v1/next'), 'https://service.test/v1/next')
  for (const location of ['https://evil.test/', '//evil.test/x', 'http://10.0.0.7/', 'https://'])
    assert.equal(await redirected(location), null, location)
})

// #case integration: forwarded
test('given a partial response, when it is returned, then the caller receives its range', async () => {
  const headers = { 'accept-ranges': 'bytes', 'content-range': 'bytes 0-1/10' }
  const { deps } = world({ fetch: () => new Response('ab', { status: 206, headers }) })
  const response = await http(authorized('GET', PATH, undefined, { headers: { range: 'bytes=0-1' } }), deps)
  assert.deepEqual(
    [response.status, response.headers.get('content-range'), response.headers.get('accept-ranges')],
    [206, 'bytes 0-1/10', 'bytes'],
  )
})

// #case integration: forwarded, upstream-slow
test('given an upstream service that takes longer than eight seconds, when a request arrives, then it returns 502', async () => {
  const waits: number[] = []
  const { timeout } = AbortSignal
  mock.method(AbortSignal, 'timeout', (ms: number) => {
    waits.push(ms)
    return timeout.call(AbortSignal, 5)
  })
  const silent = (_url: string, init?: RequestInit) =>
    new Promise<Response>((_resolve, reject) =>
      init?.signal?.addEventListener('abort', () => reject(new Error('aborted'))),
    )
  try {
    assert.equal((await http(authorized('GET', PATH), world({ fetch: silent }).deps)).status, 502)
    assert.equal(waits.at(-1), 8_000)
  } finally {
    mock.restoreAll()
  }
})

// #case integration: forwarded, upstream-slow
test('given an upstream service whose response stalls, when the request times out, then the response is aborted, and the failure is logged without its content', async () => {
  const { timeout } = AbortSignal
  mock.method(AbortSignal, 'timeout', () => timeout.call(AbortSignal, 20))
  const stalled = (_url: string, init?: RequestInit) =>
    new Response(
      new ReadableStream({
        start: (controller) => {
          controller.enqueue(new TextEncoder().encode('half'))
          init?.signal?.addEventListener('abort', () => controller.error(init.signal?.reason))
        },
      }),
    )
  const { deps, logged } = world({ fetch: stalled })
  try {
    const response = await http(authorized('GET', PATH), deps)
    assert.equal(response.status, 200)
    await assert.rejects(response.text(), { name: 'TimeoutError' })
    const { event, outcome, fault } = logged.at(-1) ?? {}
    assert.deepEqual([event, outcome, fault], ['upstream', 'failed', 'TimeoutError'])
    assert.ok(!JSON.stringify(logged).includes('half'))
  } finally {
    mock.restoreAll()
  }
})

// #case integration: forwarded, upstream-slow
test('given an upstream service that does not respond, when a request arrives, then it returns 502 without internal details', async () => {
  const { deps, fetched } = world({ fetch: () => Promise.reject(new Error('connect 10.0.0.7')) })
  const response = await http(authorized('GET', PATH), deps)
  const text = await response.text()
  assert.equal(response.status, 502)
  assert.ok(text.includes('upstream_failed') && !text.includes('10.0.0.7'))
  assert.ok(fetched.at(-1)?.init?.signal instanceof AbortSignal)
})
