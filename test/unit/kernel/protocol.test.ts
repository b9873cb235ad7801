import type { Caller, Protocol } from '@signet/kernel'
import type { APIGatewayProxyResult } from 'aws-lambda'
import { describe, expect, it } from 'vitest'
import { serve } from '../../../layers/kernel/src/http/serve.ts'
import { createLog } from '../../../layers/kernel/src/log.ts'
import { eventOf, type SentRequest } from './sample-service.ts'

const caller: Caller = { kind: 'key', tenantId: 'tenant-1', scopes: [], rateKey: 'r' }

const serveProtocol = (answer: Protocol['answer'], corsOrigins: readonly string[] = ['*']) => {
  const lines: Record<string, unknown>[] = []
  const handler = serve([], {
    authenticate: async () => undefined,
    protocol: { name: 'speech', path: '/', answer },
    corsOrigins,
    log: createLog({ write: (line) => lines.push(JSON.parse(line)) }),
    now: () => new Date(0),
  }) as unknown as (event: unknown, context: unknown) => Promise<APIGatewayProxyResult>
  const send = (sent: SentRequest) => handler(eventOf(sent), { getRemainingTimeInMillis: () => 5_000 })
  return { send, lines }
}

const hello: Protocol['answer'] = async ({ method }) => ({
  outgoing: { status: 202, headers: { 'x-said': method }, body: 'hello' },
  caller,
})

describe('protocol next to routes', () => {
  it('a protocol answers every method of its path and is logged like a route', async () => {
    const { send, lines } = serveProtocol(hello)
    for (const method of ['POST', 'DELETE', 'OPTIONS']) {
      const { statusCode, headers, body } = await send({ method, path: '/' })
      expect([statusCode, headers, body]).toEqual([202, { 'x-said': method, 'x-request-id': 'req-1' }, 'hello'])
    }
    expect(lines[0]).toMatchObject({ message: 'request', operation: 'speech', status: 202, tenant_id: 'tenant-1' })
  })

  it('other paths belong to the routes', async () => {
    expect((await serveProtocol(hello).send({ path: '/else' })).statusCode).toBe(404)
  })

  it('a protocol that throws returns a bare 500, and the log contains the error', async () => {
    const { send, lines } = serveProtocol(async () => Promise.reject(new Error('a secret')))
    const { statusCode, body } = await send({ path: '/' })
    expect([statusCode, JSON.parse(body)]).toEqual([500, { error: 'Internal error', code: 'internal' }])
    expect(JSON.stringify(lines)).toContain('a secret')
  })
})

describe('CORS preflight request', () => {
  const preflight: SentRequest = {
    method: 'OPTIONS',
    path: '/token',
    headers: { 'access-control-request-method': 'POST', 'access-control-request-headers': 'mcp-protocol-version' },
  }

  it('the function answers it if no gateway does', async () => {
    const { statusCode, headers } = await serveProtocol(hello).send(preflight)
    expect([statusCode, headers]).toMatchObject([
      204,
      {
        'access-control-allow-origin': '*',
        'access-control-allow-methods': 'POST',
        'access-control-allow-headers': 'mcp-protocol-version',
      },
    ])
  })

  it('the function returns 404 if the gateway answers it, or without a requested method', async () => {
    expect((await serveProtocol(hello, []).send(preflight)).statusCode).toBe(404)
    expect((await serveProtocol(hello).send({ method: 'OPTIONS', path: '/token' })).statusCode).toBe(404)
  })
})
