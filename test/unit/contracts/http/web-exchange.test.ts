import { endpoint, reply } from '@signet/contracts'
import { type Fault, Refusal, refusal, type WebOptions, webHandler } from '@signet/contracts/http'
import { describe, expect, it, vi } from 'vitest'
import * as z from 'zod'
import { deskEndpoints } from '../../../support/ticket-contract.ts'
import { fileDesk } from '../../../support/ticket-desk.ts'
import { createTicket, desk, HOST } from './desk-service.ts'

describe('webHandler: input', () => {
  it('names every invalid field', async () => {
    const response = await desk().call('POST /v1/tickets?x=1', { json: { labels: 'a', color: 'red' } })
    expect(response.status).toBe(400)
    expect(await response.json()).toEqual({
      error: 'x is not a known query parameter (and 3 more)',
      code: 'invalid_input',
      errors: [
        { field: 'x', message: 'is not a known query parameter' },
        { field: 'title', message: 'is required' },
        { field: 'labels', message: 'must be an array' },
        { field: 'color', message: 'is not a known field' },
      ],
    })
  })

  it.each<[string, { body?: string; headers?: Record<string, string> }, number, string]>([
    ['broken JSON', { body: '{' }, 400, 'invalid_json'],
    ['another media type', { body: 'a=b', headers: { 'content-type': 'text/plain' } }, 415, 'unsupported_media_type'],
    ['a compressed body', { body: 'x', headers: { 'content-encoding': 'gzip' } }, 415, 'unsupported_media_type'],
    ['no body', {}, 400, 'invalid_input'],
  ])('refuses %s', async (_, init, status, code) => {
    const headers = { 'content-type': 'application/json', ...init.headers }
    const response = await desk().call('POST /v1/tickets', { ...init, headers })
    expect([response.status, await response.json()]).toEqual([status, expect.objectContaining({ code })])
  })

  it('refuses a body that is not UTF-8, and one in which a gateway has put replacement characters', async () => {
    const headers = { 'content-type': 'application/json' }
    const postBody = async (body: string | Uint8Array<ArrayBuffer>) => {
      const response = await desk().call('POST /v1/tickets', { body, headers })
      return [response.status, ((await response.json()) as { code?: string }).code]
    }
    const bytes = new TextEncoder().encode('{"title":"a ?"}')
    bytes[bytes.indexOf(63)] = 0xff
    expect(await postBody(bytes)).toEqual([400, 'invalid_json'])
    expect(await postBody(new TextDecoder().decode(bytes))).toEqual([400, 'invalid_json'])
    expect((await postBody('{"title":"a \\ufffd"}'))[0]).toBe(201)
  })

  it('stops reading a body at its limit, with a correct or a wrong length header', async () => {
    const { call } = desk({ maxBodyBytes: 10 })
    const declared = await call('POST /v1/tickets', { json: { title: 'longer than ten' } })
    expect([declared.status, await declared.json()]).toEqual([
      413,
      { error: 'The body is larger than 10 bytes', code: 'payload_too_large', limit: 10 },
    ])
    let pulls = 0
    const endless = new ReadableStream({
      pull(controller) {
        pulls += 1
        controller.enqueue(new Uint8Array(8))
      },
    })
    const streamed = await call('POST /v1/tickets', { body: endless, duplex: 'half' } as RequestInit)
    expect(streamed.status).toBe(413)
    expect(pulls).toBeLessThan(5)
  })

  it('uses the limit of an operation before the general one, and passes bytes unchanged', async () => {
    const serve = webHandler(deskEndpoints, fileDesk(), { maxBodyBytes: 1 })
    const put = (size: number) =>
      serve(new Request(`${HOST}/v1/files/a`, { method: 'PUT', body: new Uint8Array(size).fill(255) }))
    expect((await put(1001)).status).toBe(413)
    expect((await put(1000)).status).toBe(204)
    const read = await serve(new Request(`${HOST}/v1/files/a`))
    expect(read.headers.get('content-type')).toBe('application/octet-stream')
    expect(new Uint8Array(await read.arrayBuffer())).toEqual(new Uint8Array(1000).fill(255))
  })
})

describe('webHandler: responses', () => {
  const thingService = (run: () => unknown, options: WebOptions = {}) => {
    const faults: Fault[] = []
    const thing = endpoint({
      name: 'thing',
      description: 'A thing.',
      route: 'GET /thing',
      authority: 'open',
      responses: {
        200: {
          description: 'It.',
          schema: z.object({ n: z.int(), tags: z.array(z.string()).default([]) }),
          headers: { 'x-count': { description: 'How many.', schema: z.int().optional() } },
        },
        204: { description: 'Nothing.' },
      },
      errors: ['not_found'],
    })
    const serve = webHandler({ thing }, { thing: run as never }, { onFault: (fault) => faults.push(fault), ...options })
    return { faults, answer: () => serve(new Request(`${HOST}/thing`, { headers: { 'x-request-id': 'abc-1' } })) }
  }

  it.each([
    ['an undeclared status', () => reply(201, { n: 1, tags: [] }), 'answered 201, declared: 200, 204'],
    ['a body that breaks the schema', () => reply(200, { n: 'one', tags: [] }), 'body.n:'],
    ['a body without a field that has a default', () => reply(200, { n: 1 }), 'body.tags is missing'],
    ['a body where none is declared', () => reply(204, { n: 1 }), 'body: the response declares no body'],
    ['a header that breaks its schema', () => reply(200, { n: 1, tags: [] }, { 'x-count': 'many' }), 'header x-count'],
    ['a bare body where several statuses are declared', () => ({ n: 1, tags: [] }), 'declares several statuses'],
    ['a refusal with an undeclared code', () => refusal('conflict', 'secret'), 'secret'],
    ['an error', () => Promise.reject(new Error('secret')), 'secret'],
  ])('returns 500 without details for %s, and reports the fault', async (_, run, detail) => {
    const { faults, answer } = thingService(run)
    const response = await answer()
    expect(response.status).toBe(500)
    expect(await response.json()).toEqual({ error: 'Internal error', code: 'internal', request_id: 'abc-1' })
    expect(faults).toHaveLength(1)
    expect(faults[0]).toMatchObject({ operation: 'thing', requestId: 'abc-1' })
    expect(String(faults[0]?.error)).toContain(detail)
  })

  it('without reply checks accepts an invalid body, but no undeclared status', async () => {
    expect((await thingService(() => reply(200, { n: 'one' }), { checkReplies: false }).answer()).status).toBe(200)
    expect((await thingService(() => reply(202, {}), { checkReplies: false }).answer()).status).toBe(500)
  })

  it('returns 500 even if the fault handler throws', async () => {
    const consoleError = vi.spyOn(console, 'error').mockImplementation(() => undefined)
    const onFault = () => {
      throw new Error('the log is full')
    }
    const { answer } = thingService(() => Promise.reject(new Error('first')), { onFault })
    expect((await answer()).status).toBe(500)
    expect(consoleError).toHaveBeenCalledOnce()
    consoleError.mockRestore()
  })

  it('returns a declared refusal with its status, extras and headers, thrown or returned', async () => {
    const refusedAnswer = new Refusal('not_found', 'Gone fishing', {
      extras: { until: 'May' },
      headers: { 'retry-after': '3' },
    })
    for (const run of [() => refusedAnswer, () => Promise.reject(refusedAnswer)]) {
      const response = await thingService(run).answer()
      expect([response.status, response.headers.get('retry-after'), await response.json()]).toEqual([
        404,
        '3',
        { error: 'Gone fishing', code: 'not_found', until: 'May' },
      ])
    }
  })

  it('refuses a transition that the state does not allow, with the state and the allowed operations', async () => {
    const { call } = desk()
    const id = await createTicket(call)
    const response = await call(`POST /v1/tickets/${id}/reopen`)
    expect(response.status).toBe(409)
    expect(await response.json()).toEqual({
      error: 'The ticket is open, which does not allow reopen; it allows close',
      code: 'invalid_transition',
      state: 'open',
      allowed: ['close'],
    })
  })

  it('sends each value of a repeated header separately', async () => {
    const { answer } = thingService(() => reply(204, undefined, { 'set-cookie': ['a=1', 'b=2'] }))
    expect((await answer()).headers.getSetCookie()).toEqual(['a=1', 'b=2'])
  })
})
