import { client } from '@signet/contract-tools/client'
import { openApi } from '@signet/contract-tools/openapi'
import { endpoint } from '@signet/contracts'
import { endpointsIR } from '@signet/contracts/ir'
import { describe, expect, it } from 'vitest'
import * as z from 'zod'
import { clientOf, failureOf, json } from './fake-service.ts'
import { loadGenerated } from './generated-module.ts'

interface DocumentedOperation {
  readonly responses: Readonly<Record<number, { readonly description: string; readonly content: object }>>
}

/** Two operations of one contract; a protocol defines the refusals of the first only. */
const endpoints = [
  endpoint({
    name: 'send_spans',
    description: 'Takes spans.',
    route: 'POST /v1/spans',
    authority: 'authenticated',
    request: { bodyType: 'bytes', maxBodyBytes: 1_000 },
    responses: { 204: { description: 'Taken.' } },
    errors: ['unavailable'],
    refusals: {
      schema: z.object({ code: z.int(), message: z.string() }),
      mediaTypes: ['application/json', 'application/x-protobuf'],
    },
  }),
  endpoint({
    name: 'count_spans',
    description: 'Counts spans.',
    route: 'GET /v1/spans',
    authority: 'authenticated',
    responses: { 200: { description: 'How many.', schema: z.object({ spans: z.int() }) } },
    errors: ['unavailable'],
  }),
]
const ir = endpointsIR(endpoints, { name: 'spans', description: 'Spans.' })
const generated = await loadGenerated(client(ir)['client.ts'] ?? '')
const refusalBody = { code: 14, message: 'Later' }
const clientRefusedWith = (answer: () => Response) => clientOf(generated, 'Spans', [answer], { retries: 0 }).api

describe('refusals in the format of a protocol', () => {
  it.each([
    ['JSON', () => json(503, refusalBody), 'Later'],
    ['bytes', () => new Response(new Uint8Array([8, 14]), { status: 503, statusText: 'Unavailable' }), 'Unavailable'],
  ])('a client derives the code from the status: %s', async (_, answer, error) => {
    const failure = await failureOf(clientRefusedWith(answer).sendSpans!({ body: new Uint8Array([1]) }))
    expect(failure).toMatchObject({ status: 503, code: 'unavailable', body: { error } })
    const isDeclared = generated.isSpansError as (operation: string, error: unknown) => boolean
    expect(isDeclared('sendSpans', failure)).toBe(true)
  })

  it('an undeclared status has no code, and another operation derives codes from its body only', async () => {
    const teapot = clientRefusedWith(() => json(418, refusalBody))
    expect(await failureOf(teapot.sendSpans!({ body: new Uint8Array([1]) }))).toMatchObject({ code: 'unknown' })
    expect(await failureOf(clientRefusedWith(() => json(503, refusalBody)).countSpans!())).toMatchObject({
      code: 'unknown',
    })
  })

  it('OpenAPI describes each media type: the schema of JSON, bytes without a schema, and the codes as text', () => {
    const { paths } = openApi([ir], { title: 'T', version: '1.0.0', servers: [{ url: 'https://t.test' }] })
    const response503 = (method: 'get' | 'post') =>
      (paths['/v1/spans']?.[method] as DocumentedOperation | undefined)?.responses[503]
    const properties = { code: { type: 'integer' }, message: { type: 'string' } }
    expect(response503('post')?.description).toContain('`unavailable`')
    expect(response503('post')?.content).toMatchObject({
      'application/json': { schema: { type: 'object', properties, required: ['code', 'message'] } },
      'application/x-protobuf': {},
    })
    expect(Object.keys(response503('post')?.content ?? {})).toEqual(['application/json', 'application/x-protobuf'])
    expect(Object.keys(response503('get')?.content ?? {})).toEqual(['application/json'])
    expect(JSON.stringify(response503('get')?.content)).toContain('components/schemas/')
  })
})
