import { bodyAuthorizer } from '@signet/kernel/body-authorizer'
import { describe, expect, it } from 'vitest'

const receives = { bucket: 'films', prefix: 'sent', maxDirectBytes: 4 }
const event = {
  type: 'REQUEST',
  methodArn: 'arn:aws:execute-api:eu-west-1:1:api/live/POST/films/1/large',
  httpMethod: 'POST',
  path: '/films/1/large',
  headers: { 'X-Name': 'Bees' },
  requestContext: { requestId: 'r', identity: { sourceIp: '203.0.113.7', apiKey: 'shown' } },
}

/** Runs the authorizer with an answer of the function. Returns the verdict and the event that the function received. */
const authorizeWith = async (answer: object, request: object = event) => {
  let receivedEvent: unknown
  const handler = async (...args: unknown[]) => {
    receivedEvent = args[0]
    return { headers: {}, body: '', ...answer }
  }
  const verdict = await bodyAuthorizer(receives, handler)(request, {} as never)
  return { receivedEvent, verdict }
}

describe('body authorizer', () => {
  it('a 303 stores the body under the last segment of its Location', async () => {
    const location = 'https://signet.example/films/1/commit/id-1'
    const { receivedEvent, verdict } = await authorizeWith({ statusCode: 303, headers: { location } })
    expect(receivedEvent).toMatchObject({ path: '/films/1/large', headers: { 'X-Name': 'Bees' }, body: null })
    expect(verdict).toMatchObject({
      policyDocument: { Statement: [{ Effect: 'Allow', Resource: event.methodArn }] },
      context: { folder: 'sent', key: 'id-1', location, status: '503', retry_after: '2', allow_origin: 'none' },
    })
  })

  it('the API key of a method is passed on as the gateway names it', async () => {
    const { receivedEvent } = await authorizeWith({ statusCode: 303 })
    expect(receivedEvent).toMatchObject({
      requestContext: { identity: { apiKeyId: 'shown', sourceIp: '203.0.113.7' } },
    })
    const namedKeyEvent = {
      ...event,
      requestContext: { requestId: 'r', identity: { apiKeyId: 'id', apiKey: 'shown' } },
    }
    expect((await authorizeWith({ statusCode: 303 }, namedKeyEvent)).receivedEvent).toMatchObject({
      requestContext: { identity: { apiKeyId: 'id' } },
    })
    const anonymousEvent = { ...event, requestContext: { requestId: 'r' } }
    expect((await authorizeWith({ statusCode: 303 }, anonymousEvent)).receivedEvent).toMatchObject({
      requestContext: { identity: { apiKeyId: null } },
    })
  })

  it("an unknown caller gets the gateway's 401; other refusals are passed on", async () => {
    await expect(authorizeWith({ statusCode: 401 })).rejects.toThrow(/^Unauthorized$/)
    const body = '{"code":"rate_limited"}'
    const headers = { 'retry-after': '7', ratelimit: '"a";r=0', 'access-control-allow-origin': 'https://a.example' }
    const { verdict } = await authorizeWith({ statusCode: 429, headers, body })
    const context = { folder: 'refused', key: 'none', status: '429', body, retry_after: '7', ratelimit: '"a";r=0' }
    expect(verdict).toMatchObject({ context: { ...context, allow_origin: 'https://a.example' } })
    for (const value of Object.values((verdict as { context: object }).context)) expect(typeof value).toBe('string')
  })

  it('the function answers a request that arrives as for an integration', async () => {
    const { methodArn: _, ...plain } = event
    expect((await authorizeWith({ statusCode: 405 }, plain)).verdict).toEqual({
      statusCode: 405,
      headers: {},
      body: '',
    })
  })
})
