import { unauthenticated } from '@signet/kernel'
import { describe, expect, it } from 'vitest'
import { issuerClient } from '../../../lambdas/accounts/issuer/issuer-client.ts'

const ISSUER = 'https://issuer.example/pool'
const session = { issuer: ISSUER, clientId: 'client-1' }
const document = {
  issuer: ISSUER,
  authorization_endpoint: 'https://sign-in.example/oauth2/authorize?theme=dark',
  token_endpoint: 'https://sign-in.example/oauth2/token',
  userinfo_endpoint: 'https://sign-in.example/oauth2/userInfo',
  end_session_endpoint: 'https://sign-in.example/logout',
}
const exchange = { code: 'c', redirectUri: 'https://own.example/cb', verifier: 'v', nonce: 'n' }

const client = (answers: Record<string, () => Response>, claims: object = { sub: 'u', nonce: 'n' }) => {
  const requests: { url: string; init: RequestInit | undefined }[] = []
  const send = (async (url: string, init?: RequestInit) => {
    requests.push({ url, init })
    const respond = answers[new URL(url).pathname]
    if (!respond) throw new TypeError('fetch failed')
    return respond()
  }) as typeof fetch
  const verify = async (token: string) => {
    if (token !== 'good') throw unauthenticated('bad')
    return claims as { sub: string }
  }
  return { requests, issuer: issuerClient({ session, verify, now: () => new Date(0), send }) }
}
const discovery = { '/pool/.well-known/openid-configuration': () => Response.json(document) }
const tokens = (body: object, status = 200) => ({ '/oauth2/token': () => Response.json(body, { status }) })

describe('the client of the authentication service', () => {
  it('fetches the discovery document once, and sends browsers to its endpoint with all PKCE parameters', async () => {
    const { issuer, requests } = client(discovery)
    const request = { redirectUri: 'https://own.example/cb', state: 's', nonce: 'n', challenge: 'c' }
    const url = new URL(await issuer.authorizeUrl(request))
    await issuer.authorizeUrl(request)
    expect(Object.fromEntries(url.searchParams)).toEqual({
      theme: 'dark',
      response_type: 'code',
      client_id: 'client-1',
      redirect_uri: 'https://own.example/cb',
      scope: 'openid email profile',
      state: 's',
      nonce: 'n',
      code_challenge: 'c',
      code_challenge_method: 'S256',
    })
    expect(requests).toHaveLength(1)
  })

  it('exchanges a code with its verifier, and does not follow redirects', async () => {
    const claims = { sub: 'u', nonce: 'n', email: 'a@b.example', email_verified: true, name: 'x'.repeat(200) }
    const { issuer, requests } = client({ ...discovery, ...tokens({ id_token: 'good' }) }, claims)
    expect(await issuer.exchange(exchange)).toEqual({ userId: 'u', email: 'a@b.example', name: 'x'.repeat(100) })
    expect(Object.fromEntries(requests[1]!.init!.body as URLSearchParams)).toEqual({
      grant_type: 'authorization_code',
      client_id: 'client-1',
      code: 'c',
      redirect_uri: 'https://own.example/cb',
      code_verifier: 'v',
    })
    expect(requests[1]!.init!.redirect).toBe('error')
  })

  it.each([false, 'false'])(
    'ignores an email address that the service marks as unverified: %j',
    async (email_verified) => {
      const claims = { sub: 'u', nonce: 'n', email: 'a@b.example', email_verified }
      const { issuer } = client({ ...discovery, ...tokens({ id_token: 'good' }) }, claims)
      expect(await issuer.exchange(exchange)).toEqual({ userId: 'u' })
    },
  )

  it.each([
    ['IssuerRefusedError', 'an invalid code', { ...discovery, ...tokens({ error: 'invalid_grant' }, 400) }],
    ['IssuerUnavailableError', 'a server error', { ...discovery, ...tokens({}, 500) }],
    ['IssuerUnavailableError', 'a response without a token', { ...discovery, ...tokens({ access_token: 'x' }) }],
    ['IssuerUnavailableError', 'no response', discovery],
    ['IssuerUnavailableError', 'a missing discovery document', {}],
    [
      'IssuerUnavailableError',
      'the discovery document of another issuer',
      {
        '/pool/.well-known/openid-configuration': () => Response.json({ ...document, issuer: 'https://evil.example' }),
      },
    ],
    ['Refusal', 'a token that is not good', { ...discovery, ...tokens({ id_token: 'bad' }) }],
  ])('throws %s for %s', async (name, _, answers) => {
    await expect(client(answers).issuer.exchange(exchange)).rejects.toMatchObject({ name })
  })

  it('rejects a token of another sign-in', async () => {
    const { issuer } = client({ ...discovery, ...tokens({ id_token: 'good' }) }, { sub: 'u', nonce: 'other' })
    await expect(issuer.exchange(exchange)).rejects.toMatchObject({ name: 'IssuerRefusedError' })
  })

  it('returns the user of an access token, and the sign-out URL', async () => {
    const userInfo = {
      '/oauth2/userInfo': () => Response.json({ sub: 'u', email: 'a@b.example', email_verified: 'true' }),
    }
    const { issuer, requests } = client({ ...discovery, ...userInfo })
    expect(await issuer.userOf('token')).toEqual({ userId: 'u', email: 'a@b.example' })
    expect(new Headers(requests[1]!.init!.headers).get('authorization')).toBe('Bearer token')
    const signOutUrl = new URL(String(await issuer.logoutUrl('https://own.example/')))
    expect(signOutUrl.searchParams.get('logout_uri')).toBe('https://own.example/')
  })
})
