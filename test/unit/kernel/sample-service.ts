import { type PassThrough, Readable } from 'node:stream'
import { type Endpoint, endpoint, reply } from '@signet/contracts'
import { type Caller, type Route, refusal, route } from '@signet/kernel'
import type { APIGatewayProxyResult } from 'aws-lambda'
import * as z from 'zod'
import { serve, serveStream } from '../../../layers/kernel/src/http/serve.ts'
import { createLog } from '../../../layers/kernel/src/log.ts'

const Thing = z.object({ id: z.string(), size: z.int() })
const okResponse = { description: 'Fine', schema: Thing }
const getThing = endpoint({
  name: 'getThing',
  description: 'Reads.',
  route: 'GET /v2/things/:id',
  authority: 'open',
  request: { params: z.strictObject({ id: z.string().max(9) }), query: z.strictObject({ size: z.int().default(1) }) },
  responses: { 200: okResponse },
  errors: ['not_found', { code: 'asset_expired', status: 410, description: 'Gone' }],
})
export const putThing = endpoint({
  name: 'putThing',
  description: 'Writes.',
  route: 'POST /v2/things',
  authority: 'policy:may',
  request: { body: z.strictObject({ id: z.string(), size: z.int() }), maxBodyBytes: 100 },
  responses: { 201: okResponse },
})
const pour = endpoint({
  name: 'pour',
  description: 'Streams.',
  route: 'GET /v2/stream',
  authority: 'open',
  responses: { 200: { description: 'Bytes', mediaTypes: ['text/plain'], stream: true } },
})

const keep = endpoint({
  name: 'keep',
  description: 'Keeps bytes.',
  route: 'PUT /v2/bytes',
  authority: 'open',
  request: { bodyType: 'bytes' },
  responses: { 200: okResponse },
})

const caller: Caller = { kind: 'key', tenantId: 'tenant-1', scopes: ['generate'], rateKey: 'r' }
export const body = { id: 'a', size: 2 }

export interface SentRequest {
  readonly method?: string
  readonly path?: string
  readonly headers?: Record<string, string>
  readonly query?: Readonly<Record<string, readonly string[]>>
  readonly body?: string | null
  readonly isBase64Encoded?: boolean
  /** Time at which the gateway received it, in milliseconds. */
  readonly requestTimeEpoch?: number
}
export const eventOf = ({
  method = 'GET',
  path = '/v2/things/a',
  headers = {},
  query,
  body = null,
  isBase64Encoded = false,
  requestTimeEpoch,
}: SentRequest) => ({
  httpMethod: method,
  path,
  headers: { Host: 'images.test', 'X-Forwarded-Proto': 'https', ...headers },
  multiValueQueryStringParameters: query ?? null,
  body,
  isBase64Encoded,
  requestContext: {
    requestId: 'req-1',
    requestTimeEpoch,
    stage: 'live',
    path: `/live${path}`,
    domainName: 'd',
    identity: { sourceIp: '203.0.113.7' },
  },
})

type Line = Record<string, unknown>
const bind = (endpoint: Endpoint, run: Route['run']): Route => ({ operation: endpoint.name, endpoint, run })

/** Creates a service of four routes with its pipeline. A use case can be replaced. */
export const service = (routes: Partial<Record<'get' | 'put' | 'pour', Route['run']>> = {}) => {
  const lines: Line[] = []
  let nowMs = 0
  const boundRoutes: Route[] = [
    routes.get
      ? bind(getThing, routes.get)
      : route(getThing, async ({ params, query }) => reply(200, { id: params.id, size: query.size })),
    routes.put ? bind(putThing, routes.put) : route(putThing, async ({ body }) => reply(201, body)),
    bind(pour, routes.pour ?? (async () => ({ status: 200, body: Readable.from(['po', 'ur']) }))),
    route(keep, async ({ body: bytes }) => reply(200, { id: Buffer.from(bytes).toString('hex'), size: bytes.length })),
  ]
  const deps = {
    authenticate: async () => caller,
    policies: {
      may: (identified: Caller | undefined) => (identified ? undefined : refusal('unauthenticated', 'no')),
    },
    log: createLog({ write: (line) => lines.push(JSON.parse(line) as Line) }),
    now: () => {
      nowMs += 7
      return new Date(nowMs)
    },
  }
  const context = { awsRequestId: 'run-1', getRemainingTimeInMillis: () => 10_000 }
  const call = async (handler: unknown, sent: SentRequest) =>
    (handler as (event: unknown, context: unknown) => Promise<APIGatewayProxyResult>)(eventOf(sent), context)
  const parsed = (result: APIGatewayProxyResult) => ({
    status: result.statusCode,
    headers: result.headers ?? {},
    body: result.body === '' ? undefined : (JSON.parse(result.body) as Line),
  })
  return {
    lines,
    send: async (sent: SentRequest = {}) => parsed(await call(serve(boundRoutes, deps), sent)),
    raw: (sent: SentRequest) => call(serve(boundRoutes, deps), sent),
    stream: (sent: SentRequest) => call(serveStream(boundRoutes, deps), sent),
    /** Calls the function as Lambda calls a streaming function. */
    streamInto: (sent: SentRequest, out: PassThrough) =>
      (
        serveStream(boundRoutes, deps) as unknown as (
          event: unknown,
          out: PassThrough,
          context: unknown,
        ) => Promise<void>
      )(eventOf(sent), out, context),
  }
}
