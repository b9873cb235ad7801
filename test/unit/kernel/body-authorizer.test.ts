import { bodyAuthorizer } from '@signet/kernel/body-authorizer'
import { describe, expect, it } from 'vitest'

const receives = { bucket: 'films', prefix: 'sent', beyond: 4 }
const event = {
  type: 'REQUEST',
  methodArn: 'arn:aws:execute-api:eu-west-1:1:api/live/POST/films/1/large',
  httpMethod: 'POST',
  path: '/films/1/large',
  headers: { 'X-Name': 'Bees' },
  requestContext: { requestId: 'r', identity: { sourceIp: '203.0.113.7', apiKey: 'shown' } },
}

/** What the authorizer says where the function answers so, and what the function was asked with. */
const asked = async (answer: object, given: object = event) => {
  let seen: unknown
  const handler = async (...args: unknown[]) => {
    seen = args[0]
    return { headers: {}, body: '', ...answer }
  }
  const verdict = await bodyAuthorizer(receives, handler)(given, {} as never)
  return { seen, verdict }
}

describe('an authorizer of bodies', () => {
  it('lets a body be stored under the end of the address to which the function leads', async () => {
    const location = 'https://signet.example/films/1/commit/id-1'
    const { seen, verdict } = await asked({ statusCode: 303, headers: { location } })
    expect(seen).toMatchObject({ path: '/films/1/large', headers: { 'X-Name': 'Bees' }, body: null })
    expect(verdict).toMatchObject({
      policyDocument: { Statement: [{ Effect: 'Allow', Resource: event.methodArn }] },
      context: { folder: 'sent', key: 'id-1', location, status: '503', retry_after: '2', allow_origin: 'none' },
    })
  })

  it('takes the API key that a method asks for as the gateway names it', async () => {
    const { seen } = await asked({ statusCode: 303 })
    expect(seen).toMatchObject({ requestContext: { identity: { apiKeyId: 'shown', sourceIp: '203.0.113.7' } } })
    const named = { ...event, requestContext: { requestId: 'r', identity: { apiKeyId: 'id', apiKey: 'shown' } } }
    expect((await asked({ statusCode: 303 }, named)).seen).toMatchObject({
      requestContext: { identity: { apiKeyId: 'id' } },
    })
    const none = { ...event, requestContext: { requestId: 'r' } }
    expect((await asked({ statusCode: 303 }, none)).seen).toMatchObject({
      requestContext: { identity: { apiKeyId: null } },
    })
  })

  it('has the gateway refuse who is unknown, and answers other refusals itself', async () => {
    await expect(asked({ statusCode: 401 })).rejects.toThrow(/^Unauthorized$/)
    const body = '{"code":"rate_limited"}'
    const headers = { 'retry-after': '7', ratelimit: '"a";r=0', 'access-control-allow-origin': 'https://a.example' }
    const { verdict } = await asked({ statusCode: 429, headers, body })
    const context = { folder: 'refused', key: 'none', status: '429', body, retry_after: '7', ratelimit: '"a";r=0' }
    expect(verdict).toMatchObject({ context: { ...context, allow_origin: 'https://a.example' } })
    for (const value of Object.values((verdict as { context: object }).context)) expect(typeof value).toBe('string')
  })

  it('leaves what comes as an integration gets it to the function', async () => {
    const { methodArn: _, ...plain } = event
    expect((await asked({ statusCode: 405 }, plain)).verdict).toEqual({ statusCode: 405, headers: {}, body: '' })
  })
})
