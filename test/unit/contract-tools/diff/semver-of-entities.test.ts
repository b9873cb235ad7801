import { describe } from 'vitest'
import * as z from 'zod'
import { inBoth, judges, type Row, ticket } from './sample-versions.ts'

const text = z.string()
const object = (shape: z.ZodRawShape) => z.object(shape)

const machine = (transitions: object, more: object = {}) => ({ field: 'state', initial: 'open', transitions, ...more })
const reopened = {
  operations: { reopen: { input: object({ id: text }) } },
  routes: { reopen: 'POST /tickets/:id/reopen' },
  authority: { reopen: 'public' },
}
const three = { state: z.enum(['open', 'held', 'closed']) }
const threeOpen = { state: z.enum(['open', 'held', 'closed']).meta({ 'x-open': true }) }
const twoOpen = { state: z.enum(['open', 'closed']).meta({ 'x-open': true }) }
const cyclic = machine({ open: { close: 'held' }, held: { close: 'closed' }, closed: {} })
/** Every state can be reached from every other. */
const loop = (initial: string) =>
  machine({ open: { close: 'held' }, held: { close: 'closed' }, closed: { close: 'open' } }, { initial })

const life: readonly Row[] = [
  [
    'a state',
    ticket(),
    ticket({ fields: three, states: cyclic }),
    ['major response-enum-member-added', 'major state-added', 'major edge-target-changed'],
  ],
  [
    'a state of an open enum',
    ticket({ fields: twoOpen }),
    ticket({
      fields: threeOpen,
      states: machine({ open: { close: 'closed', hold: 'held' }, held: { close: 'closed' }, closed: {} }),
      operations: { hold: { input: object({ id: text }) } },
      routes: { hold: 'POST /tickets/:id/hold' },
      authority: { hold: 'public' },
    }),
    ['minor operation-added', 'minor state-added', 'minor edge-added', 'minor response-enum-member-added'],
  ],
  [
    'no state',
    ticket({ fields: three, states: cyclic }),
    ticket(),
    ['major state-removed', 'major edge-target-changed', 'minor response-enum-member-removed'],
  ],
  [
    'an edge',
    ticket({ ...reopened, states: machine({ open: { close: 'closed', reopen: 'open' }, closed: {} }) }),
    ticket({ ...reopened, states: machine({ open: { close: 'closed', reopen: 'open' }, closed: { reopen: 'open' } }) }),
    ['minor edge-added', 'major terminal-removed'],
  ],
  [
    'no edge',
    ticket({ ...reopened, states: machine({ open: { close: 'closed', reopen: 'open' }, closed: { reopen: 'open' } }) }),
    ticket({ ...reopened, states: machine({ open: { close: 'closed' }, closed: { reopen: 'open' } }) }),
    ['major edge-removed'],
  ],
  [
    'another target',
    ticket({ fields: three, states: cyclic }),
    ticket({
      fields: three,
      states: machine({ open: { close: 'held' }, held: { close: 'open', end: 'closed' }, closed: {} }),
      operations: { end: { input: object({ id: text }) } },
      routes: { end: 'POST /tickets/:id/end' },
      authority: { end: 'public' },
    }),
    ['major edge-target-changed', 'minor edge-added', 'minor operation-added'],
  ],
  [
    'another start',
    ticket({ fields: three, states: loop('open') }),
    ticket({ fields: three, states: loop('held') }),
    ['major initial-state-changed'],
  ],
]

const opened = (shape: z.ZodRawShape, more: Readonly<Record<string, z.ZodType>> = {}) =>
  ticket({ events: { opened: object(shape), ...more } })
const table = (indexes: readonly unknown[], more: object = {}) =>
  ticket({ db: { table: 'tickets', key: ['id'], indexes, ...more } })
const rule = { id: 'titled', message: 'has a title', holds: () => true }

const rest: readonly Row[] = [
  ['an event', opened({ id: text }), opened({ id: text }, { gone: object({ id: text }) }), ['minor event-added']],
  ['no event', opened({ id: text }, { gone: object({ id: text }) }), opened({ id: text }), ['major event-removed']],
  ['a field of an event', opened({ id: text }), opened({ id: text, at: text }), ['minor event-field-added']],
  ['no field of an event', opened({ id: text, at: text }), opened({ id: text }), ['major event-field-removed']],
  ['an event at an operation', ticket(), ticket({ close: { emits: ['opened'] } }), ['minor emission-added']],
  ['no event at an operation', ticket({ close: { emits: ['opened'] } }), ticket(), ['major emission-removed']],
  ['an index', table([['state']]), table([['state'], ['title']]), ['patch index-added']],
  ['no index', table([['state'], ['title']]), table([['state']]), ['minor index-removed']],
  [
    'a unique index',
    table([['state']]),
    table([['state'], { fields: ['title'], unique: true }]),
    ['major unique-index-added'],
  ],
  [
    'an index that becomes unique',
    table([['title']]),
    table([{ fields: ['title'], unique: true }]),
    ['major unique-index-added'],
  ],
  [
    'an index that stays, not unique',
    table([{ fields: ['title'], unique: true }]),
    table([['title']]),
    ['minor unique-index-dropped'],
  ],
  ['another key', table([]), table([], { key: ['title'] }), ['major key-changed']],
  ['another table', table([]), table([], { table: 'tasks' }), ['major table-changed']],
  ['an invariant', ticket(), ticket({ invariants: [rule] }), ['minor invariant-added']],
  ['no invariant', ticket({ invariants: [rule] }), ticket(), ['major invariant-removed']],
  [
    'a name for a field',
    ticket({ fields: { note: text } }),
    ticket({ fields: { remark: text }, renames: { note: 'remark' } }),
    ['major response-field-renamed', 'patch renames-changed'],
  ],
  ['a description', ticket(), ticket({ description: 'Other words.' }), ['patch description-changed']],
  ['an example', ...inBoth(text, text.meta({ examples: ['a'] })).response, ['patch response-description-changed']],
  ['a deprecation', ...inBoth(text, text.meta({ deprecated: true })).request, ['minor request-deprecation-changed']],
]

describe('semver rules for entities', () => {
  judges({ life, rest })
})
