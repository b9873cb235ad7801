import { describe, expect, test } from 'vitest'
import { verifies } from '../../spec/verifies.ts'
import { agentsUrl, imagesUrl, obtainToken } from '../../support/agents.ts'
import { call } from '../../support/api.ts'
import { testStack } from '../../support/test-stack.ts'

describe('getProtectedResource', () => {
  test('returns 200 with the endpoint itself and its authorization server', async () => {
    const base = testStack().urls.imageAgents
    const { status, body } = await call('GET', '/.well-known/oauth-protected-resource', { as: 'getProtectedResource' })
    expect([status, body]).toEqual([
      200,
      expect.objectContaining({
        resource: base,
        authorization_servers: [base],
        scopes_supported: ['generate', 'read'],
        bearer_methods_supported: ['header'],
      }),
    ])
  })

  test('returns 200 for any query, because clients append theirs to the metadata URL', async () => {
    for (const name of ['oauth-protected-resource', 'oauth-authorization-server']) {
      expect((await fetch(`${agentsUrl()}/.well-known/${name}?images=link`)).status).toBe(200)
    }
  })
})

describe('getAuthorizationServer', () => {
  verifies('IMG-5-9', 'returns 200 with the called address as issuer, S256 only, and no refresh tokens', async () => {
    const base = agentsUrl()
    const { status, body, headers } = await call('GET', '/.well-known/oauth-authorization-server', {
      as: 'getAuthorizationServer',
    })
    expect([status, headers.get('access-control-allow-origin')]).toEqual([200, '*'])
    expect(body).toMatchObject({
      issuer: base,
      authorization_endpoint: `${base}/authorize`,
      token_endpoint: `${base}/token`,
      registration_endpoint: `${base}/register`,
      grant_types_supported: ['authorization_code'],
      response_types_supported: ['code'],
      token_endpoint_auth_methods_supported: ['none'],
      code_challenge_methods_supported: ['S256'],
      authorization_response_iss_parameter_supported: true,
      client_id_metadata_document_supported: true,
      scopes_supported: ['generate', 'read', 'billing:purchase', 'runtime:read', 'runtime:run'],
      protected_resources: [base, imagesUrl(), testStack().urls.gateway],
    })
    expect(JSON.stringify(body)).not.toMatch(/refresh_token|offline_access|null/)
  })
})

describe('getSigningKeys', () => {
  test('returns 200 with the key of current tokens, public members only', async () => {
    const { token } = await obtainToken()
    const { kid } = JSON.parse(Buffer.from(token.split('.')[0] ?? '', 'base64url').toString())
    const { status, body } = await call<{ keys: Record<string, string>[] }>('GET', '/.well-known/jwks.json', {
      as: 'getSigningKeys',
    })
    expect([status, body.keys.map((key) => key.kid)]).toEqual([200, [kid]])
    expect(Object.keys(body.keys[0] ?? {}).sort()).toEqual(['alg', 'crv', 'kid', 'kty', 'use', 'x', 'y'])
  })
})
