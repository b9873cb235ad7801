import { defineService, endpoint, type Service } from '@signet/contracts'
import { routeTable, serviceIR, serviceRoutes } from '@signet/contracts/ir'
import { describe, expect, it } from 'vitest'
import * as z from 'zod'
import { SERVICES } from '../../../lib/services.ts'

const getThing = endpoint({
  name: 'getThing',
  description: 'Reads a thing.',
  tags: ['things'],
  route: 'GET /things/:id',
  authority: 'scope:read',
  request: { params: z.object({ id: z.string() }) },
  responses: { 200: { description: 'The thing.', schema: z.object({ id: z.string() }) } },
})

const service = defineService({
  name: 'things',
  api: 'platform',
  title: 'Things',
  description: 'Things.',
  tags: { things: 'Things' },
  scopes: { read: { holder: 'person', description: 'Read things' } },
  erasure: { none: 'it stores nothing' },
  contracts: [{ name: 'things', version: '2.1.0', description: 'Things.', endpoints: [getThing] }],
  rows: [
    {
      name: 'Thing',
      prefix: 'THING#',
      keyTemplates: { pk: 'THING#<thing>', sk: 'THING' },
      retention: 'permanent',
      owner: 'platform',
    },
  ],
})

describe('a service', () => {
  it('serviceIR returns its contracts as plain JSON, built once', () => {
    const [ir] = serviceIR(service)
    expect(ir).toMatchObject({ name: 'things', version: '2.1.0', kind: 'endpoints' })
    expect(serviceIR(service)).toBe(serviceIR(service))
  })

  it.each(SERVICES.map((each) => [each.service.name, each.service] as const))(
    'serviceRoutes returns its routes without schemas: %s',
    (_, each) => {
      expect(serviceRoutes(each)).toEqual(routeTable(serviceIR(each)))
    },
  )

  it('serviceRoutes returns the routes of some contracts', () => {
    expect(serviceRoutes(service, ['things']).map(({ path }) => path)).toEqual(['/things/:id'])
    expect(serviceRoutes(service, [])).toEqual([])
    expect(() => serviceRoutes(service, ['thing'])).toThrow('things has no contract "thing"; its contracts are things')
  })

  const invalidServices: readonly (readonly [string, Partial<Service>, string])[] = [
    ['two contracts of one name', { contracts: [...service.contracts, ...service.contracts] }, 'rename one'],
    ['a scope that it does not describe', { scopes: {} }, 'requires the scope read; describe it'],
    ['a tag that it does not describe', { tags: {} }, 'has the tag things; describe it'],
    [
      'rows whose key has another prefix',
      { rows: [{ ...service.rows[0], prefix: 'OTHER#' }] },
      'let the key begin with the prefix',
    ],
  ]
  it.each(invalidServices)('%s is refused', (_, fault, message) => {
    expect(() => serviceIR({ ...service, ...fault })).toThrow(message)
  })
})
