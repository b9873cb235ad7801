import { itemsOf, requestJson, requestResponse } from '@signet/http-client'
import { describe, expect, it } from 'vitest'
import { busy, failureOf, json } from './prepared-answers.ts'

/** A fetch that returns these responses in sequence. */
const fetchOf = (...answers: readonly Response[]) => {
  const requests: Request[] = []
  const fetch = async (url: string, init: RequestInit) => {
    requests.push(new Request(url, { ...init, signal: null }))
    return answers[requests.length - 1] ?? busy()
  }
  return { requests, fetch }
}
const baseUrl = 'https://api.test'

describe('requestJson', () => {
  it('sends the key, the query and JSON, and returns the JSON of the response', async () => {
    const { requests, fetch } = fetchOf(json(200, { ok: true }))
    const body = { name: 'a' }
    const request = { baseUrl, credential: 'plat_1', method: 'POST', path: '/things', query: { dry_run: true }, body }
    expect(await requestJson({ ...request, fetch })).toEqual({ ok: true })
    expect([requests[0]?.method, requests[0]?.url]).toEqual(['POST', 'https://api.test/things?dry_run=true'])
    expect(requests[0]?.headers.get('authorization')).toBe('Bearer plat_1')
    expect(await requests[0]?.json()).toEqual(body)
  })

  it('sends bytes with the type that the caller sets', async () => {
    const { requests, fetch } = fetchOf(json(200, {}))
    const headers = { 'content-type': 'text/csv' }
    await requestJson({ baseUrl, method: 'PUT', path: '/file', body: 'a,b', headers, fetch })
    expect([requests[0]?.headers.get('content-type'), await requests[0]?.text()]).toEqual(['text/csv', 'a,b'])
  })

  it('repeats a GET, and a POST only with an idempotency key', async () => {
    const retryNow = { 'retry-after': '0' }
    const getRequest = fetchOf(busy(retryNow), json(200, 1))
    expect(await requestJson({ baseUrl, method: 'GET', path: '/', fetch: getRequest.fetch })).toBe(1)
    const unkeyed = fetchOf(busy(retryNow), json(200, 1))
    const post = { baseUrl, method: 'POST', path: '/' }
    expect(await failureOf(requestJson({ ...post, fetch: unkeyed.fetch }))).toMatchObject({ status: 503 })
    const keyed = fetchOf(busy(retryNow), json(200, 1))
    expect(await requestJson({ ...post, headers: { 'idempotency-key': 'k' }, fetch: keyed.fetch })).toBe(1)
  })

  it('throws the refusal of the service', async () => {
    const { fetch } = fetchOf(json(402, { error: 'Pro only', code: 'plan_required', upgrade: '/pricing' }))
    const failure = await failureOf(requestJson({ baseUrl, method: 'GET', path: '/', fetch }))
    expect(failure).toMatchObject({ operation: 'GET /', code: 'plan_required', body: { upgrade: '/pricing' } })
  })
})

describe('requestResponse', () => {
  it('returns the response, for bytes and streams', async () => {
    const { fetch } = fetchOf(new Response('abc'))
    const response = await requestResponse({ baseUrl, method: 'GET', path: '/file', fetch })
    expect(await response.text()).toBe('abc')
  })
})

const allOf = async <Item>(items: AsyncIterable<Item>): Promise<Item[]> => {
  const all: Item[] = []
  for await (const item of items) all.push(item)
  return all
}

describe('itemsOf', () => {
  const members = { items: 'rows', next: 'next' } as const
  const pages = (...cursors: readonly (string | null)[]) => {
    const requests: (string | undefined)[] = []
    const list = async (cursor: string | undefined) => {
      requests.push(cursor)
      return { rows: [requests.length], next: cursors[requests.length - 1] ?? null }
    }
    return { requests, list }
  }

  it('fetches pages on demand, until the last one', async () => {
    const { requests, list } = pages('b', 'c', null)
    const items = itemsOf(list, members, 'a')
    expect((await items.next()).value).toBe(1)
    expect(requests).toEqual(['a'])
    expect(await allOf(items)).toEqual([2, 3])
    expect(requests).toEqual(['a', 'b', 'c'])
  })

  it('throws if the service repeats a cursor', async () => {
    await expect(allOf(itemsOf(pages('b', 'b').list, members))).rejects.toThrow(/cursor b a second time/)
  })
})
