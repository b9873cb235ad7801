import { ContractError, endpoint } from '@signet/contracts'
import { authorizer, bind, webHandler, webHandlerOf } from '@signet/contracts/http'
import { describe, expect, it } from 'vitest'
import * as z from 'zod'
import { deskEndpoints, tickets } from '../../../support/ticket-contract.ts'
import { type Agent, deskAuthority, fileDesk, ticketDesk } from '../../../support/ticket-desk.ts'
import { createTicket, desk, HOST } from './desk-service.ts'

describe('webHandler: routes', () => {
  it('returns 404 in the error shape, with the request id, for an unknown path', async () => {
    const response = await desk().call('GET /v1/nothing')
    expect(response.status).toBe(404)
    expect(response.headers.get('content-type')).toBe('application/json')
    expect(response.headers.get('x-request-id')).toBe('r-1')
    expect(await response.json()).toEqual({ error: 'The path /v1/nothing does not exist', code: 'not_found' })
  })

  it('returns 405 with Allow for an unsupported method of a known path', async () => {
    const response = await desk().call('PUT /v1/tickets')
    expect(response.status).toBe(405)
    expect(response.headers.get('allow')).toBe('GET, HEAD, POST')
    expect(await response.json()).toMatchObject({ code: 'method_not_allowed' })
  })

  it('answers HEAD as GET without the body', async () => {
    const { call } = desk()
    const id = await createTicket(call)
    const response = await call(`HEAD /v1/tickets/${id}`)
    expect(response.status).toBe(200)
    expect(response.headers.get('content-type')).toBe('application/json')
    expect(await response.text()).toBe('')
    const refused = await call('HEAD /v1/tickets/t9')
    expect([refused.status, await refused.text()]).toEqual([404, ''])
  })

  it('serves below a base path only', async () => {
    const { call } = desk({ basePath: '/desk/' })
    expect((await call('GET /desk/v1/tickets')).status).toBe(200)
    expect((await call('GET /v1/tickets')).status).toBe(404)
    expect((await call('GET /desktop/v1/tickets')).status).toBe(404)
  })

  it('serves several contracts together', async () => {
    const serve = webHandlerOf([...bind(tickets, ticketDesk()), ...bind(deskEndpoints, fileDesk())], {
      authorize: deskAuthority,
    })
    const found = await serve(new Request(`${HOST}/v1/find?name=a`))
    expect([found.status, found.headers.get('location')]).toEqual([302, '/v1/files/a'])
    expect((await serve(new Request(`${HOST}/v1/tickets`))).status).toBe(401)
  })
})

describe('webHandler: authority', () => {
  it('returns 401 with a challenge if the operation needs a caller', async () => {
    const response = await desk().call('GET /v1/tickets', { key: '' })
    expect(response.status).toBe(401)
    expect(response.headers.get('www-authenticate')).toBe('Bearer realm="signet"')
    expect(await response.json()).toMatchObject({ code: 'unauthenticated' })
  })

  it.each([
    ['a scope that the caller does not have', 'POST /v1/tickets/t1/assign', { assignee: 'bob' }],
    ['a session that the caller does not have', 'DELETE /v1/tickets/t1', undefined],
    ['a policy that denies', 'POST /v1/tickets/t1/archive', undefined],
  ])('returns 403 for %s', async (_, line, json) => {
    const { call } = desk()
    await createTicket(call)
    const response = await call(line, { key: 'key-bob', json })
    expect(response.status).toBe(403)
    expect(await response.json()).toMatchObject({ code: 'forbidden' })
  })

  it('refuses an invalid credential even where anonymous callers are allowed', async () => {
    const { call } = desk()
    const id = await createTicket(call)
    expect((await call(`GET /v1/tickets/${id}`, { key: '' })).status).toBe(200)
    expect((await call(`GET /v1/tickets/${id}`, { key: 'key-eve' })).status).toBe(401)
  })

  it('refuses at once to serve operations without an authorize function, and names them', () => {
    expect(() => webHandler(tickets, ticketDesk())).toThrow(ContractError)
    expect(() => webHandler(tickets, ticketDesk())).toThrow(
      /"archive" requires policy:lead; pass an authorize function/,
    )
  })

  it('refuses a credential of a public operation without an authorize function', async () => {
    const hello = endpoint({
      name: 'hello',
      description: 'Greets.',
      route: 'GET /hello',
      authority: 'public',
      responses: { 200: { description: 'Hello.', schema: z.object({ text: z.string() }) } },
    })
    const serve = webHandler({ hello }, { hello: () => ({ text: 'hello' }) })
    expect((await serve(new Request(`${HOST}/hello`))).status).toBe(200)
    expect((await serve(new Request(`${HOST}/hello`, { headers: { 'x-api-key': 'k' } }))).status).toBe(401)
  })

  it('treats an authority that the authorizer does not implement as a fault, never as permission', async () => {
    const { call, faults } = desk({
      authorize: authorizer<Agent>({ authenticate: () => ({ name: 'ada', scopes: [] }) }),
    })
    for (const line of ['POST /v1/tickets/t1/assign', 'DELETE /v1/tickets/t1', 'POST /v1/tickets/t1/archive']) {
      expect((await call(line)).status).toBe(500)
    }
    expect(faults.map(({ error }) => String(error))).toEqual([
      'Error: "assign" requires scope:desk, which this service does not implement',
      'Error: "delete" requires session, which this service does not implement',
      'Error: "archive" requires policy:lead, which this service does not implement',
    ])
  })
})

describe('bind', () => {
  it('names each operation without a function and each function without an operation', () => {
    const { get: _, ...rest } = ticketDesk()
    const wrong = { ...rest, fetch: rest.close } as never
    expect(() => bind(tickets, wrong)).toThrow(/implementation\.get: GET \/v1\/tickets\/:id has no function/)
    expect(() => bind(tickets, wrong)).toThrow(/implementation\.fetch: is not an operation with a route/)
  })
})
