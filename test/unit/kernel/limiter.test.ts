import { endpoint, type RateDefinition, reply } from '@signet/contracts'
import { route } from '@signet/kernel'
import type { APIGatewayProxyResult } from 'aws-lambda'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import * as z from 'zod'
import { serve } from '../../../layers/kernel/src/http/serve.ts'
import { limiter } from '../../../layers/kernel/src/limits/limiter.ts'
import { createLog } from '../../../layers/kernel/src/log.ts'
import { openTable, TABLE, type TableWorld } from '../../support/table-world.ts'

let world: TableWorld
let nowMs = Date.parse('2026-01-01T00:00:00Z')
const now = () => new Date(nowMs)

beforeAll(async () => {
  world = await openTable()
})
afterAll(() => world.close())

const limitedRoute = (
  name: string,
  counts: 'requests' | 'accepted',
  requests: number,
  overrides: Partial<RateDefinition> = {},
) =>
  endpoint({
    name,
    description: 'Writes.',
    route: { method: 'POST', path: `/${name}` },
    authority: 'public',
    rate: { requests, window: '1h', by: 'address', counts, ...overrides },
    request: { body: z.strictObject({ text: z.string(), fails: z.boolean().default(false) }) },
    responses: { 201: { description: 'Done', schema: z.object({ text: z.string() }) } },
    errors: ['conflict'],
  })

/** Creates a new environment of a function with one limited route. */
const environment = (definition: ReturnType<typeof limitedRoute>) => {
  const run = serve(
    [
      route(definition, async ({ body }) => {
        if (body.fails) throw new Error('no')
        return reply(201, { text: body.text })
      }),
    ],
    {
      authenticate: async () => undefined,
      limit: limiter({ db: world.db, table: TABLE, now, hashAddress: async (address) => `hash-of-${address.length}` }),
      log: createLog({ write: () => undefined }),
      now,
    },
  ) as unknown as (event: unknown, context: unknown) => Promise<APIGatewayProxyResult>
  return async (body: object, sourceIp = '192.0.2.1') => {
    const event = {
      httpMethod: 'POST',
      path: definition.path,
      headers: { host: 'a.test' },
      body: JSON.stringify(body),
      requestContext: { requestId: 'r', identity: { sourceIp } },
    }
    const { statusCode, headers = {} } = await run(event, { getRemainingTimeInMillis: () => 10_000 })
    return { status: statusCode, headers }
  }
}

const validBody = { text: 'x' }
const statuses = async (answers: Promise<{ status: number }>[]) =>
  (await Promise.all(answers)).map((each) => each.status)

describe('rate limit', () => {
  it('concurrent requests in several environments never exceed the rate', async () => {
    const definition = limitedRoute('concurrent', 'requests', 10)
    const environments = [environment(definition), environment(definition), environment(definition)]
    const sent = Array.from({ length: 40 }, (_, i) => environments[i % 3]!(validBody))
    const allStatuses = await statuses(sent)
    expect(allStatuses.filter((status) => status === 201)).toHaveLength(10)
    expect(allStatuses.filter((status) => status === 429)).toHaveLength(30)
  })

  it('the headers contain the remaining requests, then the wait; the count restarts with the window', async () => {
    nowMs = Date.parse('2026-01-01T10:15:00Z')
    const send = environment(limitedRoute('with-headers', 'requests', 2))
    const first = await send(validBody)
    expect(first.headers).toMatchObject({
      ratelimit: '"address-2-per-1h";r=1;t=2700',
      'ratelimit-policy': '"address-2-per-1h";q=2;w=3600',
    })
    await send(validBody)
    const refused = await send(validBody)
    expect([refused.status, refused.headers['retry-after']]).toEqual([429, '2700'])
    expect((await send(validBody, '198.51.100.25')).status).toBe(201)
    nowMs += 2_700_000
    expect((await send(validBody)).status).toBe(201)
  })

  it('a rate of requests counts arrivals; a rate of accepted requests ignores invalid input and failures', async () => {
    const countsArrivals = environment(limitedRoute('all', 'requests', 3))
    expect(await statuses([countsArrivals({}), countsArrivals({}), countsArrivals({})])).toEqual([400, 400, 400])
    expect((await countsArrivals(validBody)).status).toBe(429)
    const countsAccepted = environment(limitedRoute('accepted', 'accepted', 3))
    for (let i = 0; i < 5; i++) expect((await countsAccepted({})).status).toBe(400)
    for (let i = 0; i < 5; i++) expect((await countsAccepted({ ...validBody, fails: true })).status).toBe(500)
    for (let i = 0; i < 3; i++) expect((await countsAccepted(validBody)).status).toBe(201)
    expect((await countsAccepted(validBody)).status).toBe(429)
  })

  it('a pool counts several operations together and adds X-RateLimit headers', async () => {
    nowMs = Date.parse('2026-01-01T12:00:15Z')
    const overrides = { window: '1m', pool: 'both', headers: 'x-ratelimit' } as const
    const [oneOperation, otherOperation] = ['one', 'other'].map((name) =>
      environment(limitedRoute(name, 'requests', 2, overrides)),
    )
    if (!oneOperation || !otherOperation) throw new Error('Both operations must exist')
    const resetSeconds = String(Date.parse('2026-01-01T12:01:00Z') / 1000)
    const statusAndHeaders = ({ status, headers }: Awaited<ReturnType<typeof oneOperation>>) => [
      status,
      ...['limit', 'remaining', 'reset'].map((each) => headers[`x-ratelimit-${each}`]),
    ]
    expect(statusAndHeaders(await oneOperation(validBody))).toEqual([201, '2', '1', resetSeconds])
    expect(statusAndHeaders(await otherOperation(validBody))).toEqual([201, '2', '0', resetSeconds])
    expect(statusAndHeaders(await oneOperation(validBody))).toEqual([429, '2', '0', resetSeconds])
  })

  it('the table contains no client address', async () => {
    expect(JSON.stringify(await world.rows('RATE#'))).not.toContain('192.0.2.1')
  })

  it('no request passes while the table is unavailable', async () => {
    const definition = limitedRoute('unavailable', 'requests', 3)
    const error = Object.assign(new Error('slow down'), { name: 'ProvisionedThroughputExceededException' })
    const broken = serve([route(definition, async ({ body }) => reply(201, { text: body.text }))], {
      authenticate: async () => undefined,
      limit: limiter({
        db: { send: async () => Promise.reject(error) } as never,
        table: TABLE,
        now,
        hashAddress: async () => 'x',
      }),
      log: createLog({ write: () => undefined }),
      now,
    }) as unknown as (event: unknown, context: unknown) => Promise<APIGatewayProxyResult>
    const requestContext = { requestId: 'r', identity: { sourceIp: '192.0.2.1' } }
    const event = {
      httpMethod: 'POST',
      path: '/unavailable',
      headers: { host: 'a' },
      body: '{"text":"x"}',
      requestContext,
    }
    expect((await broken(event, { getRemainingTimeInMillis: () => 9_000 })).statusCode).toBe(503)
  })
})
