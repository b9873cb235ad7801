import { sqlTransition } from '@signet/contract-tools/database'
import { generateAll } from '@signet/contract-tools/generate'
import { defineContract, transitionCondition } from '@signet/contracts'
import { authorizer, webHandler } from '@signet/contracts/http'
import { irOf } from '@signet/contracts/ir'
import { publishedVersions, responseSchemas } from '@signet/contracts/published'
import { describe, expect } from 'vitest'
import * as z from 'zod'
import { publishedContracts } from '../../../lib/published-contracts.ts'
import { verifies } from '../../spec/verifies.ts'

const Order = z.object({ id: z.string(), status: z.enum(['draft', 'placed']), total: z.int().min(0) })
const byId = z.object({ id: z.string() })

/** The example of the specification, without other members. */
const order = defineContract({
  name: 'order',
  version: '1.0.0',
  description: 'What a customer wants to buy.',
  schema: Order,
  operations: {
    create: { input: z.object({ total: z.int().min(0) }), output: 'self', emits: ['order.created'] },
    quote: { input: byId, output: z.object({ total: z.int() }) },
    place: { input: byId, output: 'self', transition: { from: 'draft', to: 'placed' }, emits: ['order.placed'] },
  },
  states: { field: 'status', initial: 'draft', transitions: { draft: { place: 'placed' }, placed: {} } },
  surfaces: {
    api: {
      basePath: '/orders',
      routes: {
        create: { method: 'POST', path: '/' },
        quote: { method: 'GET', path: '/:id/quote' },
        place: { method: 'POST', path: '/:id/place' },
      },
    },
    db: { table: 'orders', indexes: [['status']] },
  },
  authority: { create: { requires: 'authenticated' }, quote: 'public', place: 'authenticated' },
})
const ir = irOf(order)
const files = generateAll(ir, { contractModule: './order.ts', contractExport: 'order' })

describe('the contract library', () => {
  verifies('CON-1-1', 'makes migration, handlers, client, OpenAPI 3.1 and fixtures from one definition', () => {
    const paths = Object.keys(files)
    for (const part of ['migrations/postgres/', 'handlers.ts', 'client.ts', 'openapi.json', 'fixtures/']) {
      expect(paths.filter((path) => path.startsWith(part))).not.toEqual([])
    }
    expect(JSON.parse(files['openapi.json'] ?? '{}')).toMatchObject({ openapi: '3.1.1' })
  })

  verifies(
    ['CON-2.4-1', 'CON-9-1'],
    'contains name, version, description and schema, and refuses an invalid version',
    () => {
      expect(ir).toMatchObject({ name: 'order', version: '1.0.0', description: 'What a customer wants to buy.' })
      expect(ir.schemas.Order).toMatchObject({ type: 'object', required: ['id', 'status', 'total'] })
      const invalidDefinition = {
        name: 'x',
        version: '1',
        description: 'X.',
        schema: Order,
        operations: {},
        surfaces: {},
        authority: {},
      }
      expect(() => defineContract(invalidDefinition as never)).toThrow('"1" is not major.minor.patch')
    },
  )

  verifies(['CON-2.4-2', 'CON-6-1'], 'contains input, output, transition and events of each operation', () => {
    const operation = (name: string) => ir.operations.find((candidate) => candidate.name === name)
    expect(operation('quote')?.responses[0]?.schema).toMatchObject({ properties: { total: { type: 'integer' } } })
    expect(operation('place')).toMatchObject({
      responses: [{ status: 200, schema: { $ref: '#/schemas/Order' } }],
      transition: { from: ['draft'], to: { draft: 'placed' } },
      emits: ['order.placed'],
    })
    expect(Object.keys(ir.entity?.events ?? {})).toEqual(['order.created', 'order.placed'])
  })

  verifies(['CON-2.4-3', 'CON-2.4-4'], 'contains states, routes, table and indexes', () => {
    expect(ir.entity?.states).toMatchObject({ field: 'status', initial: 'draft', states: ['draft', 'placed'] })
    expect(ir.operations.map(({ route }) => `${route?.method} ${route?.path}`)).toEqual([
      'POST /orders',
      'GET /orders/:id/quote',
      'POST /orders/:id/place',
    ])
    expect(ir.entity?.db).toEqual({ table: 'orders', key: ['id'], indexes: [{ fields: ['status'], unique: false }] })
  })

  verifies(['CON-2.4-5', 'CON-5-1'], 'refuses callers without the authority of the operation', async () => {
    const entity = { id: 'o', status: 'placed' as const, total: 1 }
    const handlers = { create: () => entity, quote: () => ({ total: 1 }), place: () => entity }
    const authenticate = ({ headers }: Request) => headers.get('authorization') ?? undefined
    const serve = webHandler(order, handlers, { authorize: authorizer({ authenticate }) })
    const status = async (path: string, init: RequestInit) =>
      (await serve(new Request(`https://t.test${path}`, init))).status
    expect(await status('/orders/o/quote', {})).toBe(200)
    expect(await status('/orders/o/place', { method: 'POST' })).toBe(401)
    expect(await status('/orders/o/place', { method: 'POST', headers: { authorization: 'Bearer ada' } })).toBe(200)
    expect(order.ops.create.authority).toBe('authenticated')
  })

  verifies(
    ['CON-3-1', 'CON-3-2'],
    'permits transitions only from `from` to `to`, and a new entity is in the initial state',
    () => {
      const { expression, values } = transitionCondition(order, 'place')
      expect([expression, values]).toEqual(['#state IN (:from0)', { ':from0': 'draft', ':to': 'placed' }])
      const creation = sqlTransition(order, 'create', { dialect: 'sqlite', key: { id: 'o' }, set: { total: 1 } })
      expect([creation.to, creation.text.startsWith('INSERT')]).toEqual(['draft', true])
    },
  )

  verifies('CON-9-2', 'contains the platform’s contracts published with their versions', () => {
    for (const { name, version } of publishedContracts) {
      expect([name, publishedVersions(name).includes(version)]).toEqual([name, true])
    }
    expect(responseSchemas('job', '^1.0')).toHaveProperty(['get', '200', '$id'])
  })
})
