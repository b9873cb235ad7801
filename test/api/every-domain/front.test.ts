import { request } from 'node:http'
import { describe, expect, test } from 'vitest'
import { keyOf, platformKeyOf } from '../../support/api.ts'
import { newPerson, platformOrigin } from '../../support/people.ts'
import { testStack } from '../../support/test-stack.ts'

/** The local front is the port of the platform. An emulator has none. */
const front = platformOrigin()

/** A file of test/fixtures/console. */
const PROGRAM = '/static/main-5EMZQKAA.js'

/** Requests the path exactly as written; fetch would remove dot segments. */
const rawStatus = (path: string): Promise<number | undefined> =>
  new Promise((resolve, reject) => {
    const { hostname, port } = new URL(front)
    request({ hostname, port, path }, (response) => resolve(response.resume().statusCode))
      .on('error', reject)
      .end()
  })

const fetchFront = async (path: string, init: RequestInit = {}) => {
  const response = await fetch(`${front}${path}`, { redirect: 'manual', ...init })
  return {
    status: response.status,
    headers: response.headers,
    body: (await response.json().catch(() => undefined)) as Record<string, unknown> | undefined,
  }
}

const postRequest = (key: string, body: unknown): RequestInit => ({
  method: 'POST',
  headers: { 'x-api-key': key, 'content-type': 'application/json' },
  body: JSON.stringify(body),
})

describe.skipIf(testStack().kind === 'emulator')('one origin for platform and APIs', () => {
  test('serves every API under its prefix, and the platform at the root', async () => {
    expect((await fetchFront('/api/health')).status).toBe(200)
    expect((await fetchFront('/_api/images/v2/health')).body).toMatchObject({ status: 'ok' })
    const headers = { authorization: `Bearer ${platformKeyOf('pro')}` }
    expect((await fetchFront('/_api/flags/flags', { headers })).status).toBe(200)
    expect((await fetchFront('/_api/archive/api/stats', { headers })).status).toBe(200)
  })

  test('returns 404 for unknown paths under an API prefix', async () => {
    for (const path of ['/_api/nothing/v2/health', '/_api/images', '/_api/', '/api/nothing', '/trust/nobody'])
      expect(await fetchFront(path)).toMatchObject({ status: 404, body: { code: 'not_found' } })
  })

  test('returns URLs of the same origin in responses', async () => {
    const generated = await fetchFront(
      '/_api/images/v2/generate',
      postRequest(keyOf('pro'), { prompt: 'a heron', sync: true }),
    )
    expect(generated.status).toBe(201)
    const [url = ''] = JSON.stringify(generated.body).match(/https?:[^"]*\/v2\/assets\/[^"]*/) ?? []
    expect(url).toMatch(new RegExp(`^${front}/_api/images/v2/assets/`))
    expect((await fetch(url)).status).toBe(200)
  })

  test('accepts a session at the APIs, which have the same host', async () => {
    const { cookie } = await newPerson()
    const headers = { cookie, 'sec-fetch-site': 'same-origin', origin: front }
    expect((await fetchFront('/api/account/me', { headers })).status).toBe(200)
    expect((await fetchFront('/_api/archive/api/stats', { headers })).status).toBe(200)
  })

  test('removes identity and address headers that a caller sets', async () => {
    const spoofed = {
      'x-forwarded-host': 'evil.example',
      'x-forwarded-prefix': '/evil',
      'x-viewer-address': '198.51.100.1',
      'x-caller-api-key': keyOf('pro'),
      'content-type': 'application/json',
    }
    const body = JSON.stringify({ prompt: 'a heron', quality_tier: 'ultra' })
    const anonymous = await fetchFront('/_api/images/v2/generate', { method: 'POST', headers: spoofed, body })
    // Another user's key in a header that only the edge sets gives no rights.
    expect(anonymous.status).toBeGreaterThanOrEqual(400)
    const health = await fetch(`${front}/_api/images/.well-known/oauth-protected-resource`, { headers: spoofed })
    expect(await health.text()).not.toContain('evil')
  })

  test('serves the console for every path without an API, as a document that is revalidated', async () => {
    for (const path of ['/', '/flags/some.key', '/images?view=grid', '/docs', '/docs/images']) {
      const response = await fetch(`${front}${path}`)
      expect([response.status, response.headers.get('content-type')]).toEqual([200, 'text/html'])
      expect(response.headers.get('cache-control')).toBe('no-cache')
      expect(await response.text()).toContain(PROGRAM)
    }
  })

  test('sends a policy that blocks third-party resources and allows archive uploads', async () => {
    const { headers } = await fetch(`${front}/`)
    expect(headers.get('content-security-policy')).toBe(
      `default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data: blob:; connect-src 'self' ${testStack().aws}; frame-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'; require-trusted-types-for 'script'`,
    )
    expect(Object.fromEntries(headers)).toMatchObject({
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'same-origin',
      'strict-transport-security': 'max-age=31536000',
      'cross-origin-opener-policy': 'same-origin',
      'permissions-policy': 'camera=(), geolocation=(), microphone=()',
    })
    expect((await fetch(`${front}/api/health`)).headers.get('cross-origin-opener-policy')).toBeNull()
  })

  test('serves console files compressed and immutable, and answers conditional requests without a body', async () => {
    const file = await fetch(`${front}${PROGRAM}`, { headers: { 'accept-encoding': 'br' } })
    expect(Object.fromEntries(file.headers)).toMatchObject({
      'content-type': 'text/javascript',
      'cache-control': 'public, max-age=31536000, immutable',
      'content-encoding': 'br',
    })
    const revalidated = await fetch(`${front}${PROGRAM}`, {
      headers: { 'if-none-match': String(file.headers.get('etag')) },
    })
    expect(revalidated.status).toBe(304)
    const head = await fetch(`${front}${PROGRAM}`, { method: 'HEAD', headers: { 'accept-encoding': 'identity' } })
    expect([head.status, Number(head.headers.get('content-length')) > 1000, await head.text()]).toEqual([200, true, ''])
  })

  test('refuses unknown files and methods other than reads', async () => {
    for (const path of ['/static/absent.js', '/static/', '/static/..%2f..%2f..%2fpackage.json'])
      expect((await fetch(`${front}${path}`)).status).toBe(403)
    expect(await rawStatus('/static/../../../package.json')).toBe(403)
    for (const method of ['POST', 'PUT', 'DELETE'])
      expect((await fetch(`${front}/`, { method, body: 'x'.repeat(100_000) })).status).toBe(403)
  })
})
