import { afterEach, describe, expect, it, vi } from 'vitest'
import { busy, clientOf, failureOf, files, isTicketError, json, row, ticketClient } from './fake-service.ts'

afterEach(() => {
  vi.restoreAllMocks()
})

describe('a generated client: requests', () => {
  it('puts each member of a flat input into the part that the contract declares', async () => {
    const { api, sent } = ticketClient([() => json(201, row)])
    await api.create!({ title: 'é', labels: ['a'], due: undefined, 'idempotency-key': 'k-1' })
    const [request] = sent
    expect(request?.method).toBe('POST')
    expect(request?.url).toBe('https://desk.test/base/v1/tickets')
    expect(await request?.json()).toEqual({ title: 'é', labels: ['a'] })
    expect(Object.fromEntries(request?.headers ?? [])).toEqual({
      accept: 'application/json',
      authorization: 'Bearer k',
      'content-type': 'application/json',
      'idempotency-key': 'k-1',
    })
  })

  it('escapes U+FFFD, which a service refuses in a body as the result of invalid UTF-8', async () => {
    const { api, sent } = ticketClient([() => json(201, row)])
    await api.create!({ title: 'caf\ufffd' })
    const text = await sent[0]?.text()
    expect([text, JSON.parse(text ?? '')]).toEqual([expect.not.stringContaining('\ufffd'), { title: 'caf\ufffd' }])
    const nested = clientOf(files, 'DeskFiles', [() => json(200, { from: 'a', to: 'b' })])
    await nested.api.copyFile!({ id: 'a', body: { id: 'b', note: '\ufffd' } })
    expect(await nested.sent[0]?.text()).toBe(String.raw`{"id":"b","note":"\ufffd"}`)
  })

  it('encodes path segments, repeats lists and omits undefined values', async () => {
    const { api, sent } = ticketClient([() => json(200, row)])
    await api.get!({ id: 'a/b ?é%' })
    await api.list!({ label: ['x y', 'z&'], limit: 5, cursor: undefined })
    expect(sent.map(({ url }) => url)).toEqual([
      'https://desk.test/base/v1/tickets/a%2Fb%20%3F%C3%A9%25',
      'https://desk.test/base/v1/tickets?label=x+y&label=z%26&limit=5',
    ])
  })

  it.each(['', '.', '..'])('refuses the id "%s", which would change the path', async (id) => {
    const { api, sent } = ticketClient([() => json(200, row)])
    await expect(api.get!({ id })).rejects.toThrow(TypeError)
    expect(sent).toEqual([])
  })

  it('nests a part whose names are used by another part', async () => {
    const { api, sent } = clientOf(files, 'DeskFiles', [() => json(200, { from: 'a', to: 'b' })])
    await api.copyFile!({ id: 'a', body: { id: 'b', note: 'n' } })
    expect(sent[0]?.url).toBe('https://desk.test/base/v1/files/a/copy')
    expect(await sent[0]?.json()).toEqual({ id: 'b', note: 'n' })
  })

  it('requests the credential before each attempt, and sends none to an open operation', async () => {
    let credentialCalls = 0
    const credential = async () => {
      credentialCalls += 1
      return `k${credentialCalls}`
    }
    const { api, sent } = ticketClient([() => busy({ 'retry-after': '0' }), () => json(200, row)], { credential })
    vi.spyOn(Math, 'random').mockReturnValue(0)
    await api.get!({ id: 't1' })
    expect(sent.map(({ headers }) => headers.get('authorization'))).toEqual(['Bearer k1', 'Bearer k2'])
    const openOperation = clientOf(files, 'DeskFiles', [() => new Response('x')])
    await openOperation.api.downloadFile!({ id: 'a' })
    expect(openOperation.sent[0]?.headers.has('authorization')).toBe(false)
  })

  it('prefers the headers of the call over those of the client', async () => {
    const { api, sent } = ticketClient([() => json(200, row)], { headers: { 'x-a': '1', 'x-b': '1' } })
    await api.get!({ id: 't1' }, { headers: { 'x-b': '2' } })
    expect([sent[0]?.headers.get('x-a'), sent[0]?.headers.get('x-b')]).toEqual(['1', '2'])
  })
})

describe('a generated client: responses', () => {
  it('resolves to the body, and withResponse also to status and headers', async () => {
    const { api } = ticketClient([() => json(201, row, { location: '/v1/tickets/t1' })])
    expect(await api.create!({ title: 'x' })).toEqual(row)
    const response = await api.create!.withResponse({ title: 'x' })
    expect([response.status, response.headers.get('location'), response.body]).toEqual([201, '/v1/tickets/t1', row])
  })

  it('preserves unknown fields, and accepts an undeclared success status', async () => {
    const { api } = ticketClient([() => json(202, { ...row, color: 'red' })])
    expect(await api.get!({ id: 't1' })).toEqual({ ...row, color: 'red' })
  })

  it('resolves to undefined without a body', async () => {
    const { api } = ticketClient([() => new Response(null, { status: 204 })])
    expect(await api.delete!({ id: 't1' })).toBeUndefined()
  })

  it('streams a response that also has a schema, and throws its error', async () => {
    const events = new Response('event: claim\ndata: {}\n\n', { headers: { 'content-type': 'text/event-stream' } })
    const { api, sent } = ticketClient([() => events, () => json(404, { error: 'None', code: 'not_found' })])
    const response = await api.get!.stream({ id: 'a' }, { headers: { accept: 'text/event-stream' } })
    expect(await response.text()).toBe('event: claim\ndata: {}\n\n')
    expect(sent[0]?.headers.get('accept')).toBe('text/event-stream')
    expect(await failureOf(api.get!.stream({ id: 'a' }))).toMatchObject({ status: 404, code: 'not_found' })
  })

  it('resolves to the Response for streams and declared redirects', async () => {
    const bytes = clientOf(files, 'DeskFiles', [() => new Response('abc'), () => new Response(null, { status: 304 })])
    expect(await ((await bytes.api.downloadFile!({ id: 'a' })) as Response).text()).toBe('abc')
    expect((await bytes.api.downloadFile!.withResponse({ id: 'a', 'if-none-match': '"1"' })).status).toBe(304)
    const redirecting = clientOf(files, 'DeskFiles', [
      () => new Response(null, { status: 302, headers: { location: '/x' } }),
    ])
    const redirect = await redirecting.api.findFile!.withResponse({ name: 'a' })
    expect([redirect.status, redirect.headers.get('location'), redirecting.sent[0]?.redirect]).toEqual([
      302,
      '/x',
      'manual',
    ])
  })

  it('distinguishes API errors by status and code, with the body and Retry-After', async () => {
    const body = { error: 'No', code: 'invalid_transition', state: 'archived', allowed: [] }
    const { api } = ticketClient([() => json(409, body, { 'retry-after': '7' })])
    const failure = await failureOf(api.close!({ id: 't1' }))
    expect(failure).toMatchObject({ name: 'TicketApiError', operation: 'close', status: 409, body, retryAfter: 7 })
    expect(failure.code).toBe('invalid_transition')
    expect(failure.message).toBe('close: 409 invalid_transition: No')
    expect(isTicketError('close', failure)).toBe(true)
    expect(isTicketError('reopen', failure)).toBe(false)
  })

  it.each([
    [
      'HTML',
      () => new Response('<h1>Bad</h1>', { status: 502, statusText: 'Bad Gateway' }),
      502,
      'unknown',
      'Bad Gateway',
    ],
    ['an empty body', () => new Response(null, { status: 500 }), 500, 'unknown', 'HTTP 500'],
    ['an array', () => json(400, [1]), 400, 'unknown', 'HTTP 400'],
    ['a success without JSON', () => new Response('<p>Sign in</p>'), 200, 'invalid_response', 'not the JSON'],
  ])('throws an undeclared API error for %s', async (_, answer, status, code, text) => {
    const { api } = ticketClient([answer], { retries: 0 })
    const failure = await failureOf(api.get!({ id: 't1' }))
    expect([failure.status, failure.code]).toEqual([status, code])
    expect(failure.message).toContain(text)
    expect(isTicketError('get', failure)).toBe(false)
  })
})
