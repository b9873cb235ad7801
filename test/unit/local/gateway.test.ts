import { request as httpRequest } from 'node:http'
import type { PassThrough } from 'node:stream'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { urlEvent } from '../../../lib/local/gateway-event.ts'
import { eventually, type FixtureStack, type LooseJson, startFixture, textOf } from './fixture-app.ts'

let fixture: FixtureStack
beforeAll(async () => {
  fixture = await startFixture({ trustProxy: true })
})
afterAll(() => fixture.stop())

const call = (path: string, init?: RequestInit) => fetch(fixture.images + path, init)
const echo = async (path: string, init?: RequestInit) => {
  const response = await call(path, init)
  expect(response.status).toBe(200)
  return (await response.json()) as {
    event: LooseJson
    env: Record<string, string>
    context: LooseJson
  }
}

describe('the event of a function', () => {
  it('query strings are decoded, with the last value and all values', async () => {
    const { event } = await echo('/v2/items?a=1&a=2&b=%20x+y')
    expect(event.queryStringParameters).toEqual({ a: '2', b: ' x y' })
    expect(event.multiValueQueryStringParameters).toEqual({ a: ['1', '2'], b: [' x y'] })
  })

  it('query strings and headers may have the names of Object.prototype properties', async () => {
    const { event } = await echo('/v2/items?__proto__=1&constructor=2&toString=3&toString=4', {
      headers: { constructor: 'x' },
    })
    expect(Object.entries(event.queryStringParameters)).toEqual([
      ['__proto__', '1'],
      ['constructor', '2'],
      ['toString', '4'],
    ])
    expect(event.multiValueQueryStringParameters.toString).toEqual(['3', '4'])
    expect(event.headers).toMatchObject({ constructor: 'x' })
  })

  it('missing query strings, parameters and bodies are null', async () => {
    const { event } = await echo('/v2/items')
    expect(event).toMatchObject({
      queryStringParameters: null,
      multiValueQueryStringParameters: null,
      pathParameters: null,
      body: null,
      isBase64Encoded: false,
      resource: '/v2/items',
      requestContext: { stage: 'prod', resourcePath: '/v2/items', httpMethod: 'GET' },
    })
  })

  it('path parameters stay percent-encoded, as in REST APIs', async () => {
    const { event } = await echo('/v2/items/a%2Fb')
    expect(event.pathParameters).toEqual({ id: 'a%2Fb' })
    expect(event.path).toBe('/v2/items/a%2Fb')
    expect((await echo('/v2/files/x/y%20z')).event.pathParameters).toEqual({ proxy: 'x/y%20z' })
  })

  it('header names keep their spelling, and repeated headers keep all values', async () => {
    const body = await new Promise<string>((resolve, reject) => {
      const { port } = new URL(fixture.images)
      const req = httpRequest(
        { port, host: '127.0.0.1', path: '/v2/items', headers: { 'X-Twice': ['1', '2'] } },
        (res) => {
          let text = ''
          res.on('data', (chunk) => (text += chunk)).on('end', () => resolve(text))
        },
      )
      req.on('error', reject).end()
    })
    const { event } = JSON.parse(body) as { event: LooseJson }
    expect(event.multiValueHeaders['X-Twice']).toEqual(['1', '2'])
    expect(event.headers['X-Twice']).toBe('2')
  })

  it('a binary media type is base64, any other body text', async () => {
    const bytes = new Uint8Array([0, 255, 1])
    const binary = await echo('/v2/items', { method: 'POST', body: bytes, headers: { 'content-type': 'image/png' } })
    expect(binary.event).toMatchObject({ body: 'AP8B', isBase64Encoded: true })
    const text = await echo('/v2/items', {
      method: 'POST',
      body: '{"a":"é"}',
      headers: { 'content-type': 'application/json' },
    })
    expect(text.event).toMatchObject({ body: '{"a":"é"}', isBase64Encoded: false })
  })

  it("the caller's address is from X-Forwarded-For if proxies are trusted", async () => {
    const { event } = await echo('/v2/items', { headers: { 'x-forwarded-for': '203.0.113.7, 10.0.0.1' } })
    expect(event.requestContext.identity.sourceIp).toBe('203.0.113.7')
    expect(event.headers['X-Forwarded-For']).toBe('203.0.113.7')
  })
})

describe('the domain of a request', () => {
  const domainFor = (host: string, { isHostTrusted = false } = {}): string => {
    const api = { id: 'a', stage: 's', account: '0', binaryMediaTypes: [] }
    const common = { method: 'GET', path: '/', query: '', port: 4000, requestId: 'r', sourceIp: '127.0.0.1', now: 0 }
    const request = { ...common, api, headers: [['Host', host]], isHostTrusted, body: Buffer.alloc(0) }
    const event = JSON.parse(urlEvent(request as never)) as { requestContext: { domainName: string } }
    return event.requestContext.domainName
  }

  it('the domain is this machine regardless of the Host header, except behind a trusted proxy', () => {
    for (const own of ['localhost:4000', '127.0.0.1:4000', '[::1]:4000']) expect(domainFor(own)).toBe(own)
    expect(domainFor('evil.example')).toBe('127.0.0.1:4000')
    expect(domainFor('localhost.evil.example')).toBe('127.0.0.1:4000')
    expect(domainFor('signet.example', { isHostTrusted: true })).toBe('signet.example')
  })
})

describe('responses of the gateway itself', () => {
  it("an unknown route returns the template's gateway response with status, header and variables", async () => {
    const response = await call('/nope')
    expect(response.status).toBe(404)
    expect(response.headers.get('access-control-allow-origin')).toBe('*')
    const request_id = response.headers.get('x-amzn-requestid')
    expect(await response.json()).toEqual({ error: 'No such route', code: 'not_found', request_id })
  })

  it('a method that the resource does not have returns the response of an unknown route', async () => {
    expect((await call('/v2/items', { method: 'DELETE' })).status).toBe(404)
  })

  it('a body over 10 MB and an event over 6 MB return 413', async () => {
    const tooLong = { error: 'Request Too Long', code: 'payload_too_large' }
    for (const size of [10 * 1024 * 1024 + 1, 6_500_000]) {
      const response = await call('/v2/items', { method: 'POST', body: 'x'.repeat(size) })
      expect(response.status).toBe(413)
      expect(await response.json()).toEqual(tooLong)
    }
  })

  it.each(['throw', 'exit', 'malformed', 'big&bytes=6291600'])('a failing function returns 502: %s', async (wish) => {
    const response = await call(`/v2/items?do=${wish}`)
    expect(response.status).toBe(502)
    expect(await response.json()).toMatchObject({ code: 'internal' })
  })

  it('a function that exceeds the integration timeout returns 504', async () => {
    const slow = await call('/v2/slow?do=sleep&ms=1500')
    expect(slow.status).toBe(504)
    expect(await slow.json()).toMatchObject({ type: 'INTEGRATION_TIMEOUT' })
  })

  it('a missing permission for API Gateway returns 500', async () => {
    expect((await call('/v2/forbidden')).status).toBe(500)
    const requests = () => fixture.log.filter(({ type }) => type === 'request').map(textOf)
    await eventually(() => requests().find((note) => note.includes('Lambda::Permission')))
  })

  it("a MOCK integration returns the template's response", async () => {
    const response = await call('/v2/items', { method: 'OPTIONS' })
    expect(response.status).toBe(204)
    expect(response.headers.get('access-control-allow-origin')).toBe('*')
  })
})

describe('the response of a function', () => {
  it('every Set-Cookie header is returned, and WWW-Authenticate is renamed, as in REST APIs', async () => {
    expect((await call('/v2/items')).headers.getSetCookie()).toEqual(['a=1', 'b=2'])
    const challenge = await call('/v2/items?do=challenge')
    expect(challenge.status).toBe(401)
    expect(challenge.headers.get('www-authenticate')).toBeNull()
    expect(challenge.headers.get('x-amzn-remapped-www-authenticate')).toBe('Bearer')
  })

  it('base64 is decoded only if the first Accept type is a binary media type', async () => {
    const decoded = await call('/v2/items?do=binary', { headers: { accept: 'image/png' } })
    expect(Buffer.from(await decoded.arrayBuffer()).toString('base64')).toBe('iVBORw0KGgo=')
    expect(await (await call('/v2/items?do=binary', { headers: { accept: 'text/html' } })).text()).toBe('iVBORw0KGgo=')
  })

  it('HEAD returns headers without a body', async () => {
    const response = await call('/v2/files/a', { method: 'HEAD' })
    expect(response.status).toBe(200)
    expect(Number(response.headers.get('content-length'))).toBeGreaterThan(100)
    expect(await response.text()).toBe('')
  })
})

describe('a function URL', () => {
  it("the event has format 2.0, and the function's headers are unchanged", async () => {
    const url = fixture.stack.urls.imageAgents ?? ''
    const response = await fetch(`${url}/mcp/x%20y?a=1&a=2`, { headers: { 'X-Thing': 'v', cookie: 'c=1; d=2' } })
    const { event } = (await response.json()) as { event: LooseJson }
    expect(event).toMatchObject({
      version: '2.0',
      rawPath: '/mcp/x%20y',
      rawQueryString: 'a=1&a=2',
      queryStringParameters: { a: '1,2' },
      cookies: ['c=1', 'd=2'],
      headers: { 'x-thing': 'v' },
      requestContext: { http: { method: 'GET', path: '/mcp/x%20y' } },
    })
    expect((await fetch(`${url}/?do=challenge`)).headers.get('www-authenticate')).toBe('Bearer')
  })

  it('the URL is a local address wherever a template refers to it', () => {
    const { app, lambda, urls } = fixture.stack
    expect(app.functions.find(({ label }) => label === 'paint')?.environment.AGENTS_URL).toMatch(/lambda-url/)
    return expect(lambda.invoke('paint', { n: 1, show: 'AGENTS_URL' })).resolves.toEqual({
      n: 2,
      shown: `${urls.imageAgents}/`,
    })
  })
})

describe('a streamed response', () => {
  it('the first byte arrives before the last is produced, with status, headers and cookies of the metadata', async () => {
    const response = await call('/v2/stream?status=201&ticks=4&every=100')
    expect(response.status).toBe(201)
    expect(response.headers.get('x-from')).toBe('metadata')
    expect(response.headers.getSetCookie()).toEqual(['c=3'])
    const arrivals: number[] = []
    let text = ''
    for await (const chunk of response.body!.pipeThrough(new TextDecoderStream())) {
      arrivals.push(performance.now())
      text += chunk
    }
    expect(text).toBe('data: 0\n\ndata: 1\n\ndata: 2\n\ndata: 3\n\n')
    expect(arrivals.at(-1)! - arrivals[0]!).toBeGreaterThan(150)
  })

  it('a large response arrives completely', async () => {
    const response = await call('/v2/stream?bytes=30000000')
    let size = 0
    for await (const chunk of response.body!) size += chunk.byteLength
    expect(size).toBe(30_000_000)
  })

  it('a function does not write far ahead of a slow reader', async () => {
    const { lambda } = fixture.stack
    const event = JSON.stringify({ queryStringParameters: { bytes: '30000000' } })
    const { body } = lambda.invokeStream('stream', event)
    const ahead = () => body.readableLength + (body as PassThrough).writableLength
    await eventually(() => (ahead() > 1_000_000 ? true : undefined))
    // An event in another environment completes in the meantime, so the thread had time to run.
    expect((await call('/v2/stream?bytes=5000000')).status).toBe(200)
    expect(ahead()).toBeLessThan(2_000_000)
    let size = 0
    for await (const chunk of body) size += (chunk as Buffer).byteLength
    expect(size).toBeGreaterThan(30_000_000)
  })

  it('the stream ends in the function when the client disconnects', async () => {
    const client = new AbortController()
    const response = await call('/v2/stream?ticks=1000&every=20', { signal: client.signal })
    await response.body!.getReader().read()
    client.abort()
    await eventually(() => fixture.log.find((entry) => textOf(entry) === 'reader left'))
  })

  it.each([
    ['/v2/stream?do=throw', 'a function that throws before its first byte'],
    ['/v2/stream?do=bare', 'a stream without metadata'],
    ['/v2/buffered-as-stream', 'a function that does not stream'],
  ])('%s returns 502: %s', async (path) => {
    expect((await call(path)).status).toBe(502)
  })
})
