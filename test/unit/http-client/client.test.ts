import { ApiError } from '@signet/http-client'
import { describe, expect, it } from 'vitest'
import { busy, deskWith, failureOf, json } from './prepared-answers.ts'

const ticket = {
  id: 't1',
  state: 'open',
  title: 'Printer',
  labels: [],
  created_at: '2026-11-21T00:00:00Z',
  assignee: null,
}

describe('a client request', () => {
  it('puts each member of the flat input where the contract declares it', async () => {
    const { requests, client } = deskWith([() => json(201, ticket)])
    await client.create({ title: 'Printer', labels: ['a'], 'idempotency-key': 'k1' })
    expect([requests[0]?.method, requests[0]?.url]).toEqual(['POST', 'https://desk.test/base/v1/tickets'])
    expect(await requests[0]?.json()).toEqual({ title: 'Printer', labels: ['a'] })
    expect(requests[0]?.headers.get('idempotency-key')).toBe('k1')
    expect(requests[0]?.headers.get('content-type')).toBe('application/json')
  })

  it('encodes path segments, repeats lists and omits undefined members', async () => {
    const { requests, client } = deskWith([() => json(200, { items: [], next_cursor: null })])
    await client.list({ label: ['a b', 'c'], cursor: undefined })
    await client.get({ id: 'a/b' })
    expect(requests.map(({ url }) => url.slice('https://desk.test/base'.length))).toEqual([
      '/v1/tickets?label=a+b&label=c',
      '/v1/tickets/a%2Fb',
    ])
  })

  it('escapes U+FFFD, which a service refuses as a sign of lost bytes', async () => {
    const { requests, client } = deskWith([() => json(201, ticket)])
    await client.create({ title: 'a \uFFFD' })
    expect(await requests[0]?.text()).toBe(String.raw`{"title":"a \ufffd"}`)
  })

  it.each(['', '.', '..'])('throws before it is sent if the parameter is %j', async (id) => {
    const { requests, client } = deskWith([() => json(200, ticket)])
    await expect(client.get({ id })).rejects.toThrow(/is not allowed as path parameter id/)
    expect(requests).toEqual([])
  })

  it('has the headers of the client, the call and the input, in ascending precedence', async () => {
    const { requests, client } = deskWith([() => json(201, ticket)], { headers: { 'X-One': 'a', 'x-two': 'a' } })
    await client.create({ title: 'a' }, { headers: { 'x-two': 'b' } })
    expect([requests[0]?.headers.get('x-one'), requests[0]?.headers.get('x-two')]).toEqual(['a', 'b'])
  })

  it('gets a credential for each attempt', async () => {
    let number = 0
    const credential = () => `k${++number}`
    const { requests, client } = deskWith([() => busy({ 'retry-after': '0' }), () => json(200, ticket)], { credential })
    await client.get({ id: 't1' })
    expect(requests.map(({ headers }) => headers.get('authorization'))).toEqual(['Bearer k1', 'Bearer k2'])
  })

  it('sends bytes unchanged', async () => {
    const { requests, client } = deskWith([() => new Response(null, { status: 204 })])
    await client.upload_file({ id: 'f', body: new Blob(['abc']) })
    expect(await requests[0]?.text()).toBe('abc')
    expect(requests[0]?.headers.get('content-type')).toBe('application/octet-stream')
  })
})

describe('a client response', () => {
  it('returns the body of a success, and undefined without a body', async () => {
    const { client } = deskWith([() => json(200, ticket), () => new Response(null, { status: 204 })])
    expect((await client.get({ id: 't1' })).title).toBe('Printer')
    expect(await client.delete({ id: 't1' })).toBeUndefined()
  })

  it('returns the Response for bytes, and for a declared status such as 304', async () => {
    const { client } = deskWith([() => new Response('abc'), () => new Response(null, { status: 304 })])
    expect(await (await client.download_file({ id: 'f' })).text()).toBe('abc')
    expect((await client.download_file({ id: 'f' })).status).toBe(304)
  })

  it('does not follow a redirect that the contract declares', async () => {
    const { requests, client } = deskWith([() => new Response(null, { status: 302 })])
    await client.find_file({ name: 'a' })
    expect(requests[0]?.redirect).toBe('manual')
  })

  it('throws ApiError for a refusal, with status, code, body and Retry-After', async () => {
    const body = { error: 'Slow down', code: 'rate_limited', upgrade: '/pricing' }
    const { client } = deskWith([() => json(429, body, { 'retry-after': '7' })], { retries: 0 })
    const error = await failureOf(client.get({ id: 't1' }))
    expect(error).toBeInstanceOf(ApiError)
    expect(error).toMatchObject({ operation: 'ticket_get', status: 429, code: 'rate_limited', body, retryAfter: 7 })
  })

  it.each([
    ['unknown', 502, '<html>'],
    ['invalid_response', 200, '<html>'],
    ['invalid_response', 200, ''],
  ])('has the code %s for a body of status %i that is %j', async (code, status, text) => {
    const { client } = deskWith([() => new Response(text, { status })], { retries: 0 })
    expect(await failureOf(client.get({ id: 't1' }))).toMatchObject({ status, code })
  })
})

describe('client types', () => {
  it('follow from the contracts, read only', async () => {
    const { client } = deskWith([() => json(200, ticket)])
    const { labels, state } = await client.get({ id: 't1' })
    expect(state === 'open').toBe(true)
    // @ts-expect-error the contract has no such state
    expect(state === 'lost').toBe(false)
    // @ts-expect-error an answer is read only
    expect(() => labels.push('x')).not.toThrow()
    // @ts-expect-error the input has the members of the contract
    await client.get({ key: 't1' }).catch(() => undefined)
    // @ts-expect-error a required input cannot be omitted
    await client.get().catch(() => undefined)
  })
})
