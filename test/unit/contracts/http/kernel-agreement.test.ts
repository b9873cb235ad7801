import { type Entity, reply } from '@signet/contracts'
import { lambdaHandler, refusal } from '@signet/contracts/http'
import { notFound, route, unauthenticated } from '@signet/kernel'
import type { Context } from 'aws-lambda'
import { describe, expect, it } from 'vitest'
import { serve } from '../../../../layers/kernel/src/http/serve.ts'
import { createLog } from '../../../../layers/kernel/src/log.ts'
import { deskEndpoints, tickets } from '../../../support/ticket-contract.ts'

const { copy_file: copyFile } = deskEndpoints
const { get, create, list } = tickets.ops
const caller = { kind: 'key', tenantId: 't', plan: 'free', scopes: [], rateKey: 't' } as const
const context = { getRemainingTimeInMillis: () => 10_000, awsRequestId: 'l-1' } as Context
const ticket: Entity<typeof tickets> = {
  id: 't1',
  state: 'open',
  title: 'x',
  labels: [],
  created_at: '2026-11-21T00:00:00Z',
  assignee: null,
}

interface SentRequest {
  readonly method: string
  readonly path: string
  readonly headers?: Readonly<Record<string, string>>
  readonly query?: Readonly<Record<string, readonly string[]>>
  readonly body?: string
}

const eventOf = ({ method, path, headers = {}, query = {}, body }: SentRequest) => ({
  httpMethod: method,
  path,
  headers: { host: 'desk.test', ...headers },
  multiValueHeaders: Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, [value]])),
  multiValueQueryStringParameters: query,
  queryStringParameters: null,
  body: body ?? null,
  isBase64Encoded: false,
  requestContext: { requestId: 'r-1', identity: { sourceIp: '192.0.2.1' } },
})

const kernelResponse = async (sent: SentRequest) => {
  const routes = [
    route(get, async ({ params }) => {
      if (params.id === 'missing') throw notFound('There is no ticket missing')
      if (params.id === 'broken') throw new Error('secret')
      if (params.id === 'undeclared') throw refusal('conflict', 'secret')
      return reply(200, ticket)
    }),
    route(create, async () => reply(201, ticket, { location: '/v1/tickets/t1' })),
    route(list, async () => reply(200, { items: [], next_cursor: null })),
    route(copyFile, async ({ params, body }) => reply(200, { from: params.id, to: body.id })),
  ]
  const run = serve(routes, {
    authenticate: async ({ headers }) => {
      if (headers.authorization === 'Bearer bad') throw unauthenticated('The credential is unknown')
      return headers.authorization === undefined ? undefined : caller
    },
    log: createLog({ write: () => undefined }),
    now: () => new Date(0),
  })
  return (await run(eventOf(sent) as never, context)) as { statusCode: number; headers: object; body: string }
}

const contractResponse = async (sent: SentRequest) => {
  const served = { get, create, list, copy_file: copyFile }
  const run = lambdaHandler(
    served,
    {
      get: ({ params }) => {
        if (params.id === 'missing') return refusal('not_found', 'There is no ticket missing')
        if (params.id === 'broken') throw new Error('secret')
        if (params.id === 'undeclared') throw refusal('conflict', 'secret')
        return ticket
      },
      create: () => reply(201, ticket, { location: '/v1/tickets/t1' }),
      list: () => ({ items: [], next_cursor: null }),
      copy_file: ({ params, body }) => ({ from: params.id, to: body.id }),
    },
    {
      authorize: ({ request }) => {
        const sentKey = request.headers.get('authorization')
        if (sentKey === 'Bearer bad') throw refusal('unauthenticated', 'The credential is unknown')
        return sentKey === null ? undefined : caller
      },
      onFault: () => undefined,
    },
  )
  return run(eventOf(sent), context)
}

const key = { authorization: 'Bearer k' }
const json = { ...key, 'content-type': 'application/json' }

describe('pipeline of contracts and kernel of the platform', () => {
  it.each<[string, SentRequest]>([
    ['a success', { method: 'GET', path: '/v1/tickets/t1' }],
    ['HEAD', { method: 'HEAD', path: '/v1/tickets/t1' }],
    ['a creation with a header', { method: 'POST', path: '/v1/tickets', headers: json, body: '{"title":"x"}' }],
    ['JSON without a content type', { method: 'POST', path: '/v1/tickets', headers: key, body: '{"title":"x"}' }],
    ['an open operation', { method: 'POST', path: '/v1/files/a/copy', body: '{"id":"b"}' }],
    ['an unknown path', { method: 'GET', path: '/v1/nothing' }],
    ['another method', { method: 'PATCH', path: '/v1/tickets' }],
    ['no credential', { method: 'GET', path: '/v1/tickets' }],
    ['a bad credential', { method: 'GET', path: '/v1/tickets/t1', headers: { authorization: 'Bearer bad' } }],
    ['broken JSON', { method: 'POST', path: '/v1/tickets', headers: json, body: '{' }],
    ['an empty body', { method: 'POST', path: '/v1/tickets', headers: json, body: '' }],
    [
      'another media type',
      { method: 'POST', path: '/v1/tickets', headers: { ...key, 'content-type': 'text/css' }, body: 'x' },
    ],
    [
      'a compressed body',
      { method: 'POST', path: '/v1/tickets', headers: { ...json, 'content-encoding': 'br' }, body: 'x' },
    ],
    ['several broken rules', { method: 'POST', path: '/v1/tickets', headers: json, body: '{"labels":3,"x":1}' }],
    ['an unknown query', { method: 'GET', path: '/v1/tickets', headers: key, query: { limit: ['x'], color: ['red'] } }],
    ['a declared refusal', { method: 'GET', path: '/v1/tickets/missing' }],
    ['a fault', { method: 'GET', path: '/v1/tickets/broken' }],
    ['an undeclared refusal', { method: 'GET', path: '/v1/tickets/undeclared' }],
  ])('both return the same status, headers and body for %s', async (_, sent) => {
    const kernel = await kernelResponse(sent)
    const contract = await contractResponse(sent)
    expect([contract.statusCode, contract.headers, contract.body]).toEqual([
      kernel.statusCode,
      kernel.headers,
      kernel.body,
    ])
  })
})
