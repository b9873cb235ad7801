import { describe, expect, inject, test } from 'vitest'
import { keyOf, platformKeyOf } from '../../support/api.ts'
import { newPerson, ownOrigin } from '../../support/people.ts'

/** The front of a laptop is the port of the platform. An emulator has none. */
const front = ownOrigin()

const at = async (path: string, init: RequestInit = {}) => {
  const response = await fetch(`${front}${path}`, { redirect: 'manual', ...init })
  return {
    status: response.status,
    headers: response.headers,
    body: (await response.json().catch(() => undefined)) as Record<string, unknown> | undefined,
  }
}

const asked = (key: string, body: unknown): RequestInit => ({
  method: 'POST',
  headers: { 'x-api-key': key, 'content-type': 'application/json' },
  body: JSON.stringify(body),
})

describe.skipIf(inject('stack').kind === 'emulator')('one address for platform and APIs', () => {
  test('every API answers below its prefix, and the platform at the root', async () => {
    expect((await at('/api/health')).status).toBe(200)
    expect((await at('/_api/images/v2/health')).body).toMatchObject({ status: 'ok' })
    const headers = { authorization: `Bearer ${platformKeyOf('pro')}` }
    expect((await at('/_api/flags/flags', { headers })).status).toBe(200)
    expect((await at('/_api/archive/api/stats', { headers })).status).toBe(200)
  })

  test('there is nothing below a prefix that no API has', async () => {
    for (const path of ['/_api/nothing/v2/health', '/_api/images', '/_api/'])
      expect(await at(path)).toMatchObject({ status: 404, body: { code: 'not_found' } })
  })

  test('addresses in answers lead back through it', async () => {
    const made = await at('/_api/images/v2/generate', asked(keyOf('pro'), { prompt: 'a heron', sync: true }))
    expect(made.status).toBe(201)
    const [url = ''] = JSON.stringify(made.body).match(/https?:[^"]*\/v2\/assets\/[^"]*/) ?? []
    expect(url).toMatch(new RegExp(`^${front}/_api/images/v2/assets/`))
    expect((await fetch(url)).status).toBe(200)
  })

  test('a session counts at the APIs, whose host is the same', async () => {
    const { cookie } = await newPerson()
    const headers = { cookie, 'sec-fetch-site': 'same-origin', origin: front }
    expect((await at('/api/account/me', { headers })).status).toBe(200)
    expect((await at('/_api/archive/api/stats', { headers })).status).toBe(200)
  })

  test('nobody says who they are or where: what a caller writes into its headers is removed', async () => {
    const spoofed = {
      'x-forwarded-host': 'evil.example',
      'x-forwarded-prefix': '/evil',
      'x-viewer-address': '198.51.100.1',
      'x-caller-api-key': keyOf('pro'),
      'content-type': 'application/json',
    }
    const body = JSON.stringify({ prompt: 'a heron', quality_tier: 'ultra' })
    const anonymous = await at('/_api/images/v2/generate', { method: 'POST', headers: spoofed, body })
    // The key of another, in a header that only the edge writes, gives no rights.
    expect(anonymous.status).toBeGreaterThanOrEqual(400)
    const health = await fetch(`${front}/_api/images/.well-known/oauth-protected-resource`, { headers: spoofed })
    expect(await health.text()).not.toContain('evil')
  })
})
