import { ContractError, defineContract } from '@signet/contracts'
import { describe, expect, it } from 'vitest'
import * as z from 'zod'

const Order = z.object({ id: z.uuid(), status: z.enum(['draft', 'placed']), total: z.int().min(0) })
const byId = z.object({ id: z.uuid() })
const order = {
  name: 'order',
  version: '1.0.0',
  description: 'What a customer wants to buy.',
  schema: Order,
  operations: {
    create: { input: z.object({ total: z.int().min(0) }), emits: ['order.created'] },
    get: { input: byId },
    place: { input: byId, transition: { from: 'draft', to: 'placed' } },
  },
  states: { field: 'status', initial: 'draft', transitions: { draft: { place: 'placed' }, placed: {} } },
  surfaces: {
    api: {
      basePath: '/orders',
      routes: { create: 'POST /', get: 'GET /:id', place: { method: 'POST', path: '/:id/place' } },
    },
    db: { table: 'orders', indexes: [['status']] },
  },
  authority: { create: 'authenticated', get: 'public', place: 'authenticated' },
}
type Definition = Parameters<typeof defineContract>[0]

/** The message that somebody sees who writes the definition in plain JavaScript. */
const refusal = (definition: unknown): string => {
  try {
    defineContract(definition as Definition)
    return 'accepted'
  } catch (cause) {
    if (!(cause instanceof ContractError)) throw cause
    return cause.message
  }
}
const without = (name: keyof typeof order): object =>
  Object.fromEntries(Object.entries(order).filter(([key]) => key !== name))

/** What somebody writes on the first day, and the sentence that mends it. */
const slips: [string, unknown, string][] = [
  ['nothing at all', undefined, 'definition: must be an object'],
  ['no version', without('version'), 'version: is missing; start with "1.0.0"'],
  ['a plain object for the schema', { ...order, schema: { id: 'string' } }, 'schema: must be z.object({ … })'],
  [
    'a misspelt member',
    { ...without('operations'), operatons: {} },
    'operatons: is not known here; did you mean operations?',
  ],
  [
    'a misspelt member of an operation',
    { ...order, operations: { ...order.operations, place: { input: byId, transitions: {} } } },
    'operations.place.transitions: is not known here; did you mean transition?',
  ],
  [
    'a route without its method',
    {
      ...order,
      surfaces: {
        ...order.surfaces,
        api: { basePath: '/orders', routes: { ...order.surfaces.api.routes, get: '/:id' } },
      },
    },
    'surfaces.api.routes.get: "/:id" is not a method; write one of GET, POST, PUT, PATCH, DELETE before the path',
  ],
  ['no authority', without('authority'), 'authority: must be an object: operation name to who may call it'],
  [
    'authority for a misspelt operation',
    { ...order, authority: { create: 'public', gett: 'public', get: 'public', place: 'public' } },
    'authority.gett: is not an operation; did you mean get?',
  ],
  [
    'a misspelt state',
    { ...order, states: { ...order.states, transitions: { draft: { place: 'palced' }, placed: {} } } },
    'states.transitions.draft.place: "palced" is not a state; the schema knows draft, placed',
  ],
  [
    'an index on a misspelt field',
    { ...order, surfaces: { ...order.surfaces, db: { table: 'orders', indexes: ['totl'] } } },
    'surfaces.db.indexes.0.0: "totl" is not a field of the schema; did you mean total?',
  ],
  [
    'the state among the inputs',
    { ...order, operations: { ...order.operations, create: { input: Order.omit({ id: true }) } } },
    'operations.create.input.status: is set by the transition; a caller who could send it would bypass the state machine',
  ],
  [
    'a rewriting schema',
    { ...order, schema: z.object({ ...Order.shape, note: z.string().trim() }) },
    'schema.note: JSON Schema cannot say a rewriting check such as trim(); validate here and rewrite in the handler',
  ],
  [
    'a base path without its slash',
    { ...order, surfaces: { api: { basePath: 'orders', routes: {} } } },
    'surfaces.api.basePath: must start with a slash',
  ],
  [
    'a transition without states',
    without('states'),
    'operations.place.transition: the contract has no states; add `states` or remove it',
  ],
]

describe('a contract as a newcomer writes it', () => {
  it('is accepted as the specification spells it', () => {
    expect(refusal(order)).toBe('accepted')
  })

  it.each(slips)('is refused with the mend: %s', (_title, definition, expected) => {
    expect(refusal(definition)).toContain(expected)
  })
})

describe('the spellings of a definition', () => {
  const made = defineContract({
    name: 'note',
    version: '1.0.0',
    description: 'A note.',
    schema: z.object({ id: z.string(), author: z.string(), text: z.string() }),
    operations: {
      create: { input: z.object({ text: z.string() }), emits: ['note.created'] },
      touch: {},
    },
    surfaces: {
      api: { basePath: '/', routes: { create: 'POST /notes' } },
      db: { table: 'notes', indexes: ['author', ['author', 'text'], { fields: ['text'], unique: true }] },
    },
    authority: { create: { requires: 'authenticated' }, touch: 'internal' },
    compat: { renames: { body: 'text' } },
  })

  it('authority may stand in an object', () => expect(made.ops.create.authority).toBe('authenticated'))

  it('an index may be a field, a list of fields, or an object', () => {
    expect(made.db?.indexes).toEqual([
      { fields: ['author'], unique: false },
      { fields: ['author', 'text'], unique: false },
      { fields: ['text'], unique: true },
    ])
  })

  it('without events of its own a contract emits the entity', () => {
    expect(made.events['note.created']).toBe(made.schema)
  })

  it('an entity may have no life cycle: creating it leaves no state', () => {
    expect(made.states).toBeUndefined()
    expect(made.operations.create.transition).toBeUndefined()
  })

  it('a rename must lead from a name that is gone to one that is there', () => {
    const base = { ...order, compat: { renames: { sum: 'totl', total: 'total' } } }
    expect(refusal(base)).toContain('compat.renames.sum: "totl" is not a field of the schema; did you mean total?')
    expect(refusal(base)).toContain('compat.renames.total: is still a field of the schema')
  })
})
