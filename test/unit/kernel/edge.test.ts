import { type LambdaEvent, pathOfEvent } from '@signet/contracts/http'
import { describe, expect, it } from 'vitest'
import { arrivalOf } from '../../../layers/kernel/src/http/arrival.ts'
import { hasOriginKey, withCallerKey, withoutEdgeKey } from '../../../layers/kernel/src/http/edge.ts'

const incoming = (headers: Record<string, string>) => ({ headers }) as never

describe('edge key check', () => {
  const key = async () => 'the-origin-key'

  it('only the origin key identifies the edge', async () => {
    const hasKey = (headers: Record<string, string>) =>
      hasOriginKey(eventAt('/'), incoming(headers), { isClosed: true, key })
    expect(await hasKey({ 'x-api-key': 'the-origin-key' })).toBe(true)
    for (const headers of [
      {},
      { 'x-api-key': '' },
      { 'x-api-key': 'the-origin-kez' },
      { 'x-caller-api-key': 'the-origin-key' },
    ])
      expect(await hasKey(headers as Record<string, string>)).toBe(false)
  })

  it('behind a gateway, the key that the gateway names counts', async () => {
    const event = eventAt('/')
    const keyedEvent = {
      ...event,
      requestContext: { requestId: 'r', identity: { apiKeyId: 'k' } },
    } as unknown as LambdaEvent
    expect(await hasOriginKey(keyedEvent, incoming({}), { isClosed: true })).toBe(true)
    expect(await hasOriginKey(event, incoming({ 'x-api-key': 'the-origin-key' }), { isClosed: true })).toBe(false)
  })

  it('the edge key in a signed direct request is removed while the edge is being created', () => {
    const headersWithoutEdgeKey = (headers: Record<string, string>) => withoutEdgeKey(incoming(headers)).headers
    expect(headersWithoutEdgeKey({ 'x-api-key': 'origin', authorization: 'Bearer s' })).toEqual({
      authorization: 'Bearer s',
    })
    expect(headersWithoutEdgeKey({ 'x-api-key': 'plat_1' })).toEqual({ 'x-api-key': 'plat_1' })
  })

  it("the function gets the caller's API key, and never the edge's", () => {
    const forwardedHeaders = (headers: Record<string, string>) => withCallerKey(incoming(headers)).headers
    expect(forwardedHeaders({ 'x-api-key': 'origin', 'x-caller-api-key': 'plat_1', accept: 'a' })).toEqual({
      'x-api-key': 'plat_1',
      accept: 'a',
    })
    expect(forwardedHeaders({ 'x-api-key': 'origin' })).toEqual({})
  })
})

const eventAt = (path: string, resource?: string, requestPath = path): LambdaEvent =>
  ({
    httpMethod: 'GET',
    path,
    resource,
    headers: {},
    requestContext: {
      requestId: 'r',
      stage: 'live',
      path: requestPath,
      domainName: 'api.example',
      identity: { sourceIp: '10.9.9.9' },
    },
  }) as never

describe('path of a request', () => {
  it.each([
    ['/v2/jobs/7', '/v2/jobs/{id}', '/v2/jobs/7'],
    ['/images/v2/jobs/7', '/v2/jobs/{id}', '/v2/jobs/7'],
    ['/a/b/v2/jobs/7%2F8', '/v2/jobs/{id}', '/v2/jobs/7%2F8'],
    ['/images/v2/jobs/7/', '/v2/jobs/{id}', '/v2/jobs/7'],
    ['/v2/jobs/7/', '/v2/jobs/{id}', '/v2/jobs/7/'],
    ['/images', '/', '/'],
    ['/whatever/there/is', '/{proxy+}', '/whatever/there/is'],
    ['/v2/health', undefined, '/v2/health'],
  ])('%s at the route %s becomes %s, without the base path of a custom domain', (path, resource, expected) => {
    expect(pathOfEvent(eventAt(path, resource))).toBe(expected)
  })
})

describe('base URL of answers', () => {
  const options = { log: { with: () => ({}) } as never, now: () => new Date(0) }
  const arrivalAt = (event: LambdaEvent, headers: Record<string, string>, { isBehindEdge = false } = {}) =>
    arrivalOf(event, {} as never, headers, { ...options, isBehindEdge })

  it('a custom domain adds its base path', () => {
    const event = eventAt('/images/v2/jobs/7', '/v2/jobs/{id}')
    expect(arrivalAt(event, {}).baseUrl).toBe('https://api.example/images')
  })

  it("behind the edge, the base URL includes the removed prefix, and the caller's address comes from the edge", () => {
    const headers = {
      'x-forwarded-host': 'd1.cloudfront.net',
      'x-forwarded-prefix': '/_api/images',
      'x-viewer-address': '2001:db8::7',
    }
    const event = eventAt('/v2/health', '/v2/health', '/live/v2/health')
    expect(arrivalAt(event, headers, { isBehindEdge: true })).toMatchObject({
      baseUrl: 'https://d1.cloudfront.net/_api/images',
      sourceIp: '2001:db8::7',
    })
    expect(arrivalAt(event, headers)).toMatchObject({ baseUrl: 'https://api.example/live', sourceIp: '10.9.9.9' })
  })

  it("a sibling that bypasses the edge gets the gateway's base URL", () => {
    const event = eventAt('/v2/health', '/v2/health', '/live/v2/health')
    expect(arrivalAt(event, {}, { isBehindEdge: true })).toMatchObject({
      baseUrl: 'https://api.example/live',
      sourceIp: '10.9.9.9',
    })
  })
})
