import { ContractError, defineContract } from '@signet/contracts'
import { irOf } from '@signet/contracts/ir'
import { describe, expect, it } from 'vitest'
import * as z from 'zod'

const Order = z.object({ id: z.uuid(), status: z.enum(['draft', 'placed']), total: z.int().min(0) })
const byId = z.object({ id: z.uuid() })
const order = {
  name: 'order',
  version: '1.0.0',
  description: 'An order of a customer.',
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

/** Returns the message for an author of the definition in plain JavaScript. */
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

/** Typical mistakes of a beginner, with the message that explains the fix. */
const mistakes: [string, unknown, string][] = [
  ['nothing at all', undefined, 'definition: must be an object'],
  ['no version', without('version'), 'version: is missing; start with "1.0.0"'],
  ['a plain object for the schema', { ...order, schema: { id: 'string' } }, 'schema: must be z.object({ … })'],
  [
    'a misspelled field',
    { ...without('operations'), operatons: {} },
    'operatons: is not a member; did you mean operations?',
  ],
  [
    'a misspelled field of an operation',
    { ...order, operations: { ...order.operations, place: { input: byId, transitions: {} } } },
    'operations.place.transitions: is not a member; did you mean transition?',
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
  ['no authority', without('authority'), 'authority: must be an object: operation name to its authority'],
  [
    'an authority for a misspelled operation',
    { ...order, authority: { create: 'public', gett: 'public', get: 'public', place: 'public' } },
    'authority.gett: is not an operation; did you mean get?',
  ],
  [
    'a misspelled state',
    { ...order, states: { ...order.states, transitions: { draft: { place: 'palced' }, placed: {} } } },
    'states.transitions.draft.place: "palced" is not a state; use one of draft, placed',
  ],
  [
    'an index on a misspelled field',
    { ...order, surfaces: { ...order.surfaces, db: { table: 'orders', indexes: ['totl'] } } },
    'surfaces.db.indexes.0.0: "totl" is not a field of the schema; did you mean total?',
  ],
  [
    'the state among the inputs',
    { ...order, operations: { ...order.operations, create: { input: Order.omit({ id: true }) } } },
    'operations.create.input.status: is set by the transition, so callers must not send it',
  ],
  [
    'a rewriting schema',
    { ...order, schema: z.object({ ...Order.shape, note: z.string().trim() }) },
    'schema.note: JSON Schema cannot express a rewriting check such as trim(); validate here and rewrite in the handler',
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

/** Returns `order` with the value at a dotted path replaced. */
const withMember = (path: string, value: unknown): object => {
  const [head = '', ...rest] = path.split('.')
  const change = (target: Readonly<Record<string, unknown>>, name: string, more: readonly string[]): object => {
    const [next, ...others] = more
    const inner = (target[name] ?? {}) as Readonly<Record<string, unknown>>
    return { ...target, [name]: next === undefined ? value : change(inner, next, others) }
  }
  return change(order, head, rest)
}
const schemaWith = (fields: object): object => withMember('schema', z.object({ ...Order.shape, ...fields }))

/** Definitions that TypeScript rejects. Without the checks, each would crash a generator or produce wrong output. */
const untypedMistakes: [string, object, string][] = [
  [
    'an operation with an inherited name',
    withMember('operations.toString', { input: byId }),
    'operations.toString: is a name',
  ],
  ['an authority that is null', withMember('authority.get', null), 'authority.get: must be a word'],
  [
    'a payload that is not a schema',
    withMember('events', { 'order.created': 5 }),
    'events: must be an object: event name to',
  ],
  [
    'an invariant without its function',
    withMember('invariants', [{ id: 'x', message: 'x', holds: 5 }]),
    'invariants: must',
  ],
  [
    'a transition of numbers',
    withMember('operations.place.transition', { from: 1, to: 2 }),
    'transition: must be { from, to }',
  ],
  [
    'a transition row that is null',
    withMember('states.transitions.draft', null),
    'states.transitions: must be an object',
  ],
  [
    'an event without a name',
    withMember('operations.place.emits', ['']),
    'operations.place.emits: must be a list of event names',
  ],
  ['an event twice', withMember('operations.create.emits', ['a', 'a']), 'operations.create.emits: "a" is listed twice'],
  [
    'an error that is null',
    withMember('operations.place.errors', [null]),
    'operations.place.errors: must be a list of error',
  ],
  [
    'an error twice',
    withMember('operations.get.errors', ['gone', 'gone']),
    'operations.get.errors: "gone" is listed twice',
  ],
  [
    'a response without a description',
    withMember('operations.get.responses', { 200: {} }),
    "responses: must be an object: status to 'self'",
  ],
  ['a tag that is not text', withMember('operations.get.tags', [5]), 'operations.get.tags: must be a list of words'],
  [
    'a header name with a space',
    withMember('operations.get.headers', z.object({ 'x foo': z.string() })),
    'lower case, "x-foo"',
  ],
  ['an empty key', withMember('surfaces.db.key', []), 'surfaces.db.key: must be a list of at least one field'],
  ['a field twice in the key', withMember('surfaces.db.key', ['id', 'id']), 'surfaces.db.key: "id" is listed twice'],
  ['the state in the key', withMember('surfaces.db.key', ['id', 'status']), 'surfaces.db.key.1: "status" is the state'],
  [
    'an index without fields',
    withMember('surfaces.db.indexes', [{ field: 'id' }]),
    'surfaces.db.indexes: must be a list',
  ],
  [
    'a misspelled field of compat',
    withMember('compat', { rename: {} }),
    'compat.rename: is not a member; did you mean renames?',
  ],
  [
    'two old names of one field',
    withMember('compat', { renames: { a: 'total', b: 'total' } }),
    'two old fields were renamed to "total"',
  ],
  [
    'a state that may be missing',
    schemaWith({ status: Order.shape.status.optional() }),
    'schema.status: contains the state',
  ],
  ['a state that may be null', schemaWith({ status: Order.shape.status.nullable() }), 'remove .nullable()'],
  [
    'another initial state by default',
    schemaWith({ status: Order.shape.status.default('placed') }),
    'states.initial is "draft"',
  ],
  ['a default that changes', schemaWith({ key: z.uuid().default(() => crypto.randomUUID()) }), 'its default differs'],
  [
    'the current time as a default',
    schemaWith({ at: z.iso.datetime().default(() => new Date().toISOString()) }),
    'schema.at: its default',
  ],
  ['a field that is not a schema', schemaWith({ note: undefined }), 'schema.note: is not a zod schema'],
  [
    'a literal undefined',
    schemaWith({ note: z.literal([undefined, 'a']) }),
    'schema.note: JSON Schema cannot express a literal',
  ],
  ['an invalid schema id', schemaWith({ note: z.object({}).meta({ id: 'a b' }) }), 'schema.note: its id "a b"'],
  ['no operations', { ...order, operations: {} }, 'authority.create: is not an operation; none are defined'],
]

describe('contract of a beginner', () => {
  it('the example of the specification is accepted', () => {
    expect(refusal(order)).toBe('accepted')
  })

  it.each(untypedMistakes)('a definition is refused without types as well: %s', (_title, definition, expected) => {
    expect(refusal(definition)).toContain(expected)
  })

  it('two schemas with one id are refused, with the contract and the id', () => {
    const duplicateIds = {
      a: z.object({ x: z.int() }).meta({ id: 'Twin' }),
      b: z.object({ y: z.int() }).meta({ id: 'Twin' }),
    }
    const contract = defineContract(schemaWith(duplicateIds) as Definition)
    expect(() => irOf(contract)).toThrow(
      'Contract "order" has 1 problem:\n  schemas.Twin: two different schemas have this id',
    )
  })

  it.each(mistakes)('a mistake is refused with its fix: %s', (_title, definition, expected) => {
    expect(refusal(definition)).toContain(expected)
  })
})

describe('variants of a definition', () => {
  const contract = defineContract({
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

  it('an authority may be an object', () => expect(contract.ops.create.authority).toBe('authenticated'))

  it('an index may be a field, a list of fields, or an object', () => {
    expect(contract.db?.indexes).toEqual([
      { fields: ['author'], unique: false },
      { fields: ['author', 'text'], unique: false },
      { fields: ['text'], unique: true },
    ])
  })

  it('a contract without events emits the entity', () => {
    expect(contract.events['note.created']).toBe(contract.schema)
  })

  it('an entity may have no life cycle: its creation has no transition', () => {
    expect(contract.states).toBeUndefined()
    expect(contract.operations.create.transition).toBeUndefined()
  })

  it('a rename must lead from a removed name to an existing one', () => {
    const base = { ...order, compat: { renames: { sum: 'totl', total: 'total' } } }
    expect(refusal(base)).toContain('compat.renames.sum: "totl" is not a field of the schema; did you mean total?')
    expect(refusal(base)).toContain('compat.renames.total: is still a field of the schema')
  })
})
