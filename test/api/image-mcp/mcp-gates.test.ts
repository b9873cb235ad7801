import { request } from 'node:http'
import { describe, expect, test } from 'vitest'
import { keyWithScopes, newTenant } from '../../support/keys.ts'
import { listMessage, mcpAddress, post } from '../../support/mcp.ts'
import { testStack } from '../../support/test-stack.ts'

const bearer = (key: string) => ({ authorization: `Bearer ${key}` })
const metadata = () => `resource_metadata="${testStack().urls.imageAgents}/.well-known/oauth-protected-resource"`

/** Sends a Host header, which `fetch` always takes from the URL. */
const statusFor = (host: string): Promise<number | undefined> =>
  new Promise((resolve, reject) => {
    const sent = request(mcpAddress(), { method: 'POST', headers: { host } }, ({ statusCode }) => resolve(statusCode))
    sent.once('error', reject)
    sent.end('{}')
  })

describe('the MCP endpoint', () => {
  test('returns 401 without a credential, with the metadata URL and no error code', async () => {
    const { status, headers } = await post(listMessage)
    expect(status).toBe(401)
    expect(headers.get('www-authenticate')).toBe(`Bearer ${metadata()}, scope="generate read"`)
  })

  test.each([
    ['an unknown key', 'gen_nobody'],
    ['a key of another service', 'plat_nobody'],
    ['a session', 'eyJhbGciOiJub25lIn0.e30.'],
  ])('returns 401 for %s, as an invalid token', async (_, key) => {
    const { status, headers } = await post(listMessage, bearer(key))
    expect(status).toBe(401)
    const challenge = headers.get('www-authenticate')
    expect(challenge).toContain('error="invalid_token"')
    expect(challenge).toContain(metadata())
  })

  test.each(['*/*', 'APPLICATION/JSON, TEXT/EVENT-STREAM', 'application/*, text/*;q=0.5'])(
    'returns 200 for a client that accepts both types by %s (RFC 9110 8.3.1 and 12.5.1)',
    async (accept) => {
      const key = bearer(await keyWithScopes(['generate', 'read']))
      const answer = await post({ jsonrpc: '2.0', id: 1, method: 'ping' }, { ...key, accept })
      expect([answer.status, await answer.text()]).toEqual([200, expect.stringContaining('"result":{}')])
    },
  )

  const clientInfo = { name: 'a', version: '1' }
  const hello = { protocolVersion: '2025-06-18', capabilities: {}, clientInfo }
  test.each([
    ['initialize', undefined, 'params'],
    ['initialize', { ...hello, clientInfo: undefined }, 'clientInfo'],
    ['initialize', { ...hello, protocolVersion: 5 }, 'protocolVersion'],
    ['initialize', { ...hello, capabilities: [] }, 'capabilities'],
    ['tools/list', { cursor: 5 }, 'cursor'],
    ['prompts/get', { name: 5 }, 'name'],
    ['prompts/get', { name: 'a', arguments: { focus: 5 } }, 'focus'],
    ['prompts/get', { name: 'a', arguments: [] }, 'arguments'],
    ['resources/read', { uri: 5 }, 'uri'],
    ['tools/call', { name: 5 }, 'name'],
    ['tools/call', undefined, 'params'],
  ])('returns -32602 for wrong parameters of %s, naming the member', async (method, params, member) => {
    const key = bearer(await keyWithScopes(['generate', 'read']))
    const text = await (await post({ jsonrpc: '2.0', id: 7, method, params }, key)).text()
    const { id, error } = JSON.parse(text.slice(text.indexOf('{')))
    expect([id, error.code, error.message]).toEqual([7, -32_602, expect.stringContaining(member)])
  })

  test('answers an unknown revision with a supported one (MCP, Version Negotiation)', async () => {
    const key = bearer(await keyWithScopes(['generate', 'read']))
    const params = { ...hello, protocolVersion: '1999-01-01' }
    const answer = await post({ jsonrpc: '2.0', id: 1, method: 'initialize', params }, key)
    expect(await answer.text()).toContain('"protocolVersion":"2025-11-25"')
  })

  test('refuses a session cookie', async () => {
    expect((await post(listMessage, { cookie: '__Secure-auth.session_token=x' })).status).toBe(401)
  })

  test('returns 405 for every method except POST: there are no sessions', async () => {
    for (const method of ['GET', 'DELETE', 'PUT']) {
      const { status, headers } = await fetch(mcpAddress(), { method })
      expect([method, status, headers.get('allow')]).toEqual([method, 405, 'POST'])
    }
  })

  test('returns 403 for foreign hosts and origins; pages of this machine may read responses', async () => {
    const { key } = await newTenant()
    expect(await statusFor('evil.example')).toBe(403)
    const foreign = await post(listMessage, { ...bearer(key), origin: 'https://evil.example' })
    expect([foreign.status, foreign.headers.get('access-control-allow-origin')]).toEqual([403, null])
    const own = await post(listMessage, { ...bearer(key), origin: 'http://localhost:6274' })
    expect([own.status, own.headers.get('access-control-allow-origin')]).toEqual([200, 'http://localhost:6274'])
    const preflightHeaders = { origin: 'http://localhost:6274', 'access-control-request-method': 'POST' }
    const preflight = await fetch(mcpAddress(), { method: 'OPTIONS', headers: preflightHeaders })
    expect([preflight.status, preflight.headers.get('access-control-allow-methods')]).toEqual([204, 'POST'])
  })

  test('returns 400, 413 and 415 as JSON-RPC for invalid messages', async () => {
    const { key } = await newTenant()
    const answers = [
      await post('{', bearer(key)),
      await post(`"${'x'.repeat(70_000)}"`, bearer(key)),
      await post('a=b', { ...bearer(key), 'content-type': 'text/plain' }),
    ]
    const shown = await Promise.all(
      answers.map(async (each) => [each.status, ((await each.json()) as { jsonrpc: string }).jsonrpc]),
    )
    expect(shown).toEqual([400, 413, 415].map((status) => [status, '2.0']))
  })

  test('returns 400 for a body that is not UTF-8, naming the reason, and for an empty one', async () => {
    const { key } = await newTenant()
    const raw = Buffer.from(JSON.stringify({ ...listMessage, params: { cursor: '?' } }))
    raw[raw.indexOf(63)] = 0xe9
    const answers = [await post(raw, bearer(key)), await post('', bearer(key))]
    expect(answers.map(({ status }) => status)).toEqual([400, 400])
    const said = await Promise.all(answers.map((each) => each.json()))
    expect(said).toMatchObject([
      { error: { code: -32_700, message: expect.stringContaining('not UTF-8') } },
      { error: { code: -32_700, message: expect.stringContaining('empty') } },
    ])
  })

  test('returns 400 for a message nested too deeply, also in the arguments of a call', async () => {
    const { key } = await newTenant()
    const deep = `${'['.repeat(20_000)}${']'.repeat(20_000)}`
    const call = `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"list_models","arguments":{"a":${deep}}}}`
    for (const body of [deep, call]) {
      const answer = await post(body, bearer(key))
      expect([answer.status, await answer.json()]).toMatchObject([400, { error: { code: -32_600 } }])
    }
  })

  test('returns 404 for an endless stream', async () => {
    const { key } = await newTenant()
    const answer = await post({ jsonrpc: '2.0', id: 7, method: 'subscriptions/listen', params: {} }, bearer(key))
    expect([answer.status, await answer.json()]).toMatchObject([404, { id: 7, error: { code: -32_601 } }])
  })

  test('returns 403 with the scope that a key lacks, before the tool runs', async () => {
    const key = await keyWithScopes(['read'])
    const params = { name: 'generate_image', arguments: { prompt: 'a fox' } }
    const answer = await post({ jsonrpc: '2.0', id: 1, method: 'tools/call', params }, bearer(key))
    expect(answer.status).toBe(403)
    const challenge = answer.headers.get('www-authenticate')
    expect(challenge).toContain('error="insufficient_scope"')
    // Clients request only the scopes named here, so granted ones are named too.
    expect(challenge).toContain('scope="read generate"')
    expect(challenge).toContain('error_description="generate_image requires the scope generate"')
    expect(challenge).toContain(metadata())
  })
})
