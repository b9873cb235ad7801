import { type Endpoint, endpoint } from '@signet/contracts'
import { serviceIR } from '@signet/contracts/ir'
import { flatOperationsOf } from '@signet/http-client/operations-of'
import { describe, expect, it } from 'vitest'
import * as z from 'zod'
import { mayRepeat, operationModels, sendsKey } from '../../../layers/contract-tools/src/client/operation-model.ts'
import { SERVICES } from '../../../lib/services.ts'

const servicesWithApi = SERVICES.flatMap(({ service }) => (service.api === undefined ? [] : [service]))

const copyThing = endpoint({
  name: 'copyThing',
  description: 'Copies a thing.',
  route: 'POST /things/:id',
  authority: 'open',
  request: { params: z.object({ id: z.string() }), body: z.object({ id: z.string() }) },
  responses: { 204: { description: 'Copied.' } },
})
const listThings = endpoint({
  name: 'listThings',
  description: 'Lists things.',
  route: 'GET /things',
  authority: 'open',
  responses: { 204: { description: 'Listed.' } },
})

const things = (...endpoints: readonly Endpoint[]) => ({
  name: 'things',
  contracts: [{ name: 'things', version: '1.0.0', description: 'Things.', endpoints }],
})

describe('operations of a service', () => {
  it.each(servicesWithApi.map((service) => [service.name, service] as const))(
    'equal those of the generated client: %s',
    (_, service) => {
      const operations = flatOperationsOf(service)
      const models = serviceIR(service).flatMap(operationModels)
      const facts = models.map((model) => {
        const { member, parts, isRaw, operation } = model
        const { query, headers } = parts
        // In an open object, members that no other part names go to the body.
        const body = parts.body === 'json' ? 'fields' : parts.body
        return [
          member,
          { query, headers, body, isRaw, repeatable: mayRepeat(operation), keyed: sendsKey(model) },
        ] as const
      })
      const same = Object.entries(operations).map(([name, { query = [], headers = [], body = 'none', ...others }]) => {
        const { answer, repeatable, keyed } = others
        return [name, { query, headers, body, isRaw: answer === 'raw', repeatable, keyed }] as const
      })
      expect(Object.fromEntries(same)).toEqual(Object.fromEntries(facts))
    },
  )

  it('must have different names, and a request must not have a name in two parts', () => {
    expect(() => flatOperationsOf(things(listThings, listThings))).toThrow(/two operations named "listThings"/)
    expect(() => flatOperationsOf(things(copyThing))).toThrow(/copyThing has "id" in two parts/)
  })
})
