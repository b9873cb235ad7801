import { client } from '@signet/contract-tools/client'
import { ContractError, endpoint } from '@signet/contracts'
import { endpointsIR, irOf } from '@signet/contracts/ir'
import { describe, expect, it } from 'vitest'
import * as z from 'zod'
import { tickets } from '../../../support/ticket-contract.ts'
import { type Client, json, row, ticketClient } from './fake-service.ts'

describe('a generated client: pages', () => {
  const page = (items: readonly string[], next: unknown) => () =>
    json(200, { items: items.map((id) => ({ ...row, id })), ...(next === undefined ? {} : { next_cursor: next }) })
  const listAll = (api: Client, input?: object) =>
    (api.listAll as unknown as (input?: object) => AsyncIterable<{ id: string }>)(input)

  const idsOf = async (items: AsyncIterable<{ id: string }>): Promise<string[]> => {
    const ids: string[] = []
    for await (const { id } of items) ids.push(id)
    return ids
  }

  it.each([null, undefined, ''])('iterates over all pages until the cursor is %s', async (last) => {
    const { api, sent } = ticketClient([page(['a', 'b'], 'c1'), page([], 'c2'), page(['c'], last)])
    expect(await idsOf(listAll(api, { limit: 2 }))).toEqual(['a', 'b', 'c'])
    expect(sent.map(({ url }) => new URL(url).search)).toEqual(['?limit=2', '?limit=2&cursor=c1', '?limit=2&cursor=c2'])
  })

  it('fetches a page only on demand', async () => {
    const { api, sent } = ticketClient([page(['a'], 'c1'), page(['b'], null)])
    for await (const { id } of listAll(api)) if (id === 'a') break
    expect(sent).toHaveLength(1)
  })

  it('throws an error if the service repeats a cursor', async () => {
    const { api, sent } = ticketClient([page(['a'], 'c1'), page(['b'], 'c2'), page(['c'], 'c1')])
    await expect(idsOf(listAll(api))).rejects.toThrow('The service returned the cursor c1 twice')
    expect(sent).toHaveLength(3)
  })
})

describe('client', () => {
  it('generates the same bytes for the same contract', () => {
    const copy = JSON.parse(JSON.stringify(irOf(tickets))) as ReturnType<typeof irOf>
    expect(client(copy)).toEqual(client(irOf(tickets)))
  })

  it('generates a file without imports', () => {
    expect(client(irOf(tickets))['client.ts']).not.toMatch(/^\s*(?:import|export .* from)\b|\brequire\(/m)
  })

  it('generates a plain method for a list without pagination', () => {
    const twoArrays = endpoint({
      name: 'wide',
      description: 'Two arrays.',
      route: 'GET /wide',
      authority: 'open',
      request: { query: z.object({ cursor: z.string().optional() }) },
      responses: {
        200: {
          description: 'Them.',
          schema: z.object({ a: z.array(z.string()), b: z.array(z.string()), next_cursor: z.string().nullable() }),
        },
      },
    })
    expect(client(endpointsIR([twoArrays], { name: 'wides' }))['client.ts']).not.toContain('wideAll')
  })

  it('refuses two operations with one method name, and an input with one name twice', () => {
    const get = (name: string, path: `/${string}`) =>
      endpoint({
        name,
        description: 'G.',
        route: { method: 'GET', path },
        authority: 'open',
        responses: { 204: { description: 'N.' } },
      })
    const duplicates = endpointsIR([get('get_thing', '/a'), get('getThing', '/b')], { name: 'things' })
    expect(() => client(duplicates)).toThrow(ContractError)
    expect(() => client(duplicates)).toThrow(/two methods named "getThing"; rename an operation/)
    const ambiguousInput = endpoint({
      name: 'crowded',
      description: 'C.',
      route: 'POST /c/:id/:body',
      authority: 'open',
      request: { params: z.object({ id: z.string(), body: z.string() }), body: z.object({ id: z.string() }) },
      responses: { 204: { description: 'N.' } },
    })
    expect(() => client(endpointsIR([ambiguousInput], { name: 'crowd' }))).toThrow(/its input has "body" in two parts/)
  })
})
