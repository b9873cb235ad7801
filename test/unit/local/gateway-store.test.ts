import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { renderMapping } from '../../../lib/local/gateway-template.ts'
import { readAuthorizer, readStore } from '../../../lib/local/store-model.ts'
import { type FixtureStack, type LooseJson, startFixture } from './fixture-app.ts'

let fixture: FixtureStack
beforeAll(async () => {
  fixture = await startFixture()
})
afterAll(() => fixture.stop())

const send = (
  scenario: string,
  { key = scenario, body = 'bees', type = 'image/png' }: Record<string, string | Uint8Array> = {},
) =>
  fetch(`${fixture.images}/v2/films?a=1`, {
    method: 'POST',
    body: body as string,
    redirect: 'manual',
    headers: { 'content-type': String(type), 'x-wish': scenario, 'x-key': String(key) },
  })

/** Returns the stored object of a key; undefined if it does not exist. */
const storedObject = async (folder: string, key: string) => {
  const bucket = fixture.stack.app.buckets[0]?.name
  const response = await fetch(`${fixture.stack.aws.endpoint}/${bucket}/${folder}/${key}`)
  return response.ok
    ? { bytes: Buffer.from(await response.arrayBuffer()), type: response.headers.get('content-type') }
    : undefined
}

describe('a body that the gateway stores', () => {
  it("the body is stored under the authorizer's key, and the authorizer does not see the body or its length", async () => {
    const bytes = new Uint8Array(Array.from({ length: 256 }, (_, byte) => byte))
    const response = await send('pass', { body: bytes })
    expect([response.status, await response.text()]).toEqual([303, ''])
    const event = JSON.parse(decodeURIComponent(String(response.headers.get('location')))) as LooseJson
    expect(event).toMatchObject({
      type: 'REQUEST',
      path: '/v2/films',
      resource: '/v2/films',
      httpMethod: 'POST',
      queryStringParameters: { a: '1' },
      methodArn: expect.stringMatching(/:execute-api:.*\/POST\/v2\/films$/),
    })
    expect(event.names).toContain('x-key')
    expect(event.names).not.toContain('content-length')
    expect('body' in event).toBe(false)
    expect(await storedObject('staging', 'pass')).toEqual({ bytes: Buffer.from(bytes), type: 'image/png' })
  })

  it('a body without a binary media type is stored as text', async () => {
    await send('text', { body: new Uint8Array([0x61, 0xff]), type: 'application/json' })
    expect((await storedObject('staging', 'text'))?.bytes.toString()).toBe('a\ufffd')
  })

  it("a second body for the same key gets the template's response to S3's refusal", async () => {
    await send('once')
    const second = await send('once', { body: 'wasps' })
    expect([second.status, await second.text()]).toEqual([503, '{}'])
    expect((await storedObject('staging', 'once'))?.bytes.toString()).toBe('bees')
  })

  it("a body that the gateway's role may not store gets the template's response", async () => {
    const response = await send('refuse')
    expect([response.status, await response.json()]).toEqual([418, { tea: true }])
    expect(await storedObject('refused', 'refuse')).toBeUndefined()
    // An encoded slash in a key does not lead to another folder.
    expect((await send('pass', { key: '../refused/x' })).status).toBe(303)
    expect(await storedObject('refused', 'x')).toBeUndefined()
  })

  it.each([
    ['unknown', 401],
    ['deny', 403],
    ['break', 500],
    ['nothing', 500],
    ['list', 500],
  ])("no body is stored if the authorizer's result is: %s", async (scenario, status) => {
    expect((await send(scenario)).status).toBe(status)
    expect(await storedObject('staging', scenario)).toBeUndefined()
  })
})

describe('a mapping template', () => {
  it('a template inserts variables of the context and sets the status', () => {
    const template =
      '#set($context.responseOverride.status = $Integer.parseInt($context.authorizer.status))\n{"a":$context.a}'
    expect(renderMapping(template, { 'authorizer.status': '409', a: '1' })).toEqual({ status: 409, body: '{"a":1}' })
    expect(renderMapping('#set($context.responseOverride.status = 404)', {})).toEqual({ status: 404, body: '' })
    expect(renderMapping('$context.none', {})).toEqual({ status: undefined, body: '' })
  })

  it('an unsupported directive or an invalid number is rejected', () => {
    expect(() => renderMapping('#if($a)', {})).toThrow('the line #if($a)')
    expect(() => renderMapping('#set($context.responseOverride.status = $Integer.parseInt($context.b))', {})).toThrow(
      'whole number',
    )
  })
})

describe('unsupported integrations and authorizers', () => {
  const resource = (properties: object, type = 'AWS::ApiGateway::Method') =>
    ({ stack: { name: 'films' }, logicalId: 'Post', type, ref: 'r', arn: 'a', properties }) as never

  it('other S3 calls, other authorizer types and cached authorizers are rejected', () => {
    const Uri = 'arn:aws:apigateway:local:s3:path/films/{key}'
    const get = resource({ Integration: { Type: 'AWS', Uri, IntegrationHttpMethod: 'GET' } })
    expect(() => readStore(get, [])).toThrow('something other than storing a body')
    expect(readStore(resource({ Integration: { Type: 'AWS_PROXY', Uri } }), [])).toBeUndefined()
    const method = resource({ AuthorizationType: 'CUSTOM', AuthorizerId: 'r' })
    const AuthorizerUri =
      'arn:aws:apigateway:l:lambda:path/2015-03-31/functions/arn:aws:lambda:l:1:function:f/invocations'
    const authorizerOf = (properties: object) => [
      resource({ AuthorizerUri, ...properties }, 'AWS::ApiGateway::Authorizer'),
    ]
    const properties = { Type: 'REQUEST', AuthorizerResultTtlInSeconds: 0 }
    expect(readAuthorizer(method, authorizerOf(properties))).toBe('arn:aws:lambda:l:1:function:f')
    for (const unsupported of [
      { ...properties, Type: 'TOKEN' },
      { ...properties, AuthorizerResultTtlInSeconds: 300 },
    ])
      expect(() => readAuthorizer(method, authorizerOf(unsupported))).toThrow('has an authorizer of type CUSTOM')
    expect(readAuthorizer(resource({ AuthorizationType: 'NONE' }), [])).toBeUndefined()
  })
})
