import { defineContract } from '@signet/contracts'
import { expect, it } from 'vitest'
import * as z from 'zod'

const byId = z.object({ id: z.string() })

const descriptionsOf = (name: string) => {
  const { ops } = defineContract({
    name,
    version: '1.0.0',
    description: 'A thing.',
    schema: z.object({ id: z.string() }),
    operations: {
      create: {},
      read: { input: byId },
      list: { output: z.object({ items: z.array(byId) }) },
      delete: { input: byId },
      ship: { input: byId },
    },
    surfaces: {
      api: {
        basePath: '/v1',
        routes: {
          create: 'POST /things',
          read: 'GET /things/:id',
          list: 'GET /things',
          delete: 'DELETE /things/:id',
          ship: 'POST /things/:id/ship',
        },
      },
    },
    authority: { create: 'public', read: 'public', list: 'public', delete: 'public', ship: 'public' },
  })
  return Object.values(ops).map(({ description }) => description)
}

it('default descriptions use "an" before a vowel sound', () => {
  expect(descriptionsOf('order')).toEqual([
    'Creates an order.',
    'Returns an order.',
    'Lists the orders that the caller can access.',
    'Deletes an order.',
    'Performs "ship" on an order.',
  ])
})

it.each([
  ['ticket', 'Creates a ticket.', 'Lists the tickets that the caller can access.'],
  ['user', 'Creates a user.', 'Lists the users that the caller can access.'],
  ['unit', 'Creates a unit.', 'Lists the units that the caller can access.'],
  ['invoice', 'Creates an invoice.', 'Lists the invoices that the caller can access.'],
  ['entry', 'Creates an entry.', 'Lists the entries that the caller can access.'],
  ['key', 'Creates a key.', 'Lists the keys that the caller can access.'],
  ['address', 'Creates an address.', 'Lists the addresses that the caller can access.'],
])('the default descriptions of %s have the right article and plural', (name, created, listed) => {
  expect(descriptionsOf(name)).toEqual(expect.arrayContaining([created, listed]))
})
