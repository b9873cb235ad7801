import { endpoint, reply } from '@signet/contracts'
import { type LambdaEventV1, type LambdaEventV2, lambdaHandler } from '@signet/contracts/http'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import * as z from 'zod'
import { deskEndpoints, tickets } from '../../../support/ticket-contract.ts'
import { deskAuthority, fileDesk, ticketDesk } from '../../../support/ticket-desk.ts'

const v1 = (method: string, path: string, more: Partial<LambdaEventV1> = {}): LambdaEventV1 => ({
  httpMethod: method,
  path,
  headers: { Host: 'abc.execute-api.test', Authorization: 'Bearer key-ada' },
  body: null,
  isBase64Encoded: false,
  requestContext: { requestId: 'gw-1', domainName: 'abc.execute-api.test' },
  ...more,
})

const v2 = (method: string, rawPath: string, more: Partial<LambdaEventV2> = {}): LambdaEventV2 => ({
  version: '2.0',
  rawPath,
  rawQueryString: '',
  headers: { host: 'abc.lambda-url.test', authorization: 'Bearer key-ada' },
  isBase64Encoded: false,
  requestContext: { requestId: 'gw-2', domainName: 'abc.lambda-url.test', stage: '$default', http: { method } },
  ...more,
})

const desk = () => lambdaHandler(tickets, ticketDesk(), { authorize: deskAuthority })
const files = () => lambdaHandler(deskEndpoints, fileDesk())
const create = { headers: { 'content-type': 'application/json', authorization: 'Bearer key-ada' } }

describe('lambdaHandler', () => {
  it.each([
    ['a REST API', v1('POST', '/v1/tickets', { ...create, body: '{"title":"é"}' }), 'gw-1'],
    ['an HTTP API or a function URL', v2('POST', '/v1/tickets', { ...create, body: '{"title":"é"}' }), 'gw-2'],
    [
      'a gateway that encodes bodies',
      v2('POST', '/v1/tickets', {
        ...create,
        body: Buffer.from('{"title":"é"}').toString('base64'),
        isBase64Encoded: true,
      }),
      'gw-2',
    ],
  ])("serves events of %s, under the gateway's request id", async (_, event, id) => {
    const result = await desk()(event)
    expect(result).toMatchObject({ statusCode: 201, isBase64Encoded: false })
    expect(result.headers).toMatchObject({
      'content-type': 'application/json',
      location: '/v1/tickets/t1',
      'x-request-id': id,
    })
    expect(JSON.parse(result.body)).toMatchObject({ title: 'é', state: 'open' })
  })

  it('accepts a JSON body without a content type', async () => {
    expect((await desk()(v1('POST', '/v1/tickets', { body: '{"title":"x"}' }))).statusCode).toBe(201)
  })

  it('reads repeated query names from either format', async () => {
    const serve = desk()
    for (const label of ['a', 'b']) {
      await serve(
        v1('POST', '/v1/tickets', { ...create, body: JSON.stringify({ title: label, labels: [label, 'c d'] }) }),
      )
    }
    const titlesFor = async (event: LambdaEventV1 | LambdaEventV2) =>
      (JSON.parse((await serve(event)).body) as { items: { title: string }[] }).items.map(({ title }) => title)
    expect(
      await titlesFor(v1('GET', '/v1/tickets', { multiValueQueryStringParameters: { label: ['c d', 'b'] } })),
    ).toEqual(['b'])
    expect(await titlesFor(v1('GET', '/v1/tickets', { queryStringParameters: { label: 'a' } }))).toEqual(['a'])
    expect(await titlesFor(v2('GET', '/v1/tickets', { rawQueryString: 'label=c%20d&label=b' }))).toEqual(['b'])
  })

  it('removes the stage from the path of a format 2.0 event, and the configured base path', async () => {
    const context = { ...v2('GET', '/').requestContext, stage: 'prod' }
    expect((await desk()(v2('GET', '/prod/v1/tickets', { requestContext: context }))).statusCode).toBe(200)
    expect((await desk()(v2('GET', '/product/v1/tickets', { requestContext: context }))).statusCode).toBe(404)
    const serveBelowDesk = lambdaHandler(tickets, ticketDesk(), { authorize: deskAuthority, basePath: '/desk' })
    expect((await serveBelowDesk(v1('GET', '/desk/v1/tickets'))).statusCode).toBe(200)
  })

  it('sends bytes as base64, from a buffer or a stream', async () => {
    const serve = files()
    const bytes = Uint8Array.from({ length: 1000 }, (_, at) => at % 256)
    const body = Buffer.from(bytes).toString('base64')
    expect((await serve(v1('PUT', '/v1/files/a', { body, isBase64Encoded: true }))).statusCode).toBe(204)
    const result = await serve(v2('GET', '/v1/files/a'))
    expect(result.isBase64Encoded).toBe(true)
    expect(new Uint8Array(Buffer.from(result.body, 'base64'))).toEqual(bytes)
  })

  it('passes cookies in both directions, in either event format', async () => {
    const echo = endpoint({
      name: 'echo',
      description: 'Echoes.',
      route: 'GET /echo',
      authority: 'open',
      request: { headers: z.object({ cookie: z.string() }) },
      responses: { 200: { description: 'It.', schema: z.object({ cookie: z.string() }) } },
    })
    const serve = lambdaHandler(
      { echo },
      { echo: ({ headers }) => reply(200, { cookie: headers.cookie }, { 'set-cookie': ['a=1', 'b=2'] }) },
    )
    const v2Result = await serve(v2('GET', '/echo', { cookies: ['x=1', 'y=2'] }))
    expect(v2Result).toMatchObject({ body: '{"cookie":"x=1; y=2"}', cookies: ['a=1', 'b=2'] })
    expect(v2Result.headers['set-cookie']).toBeUndefined()
    const v1Result = await serve(v1('GET', '/echo', { multiValueHeaders: { Cookie: ['x=1'] } }))
    expect(v1Result).toMatchObject({ body: '{"cookie":"x=1"}', multiValueHeaders: { 'set-cookie': ['a=1', 'b=2'] } })
  })

  it('ignores the body of a GET, and headers beyond Latin-1', async () => {
    const getWithBody = v1('GET', '/v1/tickets', {
      body: 'x',
      headers: { authorization: 'Bearer key-ada', 'x-name': '日本' },
    })
    expect((await desk()(getWithBody)).statusCode).toBe(200)
  })

  it.each([
    ['a forbidden method', v1('TRACE', '/v1/tickets')],
    ['an invalid host', v1('GET', '/v1/tickets', { headers: { host: 'a b' } })],
    ['invalid base64', v2('POST', '/v1/tickets', { body: '*', isBase64Encoded: true })],
  ])('returns 400 for %s instead of failing', async (_, event) => {
    const result = await desk()(event)
    expect([result.statusCode, JSON.parse(result.body)]).toEqual([
      400,
      expect.objectContaining({ code: 'invalid_input' }),
    ])
    expect(result.headers['x-request-id']).toMatch(/^gw-/)
  })

  it('passes event and context to the handler as the platform', async () => {
    const platforms: unknown[] = []
    const implementation = {
      ...ticketDesk(),
      list: ({ platform }: { platform: unknown }) => {
        platforms.push(platform)
        return { items: [], next_cursor: null }
      },
    }
    const event = v1('GET', '/v1/tickets')
    await lambdaHandler(tickets, implementation, { authorize: deskAuthority })(event, { name: 'context' })
    expect(platforms).toEqual([{ event, context: { name: 'context' } }])
  })

  it('returns the same id for a decoded and an encoded path', async () => {
    const lookup = endpoint({
      name: 'lookup',
      description: 'Echoes the id.',
      route: 'GET /things/:id',
      authority: 'open',
      request: { params: z.object({ id: z.string() }) },
      responses: { 200: { description: 'It.', schema: z.object({ id: z.string() }) } },
    })
    const serve = lambdaHandler({ lookup }, { lookup: ({ params }) => ({ id: params.id }) })
    const text = fc
      .string({ unit: 'grapheme', minLength: 1 })
      .filter((id) => id !== '.' && id !== '..' && id.isWellFormed())
    await fc.assert(
      fc.asyncProperty(text, async (id) => {
        const encoded = await serve(v2('GET', `/things/${encodeURIComponent(id)}`))
        expect(JSON.parse(encoded.body)).toEqual({ id })
        // Without encoding, these ids are another path.
        if (/[%/\\]|^\s|\s$/.test(id) || /\p{C}/u.test(id)) return
        const decoded = await serve(v1('GET', `/things/${id}`))
        expect(JSON.parse(decoded.body)).toEqual({ id })
      }),
    )
  })
})
