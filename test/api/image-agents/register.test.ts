import { describe, expect, test } from 'vitest'
import { call, newAddress } from '../../support/api.ts'

const register = (body: unknown) => call('POST', '/register', { from: newAddress(), body, as: 'registerClient' })

describe('POST /register', () => {
  test('201: what we do not do is left out, what is absent stays absent, nothing is null', async () => {
    const { status, body, headers } = await register({
      redirect_uris: ['http://localhost/callback'],
      grant_types: ['authorization_code', 'refresh_token', 'client_credentials'],
      response_types: ['code', 'token'],
      token_endpoint_auth_method: 'client_secret_basic',
      software_id: 'x',
      jwks_uri: null,
      client_name: null,
      client_uri: null,
    })
    expect(status).toBe(201)
    expect(body).toEqual({
      client_id: expect.stringMatching(/^[\da-f-]{36}$/),
      client_id_issued_at: expect.any(Number),
      redirect_uris: ['http://localhost/callback'],
      grant_types: ['authorization_code'],
      response_types: ['code'],
      token_endpoint_auth_method: 'none',
      scope: 'generate read billing:purchase',
    })
    expect([headers.get('cache-control'), headers.get('access-control-allow-origin')]).toEqual(['no-store', '*'])
  })

  test('201 with the URIs that may be used; one that may not does not make a client bad', async () => {
    const good = [
      'https://agent.example/cb',
      'http://127.0.0.1:7/cb',
      'http://[::1]/cb',
      'cursor://anysphere.cursor-mcp/cb',
    ]
    const bad = [
      ...['http://agent.example/cb', 'https://a@agent.example/cb', 'https://agent.example/cb#x', 'myapp://callback'],
      ...[
        'javascript:alert(1)',
        'data:text/html,x',
        'file:///etc/passwd',
        'https://agent.example\\@evil.example/',
        '/cb',
      ],
      ...['http://127.0.0.1.evil.example/cb', 'http://localhost.evil.example/', 'https://', 'http://127.1/cb'],
    ]
    const { status, body } = await register({ redirect_uris: [...bad, ...good], client_name: ' Name ' })
    expect([status, body.redirect_uris, body.client_name]).toEqual([201, good, 'Name'])
    for (const uri of bad) {
      const refused = await register({ redirect_uris: [uri] })
      expect([uri, refused.status, refused.body.error]).toEqual([uri, 400, 'invalid_redirect_uri'])
    }
  })

  test('400 for no redirect URI at all, or what is none', async () => {
    for (const body of [{}, { redirect_uris: [] }, { redirect_uris: 'https://a.example' }]) {
      expect((await register(body)).status).toBe(400)
    }
  })
})
