import { allowedOperations, ContractError, defineContract, transitionCondition } from '@signet/contracts'
import { describe, expect, it } from 'vitest'
import * as z from 'zod'
import { jobs } from '../../support/sample-contract.ts'

const schema = z.object({ id: z.string(), state: z.enum(['open', 'closed']), note: z.string() })
const byId = z.object({ id: z.string() })
const base = {
  name: 'ticket',
  version: '1.0.0',
  description: 'A ticket.',
  schema,
  operations: {
    create: { input: z.object({ note: z.string() }) },
    close: { input: byId, transition: { from: 'open', to: 'closed' } },
  },
  states: {
    field: 'state',
    initial: 'open',
    terminal: ['closed'],
    transitions: { open: { close: 'closed' }, closed: {} },
  },
  surfaces: {
    api: { basePath: '/v1', routes: { create: 'POST /tickets', close: 'POST /tickets/:id/close' } },
    db: { table: 'tickets', indexes: [['state']] },
  },
  authority: { create: 'public', close: 'authenticated' },
}

/** Defines a contract without types, like a plain JavaScript caller. */
const defineUntyped = (change: object) =>
  defineContract({ ...base, ...change } as unknown as Parameters<typeof defineContract>[0])
const problemsOf = (change: object): string[] => {
  try {
    defineUntyped(change)
    return []
  } catch (cause) {
    if (!(cause instanceof ContractError)) throw cause
    return cause.problems.map(({ at, problem }) => `${at}: ${problem}`)
  }
}
const operations = (change: object) => ({ operations: { ...base.operations, ...change } })
const transitions = (table: object, more: object = {}) => ({ states: { ...base.states, transitions: table, ...more } })
const api = (change: object) => ({ surfaces: { ...base.surfaces, api: { ...base.surfaces.api, ...change } } })
const creation = (field: z.ZodType) => operations({ create: { input: z.object({ note: field }) } })
const noTerminal = { terminal: undefined }
const threeStates = z.object({ ...schema.shape, state: z.enum(['open', 'closed', 'lost']) })

const invalidDefinitions: [string, object, string][] = [
  ['bad name', { name: 'Ticket!' }, 'name: "Ticket!" must be camelCase'],
  ['bad version', { version: '1.0' }, 'version: "1.0" is not major.minor.patch'],
  ['state field not an enum', { states: { ...base.states, field: 'note' } }, 'states.field: "note" must be a field'],
  ['unknown initial', { states: { ...base.states, initial: 'new' } }, 'states.initial: "new" is not a state'],
  ['unknown terminal', { states: { ...base.states, terminal: ['done'] } }, 'states.terminal.0: "done" is not a state'],
  [
    'a state missing from the table',
    transitions({ open: { close: 'closed' } }),
    'states.transitions: add the state "closed"',
  ],
  [
    'a state that is not in the enum',
    transitions({ ...base.states.transitions, gone: {} }),
    'states.transitions.gone: "gone" is not a state',
  ],
  [
    'unknown operation',
    transitions({ open: { shut: 'closed' }, closed: {} }),
    'transitions.open.shut: is not an operation',
  ],
  [
    'unknown target',
    transitions({ open: { close: 'shut' }, closed: {} }),
    'transitions.open.close: "shut" is not a state',
  ],
  [
    'creation in the table',
    transitions({ open: { close: 'closed', create: 'open' }, closed: {} }),
    'transitions.open.create: a creation starts from no state',
  ],
  [
    'an operation that disagrees with the table',
    { ...operations({ close: { input: byId, transition: { from: 'open', to: 'open' } } }) },
    'operations.close.transition: declares open -> open, but states.transitions declares open -> closed',
  ],
  [
    'a transition without from',
    operations({ close: { input: byId, transition: { to: 'closed' } } }),
    'operations.close.transition.from: declare the states',
  ],
  [
    'creation with a from',
    operations({ create: { transition: { from: 'open', to: 'open' } } }),
    'operations.create.transition.from: a creation starts from no state',
  ],
  [
    'a creation that ends in another state',
    operations({ create: { transition: { to: 'closed' } } }),
    'operations.create.transition.to: a creation ends in "open"',
  ],
  [
    'unreachable state',
    { schema: threeStates, ...transitions({ open: { close: 'closed' }, closed: {}, lost: {} }, noTerminal) },
    'states.transitions.lost: cannot be reached from "open"',
  ],
  [
    'dead end',
    transitions({ open: { close: 'closed' }, closed: {} }, { terminal: [] }),
    'transitions.closed: has no outgoing transition',
  ],
  [
    'terminal with an exit',
    transitions({ open: { close: 'closed' }, closed: { close: 'open' } }),
    'transitions.closed: is terminal but has an outgoing transition',
  ],
  [
    'endless loop',
    {
      schema: threeStates,
      ...operations({ close: { input: byId }, lose: { input: byId } }),
      authority: { ...base.authority, lose: 'internal' },
      ...transitions({ open: { close: 'closed', lose: 'lost' }, lost: { lose: 'lost' }, closed: {} }),
    },
    'transitions.lost: cannot reach a terminal state (closed)',
  ],
  [
    'state field in the input',
    operations({ create: { input: schema } }),
    'operations.create.input.state: is set by the transition',
  ],
  [
    'transition on GET',
    api({ routes: { ...base.surfaces.api.routes, close: 'GET /tickets/:id/close' } }),
    'surfaces.api.routes.close: changes the state, so its method cannot be GET',
  ],
  ['no authority', { authority: { create: 'public' } }, 'authority.close: declare who may call it'],
  ['routed but internal', { authority: { ...base.authority, close: 'internal' } }, 'authority.close: has a route'],
  [
    'unrouted but public',
    api({ routes: { create: 'POST /tickets' } }),
    'authority.close: has no route, so it must be internal',
  ],
  ['surplus authority', { authority: { ...base.authority, open: 'public' } }, 'authority.open: is not an operation'],
  [
    'unknown authority',
    { authority: { ...base.authority, close: 'friends' } },
    'operations.close.authority: "friends" is not',
  ],
  [
    'bad route',
    api({ routes: { ...base.surfaces.api.routes, close: 'POST tickets' } }),
    'routes.close: the path "tickets" must start with a slash',
  ],
  [
    'parameter without input',
    api({ routes: { ...base.surfaces.api.routes, close: 'POST /tickets/:key/close' } }),
    'operations.close.input: add "key", which the route /v1/tickets/:key/close contains',
  ],
  [
    'two operations on one route',
    api({ routes: { create: 'POST /a', close: 'POST /a' } }),
    'surfaces.api.routes.close: matches the same requests as "create"',
  ],
  [
    'unknown event',
    { ...operations({ create: { emits: ['made'] } }), events: { created: byId } },
    'operations.create.emits.0: add "made" to events, or remove `events`',
  ],
  [
    'unknown code',
    operations({ create: { errors: ['oops'] } }),
    'operations.create.errors.0: "oops" is not a shared code',
  ],
  [
    'list without a shape',
    { ...operations({ list: {} }), authority: { ...base.authority, list: 'internal' } },
    'operations.list.output',
  ],
  [
    'index on an unknown field',
    { surfaces: { ...base.surfaces, db: { table: 't', indexes: [['state', 'color']] } } },
    'surfaces.db.indexes.0.1: "color" is not a field',
  ],
  [
    'key on an unknown field',
    { surfaces: { ...base.surfaces, db: { table: 't', key: ['key'], indexes: [] } } },
    'surfaces.db.key.0: "key" is not a field',
  ],
  ['transform', creation(z.string().transform(Number)), 'create.input.note: JSON Schema cannot express a pipe'],
  ['refine', creation(z.string().refine((a) => a !== 'x')), 'input.note: JSON Schema cannot express a refinement'],
  ['trim', creation(z.string().trim().min(1)), 'input.note: JSON Schema cannot express a rewriting check'],
  ['coerce', creation(z.coerce.number()), 'input.note: JSON Schema cannot express z.coerce'],
  ['bigint', creation(z.bigint()), 'input.note: JSON Schema cannot express a bigint'],
  ['date', creation(z.array(z.date())), 'input.note[]: JSON Schema cannot express a Date'],
  ['map', creation(z.map(z.string(), z.string())), 'input.note: JSON Schema cannot express a Map'],
  ['set', creation(z.set(z.string()).optional()), 'input.note: JSON Schema cannot express a Set'],
  ['custom', creation(z.custom<string>(() => true)), 'input.note: JSON Schema cannot express a custom check'],
]

describe('defineContract', () => {
  it.each(invalidDefinitions)('refuses %s', (_title, change, expected) => {
    expect(problemsOf(change).join('\n')).toContain(expected)
  })

  it('accepts the definition that the refusals are derived from', () => {
    expect(problemsOf({})).toEqual([])
  })

  it("reports all problems at once, with the contract's name", () => {
    const change = { version: 'x', authority: {} }
    expect(problemsOf(change)).toHaveLength(3)
    expect(() => defineUntyped(change)).toThrow(/^Contract "ticket" has 3 problems:\n {2}version: /)
  })

  it('rejects two invariants with one id', () => {
    const rule = { id: 'a', message: 'a', holds: () => true }
    expect(problemsOf({ invariants: [rule, rule] })).toEqual(['invariants: two invariants have the id "a"; rename one'])
  })
})

describe('transitions', () => {
  it('transitions that operations declare result in the same machine as the table', () => {
    const fromTable = defineUntyped(operations({ close: { input: byId } }))
    const fromOperations = defineUntyped({ states: { field: 'state', initial: 'open' } })
    expect(fromOperations.states).toEqual(fromTable.states)
    expect(fromTable.operations.close?.transition).toEqual({ from: ['open'], to: { open: 'closed' } })
  })

  it('a condition lists every state that the operation starts from', () => {
    const { expression, assignment, names, values, to } = transitionCondition(jobs, 'retry', { version: 4 })
    expect({ expression, assignment, names, values, to }).toEqual({
      expression: '#state IN (:from0) AND #version = :version',
      assignment: '#state = :to',
      names: { '#state': 'state', '#version': 'version' },
      values: { ':from0': 'failed', ':to': 'queued', ':version': 4 },
      to: 'queued',
    })
  })

  it('an operation with several targets requires the state and takes the target from it', () => {
    expect(() => transitionCondition(jobs, 'fail')).toThrow('pass { state }')
    expect(transitionCondition(jobs, 'fail', { state: 'encoding' }).to).toBe('failed_encoding')
    const { stateAfter } = transitionCondition(jobs, 'fail', { state: 'queued' })
    expect(['queued', 'encoding', 'completed'].map(stateAfter)).toEqual(['failed', 'failed_encoding', undefined])
  })

  it('an error names the state that does not allow the operation', () => {
    expect(() => transitionCondition(jobs, 'finish', { state: 'queued' })).toThrow(
      'State "queued" does not allow "finish" of contract "job": it starts from encoding',
    )
    expect(() => transitionCondition(jobs, 'get')).toThrow('changes no state')
  })

  it('a creation requires that the entity does not exist', () => {
    const { expression, to, values } = transitionCondition(jobs, 'generate')
    expect({ expression, to, values }).toEqual({
      expression: 'attribute_not_exists(#state)',
      to: 'queued',
      values: { ':to': 'queued' },
    })
  })

  it('allowedOperations lists the operations that a state allows', () => {
    expect(allowedOperations(jobs, 'queued')).toEqual(['fail', 'start'])
    expect(allowedOperations(jobs, 'completed')).toEqual([])
    expect(allowedOperations(jobs, 'unheard')).toEqual([])
  })
})

describe('operations', () => {
  it('operations become endpoints: path parameters from the input, the rest as query or body', () => {
    const { generate, get, list, retry } = jobs.ops
    expect(Object.keys(get.request.params.shape)).toEqual(['id'])
    expect(Object.keys(list.request.query.shape)).toEqual(['state', 'limit'])
    expect([retry.path, retry.method, Object.keys(retry.request.params.shape)]).toEqual([
      '/v2/jobs/:id/retry',
      'POST',
      ['id'],
    ])
    expect(generate.errors.map(({ code }) => code)).toContain('model_locked')
  })

  it('operations return 201, 200 or 204 by kind unless they declare a status', () => {
    const statuses = Object.entries(jobs.ops).map(([name, { responses }]) => [name, Object.keys(responses).join()])
    expect(Object.fromEntries(statuses)).toEqual({
      generate: '201,202',
      get: '200',
      list: '200',
      delete: '204',
      retry: '200',
    })
  })

  it('operations that start from a state can return invalid_transition without declaring it', () => {
    const codes = (name: 'retry' | 'delete') => jobs.ops[name].errors.map(({ code }) => code)
    expect(codes('retry')).toContain('invalid_transition')
    expect(codes('delete')).not.toContain('invalid_transition')
  })
})
