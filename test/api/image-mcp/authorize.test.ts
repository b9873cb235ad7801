import { describe, expect, test } from 'vitest'
import {
  absentId,
  agentsUrl,
  authorize,
  imagesUrl,
  locationOf,
  newProof,
  openConsent,
  registerAgent,
} from '../../support/agents.ts'
import { call, newAddress } from '../../support/api.ts'
import { newPerson } from '../../support/people.ts'

const { challenge } = newProof()

/** The response to the client. */
const redirectOf = (answer: Parameters<typeof locationOf>[0]) => {
  const { origin, pathname, searchParams } = locationOf(answer)
  return { to: `${origin}${pathname}`, ...Object.fromEntries(searchParams) }
}

describe('GET /authorize', () => {
  test('returns 302 to the platform with a handle, and no part of the request in the URL', async () => {
    const at = await authorize(await registerAgent(), challenge, { prompt: 'consent', login_hint: 'x@y.example' })
    const to = locationOf(at)
    expect([at.status, to.pathname, [...to.searchParams.keys()]]).toEqual([302, '/consent', ['request']])
    expect(to.searchParams.get('request')).toMatch(/^[\w-]{43}$/)
    expect([at.headers.get('cache-control'), at.headers.get('referrer-policy')]).toEqual(['no-store', 'no-referrer'])
  })

  test('open redirect: nothing is redirected until client and redirect URI are known', async () => {
    const agent = await registerAgent('https://agent.example/callback')
    const cases = [
      [{ client_id: undefined }, 'invalid_client'],
      [{ client_id: absentId() }, 'invalid_client'],
      [{ client_id: '../../x' }, 'invalid_client'],
      [{ redirect_uri: undefined }, 'invalid_redirect_uri'],
      ...[
        'https://evil.example/callback',
        'https://agent.example/callback/',
        'https://agent.example/callback?x=1',
        'https://agent.example/callback/../x',
        'https://agent.example.evil.example/callback',
        'https://agent.example:444/callback',
        'https://AGENT.example/callback',
        'https://agent.example/callback#',
        'javascript:alert(1)',
      ].map((redirect_uri) => [{ redirect_uri }, 'invalid_redirect_uri'] as const),
    ] as const
    for (const [more, error] of cases) {
      const { status, body, headers } = await authorize(agent, challenge, more)
      expect([more, status, body.error, headers.get('location')]).toEqual([more, 400, error, null])
    }
  })

  test('loopback: the port is free, the name, the path and the scheme are not', async () => {
    const agent = await registerAgent('http://127.0.0.1/callback')
    const status = async (redirect_uri: string) => (await authorize(agent, challenge, { redirect_uri })).status
    for (const good of [
      'http://127.0.0.1/callback',
      'http://127.0.0.1:1/callback',
      'http://127.0.0.1:65535/callback',
    ]) {
      expect([good, await status(good)]).toEqual([good, 302])
    }
    const bad = [
      ...[
        'http://localhost:1/callback',
        'http://[::1]:1/callback',
        'http://127.0.0.1:1/other',
        'http://127.0.0.2/callback',
      ],
      ...[
        'https://127.0.0.1:1/callback',
        'http://127.0.0.1:1@evil.example/callback',
        'http://127.0.0.1:99999/callback',
      ],
    ]
    for (const uri of bad) expect([uri, await status(uri)]).toEqual([uri, 400])
    const site = await registerAgent('https://agent.example/callback')
    expect((await authorize(site, challenge, { redirect_uri: 'https://agent.example:8443/callback' })).status).toBe(400)
  })

  test('PKCE downgrade: refuses no challenge, plain, and a challenge that is not a digest', async () => {
    const agent = await registerAgent()
    const cases = [
      { code_challenge: undefined },
      { code_challenge_method: undefined },
      { code_challenge_method: 'plain' },
      { code_challenge_method: 's256' },
      { code_challenge: 'short' },
      { code_challenge: `${challenge}=` },
    ]
    for (const more of cases) {
      const answer = await authorize(agent, challenge, more)
      expect([answer.status, redirectOf(answer)]).toEqual([
        302,
        expect.objectContaining({
          to: agent.redirectUri,
          error: 'invalid_request',
          state: 'the state',
          iss: agentsUrl(),
        }),
      ])
    }
  })

  test('errors go to the client with its state and the issuer', async () => {
    const agent = await registerAgent()
    const error = async (more: Record<string, string | undefined>) =>
      redirectOf(await authorize(agent, challenge, more))
    const back = { to: agent.redirectUri, state: 'the state', iss: agentsUrl(), error_description: expect.any(String) }
    expect(await error({ response_type: 'token' })).toEqual({ ...back, error: 'unsupported_response_type' })
    expect(await error({ response_type: undefined })).toEqual({ ...back, error: 'unsupported_response_type' })
    for (const resource of [
      'https://evil.example',
      `${agentsUrl()}/other`,
      `${agentsUrl()}#x`,
      `${imagesUrl()}?x`,
      'nothing',
    ]) {
      expect([resource, await error({ resource })]).toEqual([resource, { ...back, error: 'invalid_target' }])
    }
    expect(await error({ state: undefined, resource: 'nothing' })).not.toHaveProperty('state')
  })

  test('resource: both spellings of a root, in any case, are one service', async () => {
    const person = await newPerson()
    const agent = await registerAgent()
    const spellings = [undefined, agentsUrl(), `${agentsUrl()}/`, agentsUrl().replace('http://', 'HTTP://')]
    for (const resource of spellings) {
      const { html } = await openConsent(person, await authorize(agent, challenge, { resource }))
      expect(html).toContain(`<dt>Access to</dt><dd>Signet Images (<code>${agentsUrl()}</code>)</dd>`)
    }
    const { html } = await openConsent(person, await authorize(agent, challenge, { resource: `${imagesUrl()}/` }))
    expect(html).toContain(`<dt>Access to</dt><dd>Signet Images (<code>${imagesUrl()}</code>)</dd>`)
  })

  test('scope: a client that requests only unknown scopes gets the base scopes', async () => {
    const person = await newPerson()
    const agent = await registerAgent()
    const consentHtml = async (scope: string) =>
      (await openConsent(person, await authorize(agent, challenge, { scope }))).html
    const base = await consentHtml('generate read')
    const scopesIn = (html: string) => [...html.matchAll(/name="scope"[^>]*value="([^"]+)"/g)].map(([, value]) => value)
    for (const scope of ['openid email profile', 'admin offline_access']) {
      expect(scopesIn(await consentHtml(scope))).toEqual(scopesIn(base))
    }
  })

  test('resource: the images suffix is ignored, and an empty value counts as absent', async () => {
    const person = await newPerson()
    const agent = await registerAgent()
    for (const resource of [`${agentsUrl()}/?images=link`, `${agentsUrl()}?images=link`, '']) {
      const { html } = await openConsent(person, await authorize(agent, challenge, { resource }))
      expect(html).toContain(`<dt>Access to</dt><dd>Signet Images (<code>${agentsUrl()}</code>)</dd>`)
    }
    expect(redirectOf(await authorize(agent, challenge, { state: '', resource: 'nothing' }))).not.toHaveProperty(
      'state',
    )
    expect(
      redirectOf(await authorize(agent, challenge, { resource: `${agentsUrl()}/?images=link&x=1` })),
    ).toMatchObject({
      error: 'invalid_target',
    })
  })

  test('returns 400 as a page for browsers, without a redirect', async () => {
    const agent = await registerAgent()
    const errorPage = async (more: Record<string, string>) => {
      const query = new URLSearchParams({ client_id: agent.clientId, redirect_uri: agent.redirectUri, ...more })
      const headers = { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' }
      const page = await fetch(`${agentsUrl()}/authorize?${query}`, { headers, redirect: 'manual' })
      const type = page.headers.get('content-type')
      const policy = page.headers.get('content-security-policy')
      expect([page.status, type, page.headers.get('location')]).toEqual([400, 'text/html; charset=utf-8', null])
      expect(policy).toContain("frame-ancestors 'none'")
      expect([page.headers.get('cache-control'), page.headers.get('vary')]).toEqual(['no-store', 'Accept, Origin'])
      return page.text()
    }
    const html = await errorPage({ redirect_uri: 'https://evil.example/' })
    expect(html).toContain('<h1>This program cannot be authorized</h1>')
    expect(html).toContain('redirect_uri must be exactly one of the client’s redirect URIs')
    expect(html).not.toContain('evil.example')
    expect(await errorPage({ client_id: absentId() })).toContain('The client does not exist')
    expect(await errorPage({ state: 'x'.repeat(2_001) })).toContain('state must be at most 2000 characters')
  })

  test('returns 400 for a repeated parameter and for one that is too long', async () => {
    const agent = await registerAgent()
    expect((await authorize(agent, challenge, { state: 'x'.repeat(2_001) })).status).toBe(400)
    const { clientId, redirectUri } = agent
    const query = new URLSearchParams({ response_type: 'code', client_id: clientId, redirect_uri: redirectUri })
    const twice = `${query}&redirect_uri=${encodeURIComponent('https://evil.example/')}`
    const { status, headers } = await call('GET', `/authorize?${twice}`, { from: newAddress(), as: 'authorizeAgent' })
    expect([status, headers.get('location')]).toEqual([400, null])
  })
})
