import { code } from '../../code.ts'
import { answering, boundary, testCase, threat } from '../../describe.ts'
import type { Case, Part } from '../../design.ts'

const forward = code`
import { Problem } from '../http/problem.ts'
import type { Call } from '../http/serve.ts'

/** Headers of callers that go on. All others stay here: cookies, credentials, and what says who somebody is. */
const PASSED = ['accept', 'accept-language', 'content-type', 'if-match', 'if-none-match', 'idempotency-key', 'range']
/** Headers of answers that go back. */
const RETURNED = ['accept-ranges', 'cache-control', 'content-range', 'content-type', 'etag', 'last-modified', 'retry-after', 'vary']

const picked = (headers: Headers, names: readonly string[]): Record<string, string> =>
  Object.fromEntries(names.flatMap((name) => (headers.has(name) ? [[name, headers.get(name) ?? '']] : [])))

/** The address behind us. The path is taken as it is, and cannot leave the host or the prefix. */
export const addressOf = (upstream: string, { url }: Pick<Call, 'url'>): string => {
  const base = new URL(upstream)
  const to = new URL(base.href.replace(/[/]$/, '') + url.pathname + url.search)
  if (to.host !== base.host || !to.pathname.startsWith(base.pathname)) throw new Problem(400, 'path_refused', 'The path leaves the service')
  return to.href
}

/** Where an answer points to, as callers reach it. What is not within the service behind is not handed on: neither its inner address nor any other. */
const locationOf = (location: string, upstream: string, call: Call): string | undefined => {
  const { host, pathname } = new URL(upstream)
  const to = URL.parse(location, addressOf(upstream, call))
  const prefix = pathname.replace(/[/]$/, '')
  if (to === null || to.host !== host || !to.pathname.startsWith(prefix + '/')) return undefined
  return call.url.origin + to.pathname.slice(prefix.length) + to.search + to.hash
}

/** An answer on its way. One that breaks off, or takes longer than its time, is a fault that somebody must see: its status has gone out. */
const watched = (body: ReadableStream<Uint8Array>, { caller, deps }: Call): ReadableStream<Uint8Array> => {
  const reader = body.getReader()
  return new ReadableStream({
    pull: async (controller) => {
      try {
        const { done, value } = await reader.read()
        if (done) controller.close()
        else controller.enqueue(value)
      } catch (error) {
        deps.log({ event: 'upstream', outcome: 'failed', caller: caller.id, fault: error instanceof Error ? error.name : 'unknown' })
        controller.error(error)
      }
    },
    cancel: (reason) => reader.cancel(reason),
  })
}

/** Asks the service behind us, with our headers beside those that may pass. */
export const forward = async (call: Call, own: Readonly<Record<string, string>>): Promise<Response> => {
  const { method, headers, body, deps } = call
  const upstream = deps.setting('UPSTREAM_URL')
  const hasBody = body.length > 0 && method !== 'GET' && method !== 'HEAD'
  const answer = await deps
    .fetch(addressOf(upstream, call), {
      method,
      headers: { ...picked(headers, PASSED), ...own },
      redirect: 'manual',
      signal: AbortSignal.timeout(8_000),
      ...(hasBody ? { body: Buffer.from(body) } : {}),
    })
    .catch(() => {
      throw new Problem(502, 'upstream_failed', 'The service behind did not answer')
    })
  const isEmpty = answer.status === 204 || answer.status === 304 || answer.status < 200
  const location = locationOf(answer.headers.get('location') ?? '', upstream, call)
  const returned = { ...picked(answer.headers, RETURNED), ...(answer.headers.has('location') && location !== undefined ? { location } : {}) }
  return new Response(isEmpty || answer.body === null ? null : watched(answer.body, call), { status: answer.status, headers: returned })
}
`

const HEAD = code`
import assert from 'node:assert/strict'
import { mock, test } from 'node:test'
import { http } from '../src/handler.ts'
import { addressOf } from '../src/upstream/forward.ts'
import { authorized } from './support/credentials.ts'
import { PATH } from './support/requests.ts'
import { world } from './support/world.ts'
`

const cases: readonly Case[] = [
  testCase(
    'integration',
    ['forwarded', 'headers-smuggled'],
    [code`a caller that sends headers of its own`, code`the request goes on`, code`only harmless ones pass, both ways`],
    code`
  const { deps, fetched } = world({ fetch: () => new Response('{}', { headers: { etag: '"1"', 'set-cookie': 'a=b', 'x-powered-by': 'x', server: 'y' } }) })
  const headers = { cookie: 'session=1', 'x-forwarded-for': '10.0.0.1', 'x-caller-id': 'administrator', host: 'evil.test', accept: 'application/json' }
  const response = await http(authorized('GET', PATH, undefined, { headers }), deps)
  const sent = new Headers(fetched.find(({ url }) => url.startsWith('https://upstream.example.com'))?.init?.headers)
  assert.equal(sent.get('accept'), 'application/json')
  for (const name of ['cookie', 'x-forwarded-for', 'host', 'authorization']) assert.equal(sent.get(name), null, name)
  assert.notEqual(sent.get('x-caller-id'), 'administrator')
  assert.equal(response.headers.get('etag'), '"1"')
  for (const name of ['set-cookie', 'x-powered-by', 'server']) assert.equal(response.headers.get(name), null, name)
`,
  ),
  testCase(
    'unit',
    ['forwarded', 'path-escape'],
    [code`paths that climb or name another host`, code`the address behind is made`, code`it stays within the service`],
    code`
  const at = (path: string) => addressOf('https://upstream.example.com/base', { url: new URL('https://service.test' + path) })
  assert.equal(at('/v1/x?y=1'), 'https://upstream.example.com/base/v1/x?y=1')
  for (const path of ['//evil.test/x', '/@evil.test/', '/..%2f..%2fx']) {
    const to = new URL(at(path))
    assert.equal(to.host, 'upstream.example.com', path)
    assert.ok(to.pathname.startsWith('/base/'), path)
  }
`,
  ),
  testCase(
    'integration',
    ['forwarded', 'path-escape', 'inner-address'],
    [
      code`a service behind that redirects, within itself and elsewhere`,
      code`a request goes on`,
      code`nobody follows it here, and callers learn no address but ours`,
    ],
    code`
  const redirected = async (location: string) => {
    const { deps, fetched } = world({ fetch: () => new Response(null, { status: 302, headers: { location } }) })
    const response = await http(authorized('GET', PATH), deps)
    const asked = fetched.filter(({ url }) => url.startsWith('https://upstream.example.com'))
    assert.deepEqual([response.status, asked.map(({ init }) => init?.redirect)], [302, ['manual']])
    return response.headers.get('location')
  }
  assert.equal(await redirected('https://upstream.example.com/v1/next?x=1'), 'https://service.test/v1/next?x=1')
  assert.equal(await redirected('/v1/next'), 'https://service.test/v1/next')
  for (const location of ['https://evil.test/', '//evil.test/x', 'http://10.0.0.7/', 'https://']) assert.equal(await redirected(location), null, location)
`,
  ),
  testCase(
    'integration',
    ['forwarded'],
    [code`a part of a file`, code`it is answered`, code`the caller learns which part it has`],
    code`
  const headers = { 'accept-ranges': 'bytes', 'content-range': 'bytes 0-1/10' }
  const { deps } = world({ fetch: () => new Response('ab', { status: 206, headers }) })
  const response = await http(authorized('GET', PATH, undefined, { headers: { range: 'bytes=0-1' } }), deps)
  assert.deepEqual([response.status, response.headers.get('content-range'), response.headers.get('accept-ranges')], [206, 'bytes 0-1/10', 'bytes'])
`,
  ),
  testCase(
    'integration',
    ['forwarded', 'upstream-slow'],
    [
      code`a service behind that takes longer than eight seconds`,
      code`a request comes`,
      code`it is given up, with 502`,
    ],
    code`
  const waits: number[] = []
  const { timeout } = AbortSignal
  mock.method(AbortSignal, 'timeout', (ms: number) => {
    waits.push(ms)
    return timeout.call(AbortSignal, 5)
  })
  const silent = (_url: string, init?: RequestInit) =>
    new Promise<Response>((_resolve, reject) => init?.signal?.addEventListener('abort', () => reject(new Error('aborted'))))
  try {
    assert.equal((await http(authorized('GET', PATH), world({ fetch: silent }).deps)).status, 502)
    assert.equal(waits.at(-1), 8_000)
  } finally {
    mock.restoreAll()
  }
`,
  ),
  testCase(
    'integration',
    ['forwarded', 'upstream-slow'],
    [
      code`a service behind whose answer stops in the middle`,
      code`the time of the request ends`,
      code`the answer breaks off, and a line says that it failed, not of what`,
    ],
    code`
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
`,
  ),
  testCase(
    'integration',
    ['forwarded', 'upstream-slow'],
    [code`a service behind that does not answer`, code`a request comes`, code`502 that tells nothing of it`],
    code`
  const { deps, fetched } = world({ fetch: () => Promise.reject(new Error('connect 10.0.0.7')) })
  const response = await http(authorized('GET', PATH), deps)
  const text = await response.text()
  assert.equal(response.status, 502)
  assert.ok(text.includes('upstream_failed') && !text.includes('10.0.0.7'))
  assert.ok(fetched.at(-1)?.init?.signal instanceof AbortSignal)
`,
  ),
]

/** Routes of a handler whose `pass` decides on all that goes to the service behind. */
export const passingRoutes = code`
const routes: readonly Route[] = [
  { method: 'GET', path: '/health', isOpen: true, run: () => reply(200, { ok: true }) },
  { method: '*', path: '/v1/*', run: pass },
]

export const http = (request: Request, deps: Deps): Promise<Response> => serve(routes, request, deps)
`

/** A service behind this one, at the setting UPSTREAM_URL. */
export const upstreamPart: Part = {
  settings: [
    { name: code`UPSTREAM_URL`, means: code`Address of the service behind`, value: code`https://upstream.example.com` },
  ],
  files: [{ path: 'src/upstream/forward.ts', content: forward }],
  requirements: [
    {
      key: 'forwarded',
      text: code`Requests go on with harmless headers alone, and answers come back likewise`,
      priority: 'P1',
    },
  ],
  boundaries: [
    boundary('upstream', code`Entry to the service behind`, {
      S: [
        answering(
          ['stride-role-by-client'],
          threat(
            'headers-smuggled',
            code`A caller`,
            code`sends headers that say who it is, or where it comes from`,
            code`The service behind believes them`,
            [4, 5],
            code`Headers pass by a list; who the caller is, we say`,
          ),
        ),
      ],
      T: [
        threat(
          'path-escape',
          code`A caller`,
          code`sends a path that climbs, or that reads as another host`,
          code`Something else is reached than meant`,
          [3, 4],
          code`The address is built and then compared with host and prefix`,
        ),
      ],
      R: code`Our line names route and caller of every request that went on`,
      I: [
        threat(
          'inner-address',
          code`A caller`,
          code`reads from a redirect where the service behind stands`,
          code`What is learnt helps to reach it without us`,
          [3, 3],
          code`A Location within the service behind is told as ours, any other is not handed on; faults become 502`,
        ),
      ],
      D: [
        answering(
          ['stride-unbounded-work'],
          threat(
            'upstream-slow',
            code`The service behind`,
            code`is slow or down`,
            code`Our functions wait and cost`,
            [4, 3],
            code`Eight seconds for all of an answer: before it has begun 502, then it is broken off, and a line says so`,
          ),
        ),
      ],
      E: code`The service behind gives rights by what we say of the caller, not by the network`,
    }),
  ],
  suites: [{ path: 'test/upstream.test.ts', head: HEAD, cases }],
}
