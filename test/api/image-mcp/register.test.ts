import { describe, expect, test } from 'vitest'
import { call, newAddress } from '../../support/api.ts'

const register = (body: unknown) => call('POST', '/register', { from: newAddress(), body, as: 'registerClient' })

describe('POST /register', () => {
  test('returns 201: unsupported metadata is omitted, absent members stay absent, no member is null', async () => {
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
      scope: 'generate read billing:purchase runtime:read runtime:run',
    })
    expect([headers.get('cache-control'), headers.get('access-control-allow-origin')]).toEqual(['no-store', '*'])
  })

  test('returns 201 with the allowed redirect URIs; a disallowed one is ignored', async () => {
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

  test.each([
    ['no body', '', 'invalid_client_metadata'],
    ['invalid JSON', '{', 'invalid_client_metadata'],
    ['a list', '[]', 'invalid_client_metadata'],
    ['no redirect URI', '{}', 'invalid_redirect_uri'],
    ['an empty list of them', '{"redirect_uris":[]}', 'invalid_redirect_uri'],
    ['a redirect URI that is not a list', '{"redirect_uris":"https://a.example"}', 'invalid_redirect_uri'],
    ['a redirect URI that is not text', '{"redirect_uris":[1]}', 'invalid_redirect_uri'],
    ['a name that is not text', '{"redirect_uris":["https://a.example/"],"client_name":5}', 'invalid_client_metadata'],
  ])('returns 400 in the form of RFC 7591 3.2.2 for %s', async (_, raw, error) => {
    const headers = { 'content-type': 'application/json' }
    const answer = await call('POST', '/register', { from: newAddress(), raw, headers, as: 'registerClient' })
    expect([answer.status, answer.body]).toMatchObject([400, { error, error_description: expect.any(String) }])
    expect(answer.headers.get('cache-control')).toBe('no-store')
  })

  test('returns 413 and 415 in the same form', async () => {
    const post = (raw: string, type: string) =>
      call('POST', '/register', { from: newAddress(), raw, headers: { 'content-type': type }, as: 'registerClient' })
    const form = { error: 'invalid_client_metadata', error_description: expect.any(String) }
    const large = await post(JSON.stringify({ software_statement: 'x'.repeat(20_000) }), 'application/json')
    expect([large.status, large.body]).toMatchObject([413, form])
    const text = await post('{}', 'text/plain')
    expect([text.status, text.body]).toMatchObject([415, form])
  })
})
