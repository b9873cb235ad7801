import { PassThrough, Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { invalidInput, notFound, type RequestContext, refusal } from '@signet/kernel'
import type { APIGatewayProxyResult } from 'aws-lambda'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { serve } from '../../../layers/kernel/src/http/serve.ts'
import { createLog } from '../../../layers/kernel/src/log.ts'
import { body, eventOf, putThing, type SentRequest, service } from './sample-service.ts'

const post = (text: string | null, headers: Record<string, string> = {}): SentRequest => ({
  method: 'POST',
  path: '/v2/things',
  body: text,
  headers,
})

afterEach(() => vi.unstubAllGlobals())

describe('handling of requests', () => {
  it('the use case gets parsed input, and its answer is JSON with the request id', async () => {
    const { status, headers, body: answer } = await service().send({ query: { size: ['5'] } })
    expect([status, answer]).toEqual([200, { id: 'a', size: 5 }])
    expect(headers).toMatchObject({ 'content-type': 'application/json', 'x-request-id': 'req-1' })
  })

  it('bytes are passed on unchanged if the contract has no schema for them', async () => {
    const sent = { method: 'PUT', path: '/v2/bytes', body: 'AP8=', isBase64Encoded: true }
    expect((await service().send(sent)).body).toEqual({ id: '00ff', size: 2 })
  })

  it('a request writes one log line without its query', async () => {
    const { send, lines } = service()
    await send(post(JSON.stringify(body)))
    expect(lines).toEqual([
      expect.objectContaining({
        level: 'info',
        message: 'request',
        request_id: 'req-1',
        requestId: 'run-1',
        method: 'POST',
        path: '/v2/things',
        status: 201,
        operation: 'putThing',
        ms: 7,
        tenant_id: 'tenant-1',
        caller: 'key',
        trace_id: expect.stringMatching(/^[0-9a-f]{32}$/),
      }),
    ])
  })

  it.each([
    ['an unknown path', { path: '/v2/nothing' }, 404, 'not_found'],
    ['another method', { method: 'PATCH' }, 405, 'method_not_allowed'],
    ['broken JSON', post('{"id":'), 400, 'invalid_json'],
    [
      'another media type',
      post('id=a', { 'Content-Type': 'application/x-www-form-urlencoded' }),
      415,
      'unsupported_media_type',
    ],
    ['a body above the limit', post(JSON.stringify({ ...body, id: 'x'.repeat(100) })), 413, 'payload_too_large'],
    ['no body', post(null), 400, 'invalid_input'],
    ['an unknown field', post(JSON.stringify({ ...body, extra: 1 })), 400, 'invalid_input'],
    ['a wrong type', post(JSON.stringify({ id: 'a', size: 'two' })), 400, 'invalid_input'],
    ['an unknown query', { query: { color: ['red'] } }, 400, 'invalid_input'],
    ['a query parameter that is not a number', { query: { size: ['many'] } }, 400, 'invalid_input'],
  ] as const)('a request with %s is refused in the shared error shape', async (_what, sent, status, code) => {
    const answer = await service().send(sent)
    expect([answer.status, answer.body?.code]).toEqual([status, code])
    expect(answer.body?.error).toMatch(/\w+ \w+/)
    expect(answer.headers).toMatchObject({ 'content-type': 'application/json', 'x-request-id': 'req-1' })
  })

  it('a refusal names field and rule of every invalid input', async () => {
    const { body: answer } = await service().send(post('{"size":1.5}'))
    const fields = ((answer?.errors ?? []) as { field: string; message: string }[]).map(({ field }) => field)
    expect(fields.sort()).toEqual(['id', 'size'])
  })

  it('a 405 lists the allowed methods', async () => {
    const { headers } = await service().send({ method: 'PATCH' })
    expect(headers.allow).toMatch(/GET/)
  })

  it.each(['application/json', 'application/json; charset=utf-8', 'application/merge-patch+json', undefined])(
    'a JSON body may have the content type %s',
    async (type) => {
      const headers: Record<string, string> = type === undefined ? {} : { 'content-type': type }
      expect((await service().send(post(JSON.stringify(body), headers))).status).toBe(201)
    },
  )

  it('a body may be base64 encoded; its size is that of its bytes', async () => {
    const encoded = (value: object): SentRequest => ({
      ...post(Buffer.from(JSON.stringify(value)).toString('base64')),
      isBase64Encoded: true,
    })
    expect((await service().send(encoded(body))).status).toBe(201)
    // 96 bytes are 128 characters of base64, which the limit of 100 does not count.
    expect((await service().send(encoded({ ...body, id: 'x'.repeat(78) }))).status).toBe(201)
    expect((await service().send(encoded({ ...body, id: 'x'.repeat(90) }))).status).toBe(413)
  })

  it('the size is checked before the body is parsed', async () => {
    const broken = `{${'x'.repeat(200)}`
    expect((await service().send(post(broken))).body?.code).toBe('payload_too_large')
  })

  it('HEAD gets the answer of GET without the body', async () => {
    const answer = await service().send({ method: 'HEAD' })
    expect([answer.status, answer.body]).toEqual([200, undefined])
    expect(answer.headers['content-type']).toBe('application/json')
  })

  it('headers of one answer do not appear in the next', async () => {
    const { send } = service({ get: async () => ({ status: 200, body, headers: { etag: '"1"' } }) })
    expect((await send()).headers.etag).toBe('"1"')
    expect((await send({ path: '/v2/nothing' })).headers.etag).toBeUndefined()
  })
})

describe('errors of a use case', () => {
  const failing = (error: unknown) => service({ get: async () => Promise.reject(error) })

  it('a declared error is returned with its headers', async () => {
    const gone = refusal('asset_expired', 'Too late', { extras: { since: 5 }, headers: { 'retry-after': '9' } })
    const answer = await failing(gone).send()
    expect([answer.status, answer.body, answer.headers['retry-after']]).toEqual([
      410,
      { error: 'Too late', code: 'asset_expired', since: 5 },
      '9',
    ])
    expect((await failing(notFound('None')).send()).status).toBe(404)
    expect((await failing(invalidInput([{ field: 'id', message: 'is odd' }])).send()).body?.error).toBe('id is odd')
  })

  it.each([
    ['a code that is not declared', refusal('conflict_of_ours', 'x')],
    ['an unexpected error', new Error('connect ECONNREFUSED 10.0.0.1 gen_0123456789abcdef')],
    ['a thrown string', 'thrown text'],
  ])('%s becomes a bare 500 without details, and the log contains all of them', async (_what, error) => {
    const { send, lines } = failing(error)
    const answer = await send()
    expect(answer.status).toBe(500)
    expect(answer.body).toEqual({ error: 'Internal error', code: 'internal', request_id: 'req-1' })
    expect(lines).toContainEqual(
      expect.objectContaining({ level: 'error', message: 'fault', operation: 'getThing', request_id: 'req-1' }),
    )
    expect(lines).toContainEqual(expect.objectContaining({ message: 'request', status: 500 }))
    expect(JSON.stringify(lines)).not.toContain('gen_0123456789abcdef')
  })

  it.each([
    'ThrottlingException',
    'ProvisionedThroughputExceededException',
    'RequestLimitExceeded',
    'SlowDown',
    'TransactionInProgressException',
  ])('%s of AWS becomes 503 with Retry-After', async (name) => {
    const answer = await failing(Object.assign(new Error('slow down'), { name })).send()
    expect([answer.status, answer.body?.code]).toEqual([503, 'unavailable'])
    expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0)
    expect(JSON.stringify(answer.body)).not.toContain('slow down')
  })

  it('an error of the authenticator is a fault of the service, not of the caller', async () => {
    const handler = serve(
      [{ operation: 'putThing', endpoint: putThing, run: async () => ({ status: 201, body: undefined }) }],
      {
        authenticate: async () => Promise.reject(new Error('secret store is down')),
        log: createLog({ write: () => {} }),
        now: () => new Date(),
      },
    ) as unknown as (event: unknown, context: unknown) => Promise<APIGatewayProxyResult>
    const result = await handler(eventOf(post('{}')), { getRemainingTimeInMillis: () => 5_000 })
    expect(result.statusCode).toBe(500)
  })
})

describe('receipt time of a request', () => {
  // The pipeline's clock shows 7 at the start.
  it.each([
    [2, 2],
    [-5_000, -5_000],
    [9_999, 7],
    [undefined, 7],
  ])("the gateway's clock (%s) counts, unless it is ahead or missing", async (requestTimeEpoch, ms) => {
    let receivedAt: Date | undefined
    const { raw } = service({
      get: async (context: RequestContext) => {
        receivedAt = context.receivedAt
        return { status: 200, body: 'x' }
      },
    })
    await raw(requestTimeEpoch === undefined ? {} : { requestTimeEpoch })
    expect(receivedAt?.getTime()).toBe(ms)
  })
})

describe('response bodies', () => {
  it('bytes are sent as base64, text as text', async () => {
    const sent = { path: '/v2/stream' }
    const bytes = await service({ pour: async () => ({ status: 200, body: new Uint8Array([255, 0]) }) }).raw(sent)
    expect(bytes).toMatchObject({ body: '/wA=', isBase64Encoded: true })
    const plain = await service({ pour: async () => ({ status: 200, body: 'plain' }) }).raw(sent)
    expect(plain.body).toBe('plain')
    expect(plain.headers?.['content-type']).toBe('text/plain')
  })

  it('a buffered function collects a stream', async () => {
    const result = await service().raw({ path: '/v2/stream' })
    expect([result.statusCode, Buffer.from(result.body, 'base64').toString()]).toEqual([200, 'pour'])
  })

  it('a streaming function buffers if the platform does not support streams', async () => {
    const result = await service().stream({ path: '/v2/stream' })
    expect(Buffer.from(result.body, 'base64').toString()).toBe('pour')
    expect(result.headers?.['x-request-id']).toBe('req-1')
  })

  it('HEAD closes the unread stream', async () => {
    const body = Readable.from(['unread'])
    const result = await service({ pour: async () => ({ status: 200, body }) }).stream({
      method: 'HEAD',
      path: '/v2/stream',
    })
    expect(result.body).toBe('')
    expect(body.destroyed).toBe(true)
  })

  it('a streaming function sends status and headers, then the body while it is produced', async () => {
    const responseHeads: unknown[] = []
    const HttpResponseStream = {
      from(stream: PassThrough, head: unknown) {
        responseHeads.push(head)
        return stream
      },
    }
    vi.stubGlobal('awslambda', { HttpResponseStream, streamifyResponse: (run: unknown) => run })
    const output = new PassThrough()
    const outputText = text(output)
    await service().streamInto({ path: '/v2/stream' }, output)
    expect(await outputText).toBe('pour')
    expect(responseHeads).toEqual([
      expect.objectContaining({ statusCode: 200, headers: { 'content-type': 'text/plain', 'x-request-id': 'req-1' } }),
    ])
  })
})
