import { endpoint } from '@signet/contracts'
import { notFound, refusal, route } from '@signet/kernel'
import type { APIGatewayProxyResult } from 'aws-lambda'
import { describe, expect, it } from 'vitest'
import * as z from 'zod'
import { serve } from '../../../layers/kernel/src/http/serve.ts'
import { createLog } from '../../../layers/kernel/src/log.ts'
import { eventOf, type SentRequest } from './sample-service.ts'

const openDoor = endpoint({
  name: 'open',
  description: 'Opens a door.',
  route: 'GET /doors/:door',
  authority: 'open',
  request: { params: z.object({ door: z.string() }) },
  responses: { 204: { description: 'It is open' } },
  errors: ['not_found', 'unavailable'],
})

const handler = serve(
  [
    route(openDoor, async ({ params: { door } }) => {
      if (door === 'none') return notFound('There is no such door')
      if (door === 'stuck') throw new Error('a secret')
      return refusal('unavailable', 'The door is in use', { headers: { 'retry-after': '3' } })
    }),
  ],
  {
    authenticate: async () => undefined,
    failurePage: ({ status, code, sentence }, { incoming, route: matchedRoute }) =>
      incoming.headers.accept === 'text/html' && matchedRoute?.operation === 'open'
        ? { headers: { 'content-type': 'text/html' }, body: `<p>${status} ${code}: ${sentence}` }
        : undefined,
    log: createLog({ write: () => undefined }),
    now: () => new Date(0),
  },
) as unknown as (event: unknown, context: unknown) => Promise<APIGatewayProxyResult>

const send = (path: string, sent: SentRequest = {}) =>
  handler(eventOf({ path, headers: { accept: 'text/html' }, ...sent }), { getRemainingTimeInMillis: () => 5_000 })

describe('failure page', () => {
  it('the page has the status and headers of the failure, and no more details than the JSON', async () => {
    const pageAt = async (path: string) => {
      const { statusCode, headers, body } = await send(path)
      return [statusCode, headers?.['content-type'], headers?.vary, headers?.['retry-after'], body]
    }
    const page = ['text/html', 'Accept'] as const
    expect(await pageAt('/doors/none')).toEqual([404, ...page, undefined, '<p>404 not_found: There is no such door'])
    expect(await pageAt('/doors/busy')).toEqual([503, ...page, '3', '<p>503 unavailable: The door is in use'])
    expect(await pageAt('/doors/stuck')).toEqual([500, ...page, undefined, '<p>500 internal: Internal error'])
  })

  it('other requests get JSON, and HEAD has no body', async () => {
    expect(JSON.parse((await send('/doors/none', { headers: {} })).body)).toMatchObject({ code: 'not_found' })
    expect(JSON.parse((await send('/nowhere')).body)).toMatchObject({ code: 'not_found' })
    const { statusCode, body } = await send('/doors/none', { method: 'HEAD' })
    expect([statusCode, body]).toEqual([404, ''])
  })
})
