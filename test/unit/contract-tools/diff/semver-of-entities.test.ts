import { describe } from 'vitest'
import * as z from 'zod'
import { fieldInBoth, testVersionPairs, ticket, type VersionPair } from './sample-versions.ts'

const text = z.string()
const object = (shape: z.ZodRawShape) => z.object(shape)

const machine = (transitions: object, more: object = {}) => ({ field: 'state', initial: 'open', transitions, ...more })
const reopened = {
  operations: { reopen: { input: object({ id: text }) } },
  routes: { reopen: 'POST /tickets/:id/reopen' },
  authority: { reopen: 'public' },
}
const threeStates = { state: z.enum(['open', 'held', 'closed']) }
const openThreeStates = { state: z.enum(['open', 'held', 'closed']).meta({ 'x-open': true }) }
const openTwoStates = { state: z.enum(['open', 'closed']).meta({ 'x-open': true }) }
const cyclic = machine({ open: { close: 'held' }, held: { close: 'closed' }, closed: {} })
/** Every state can be reached from every other. */
const loop = (initial: string) =>
  machine({ open: { close: 'held' }, held: { close: 'closed' }, closed: { close: 'open' } }, { initial })

const lifeCycle: readonly VersionPair[] = [
  [
    'an added state',
    ticket(),
    ticket({ fields: threeStates, states: cyclic }),
    ['major response-enum-member-added', 'major state-added', 'major edge-target-changed'],
  ],
  [
    'an added state of an open enum',
    ticket({ fields: openTwoStates }),
    ticket({
      fields: openThreeStates,
      states: machine({ open: { close: 'closed', hold: 'held' }, held: { close: 'closed' }, closed: {} }),
      operations: { hold: { input: object({ id: text }) } },
      routes: { hold: 'POST /tickets/:id/hold' },
      authority: { hold: 'public' },
    }),
    ['minor operation-added', 'minor state-added', 'minor edge-added', 'minor response-enum-member-added'],
  ],
  [
    'a removed state',
    ticket({ fields: threeStates, states: cyclic }),
    ticket(),
    ['major state-removed', 'major edge-target-changed', 'minor response-enum-member-removed'],
  ],
  [
    'an added edge',
    ticket({ ...reopened, states: machine({ open: { close: 'closed', reopen: 'open' }, closed: {} }) }),
    ticket({ ...reopened, states: machine({ open: { close: 'closed', reopen: 'open' }, closed: { reopen: 'open' } }) }),
    ['minor edge-added', 'major terminal-removed'],
  ],
  [
    'a removed edge',
    ticket({ ...reopened, states: machine({ open: { close: 'closed', reopen: 'open' }, closed: { reopen: 'open' } }) }),
    ticket({ ...reopened, states: machine({ open: { close: 'closed' }, closed: { reopen: 'open' } }) }),
    ['major edge-removed'],
  ],
  [
    'a changed target',
    ticket({ fields: threeStates, states: cyclic }),
    ticket({
      fields: threeStates,
      states: machine({ open: { close: 'held' }, held: { close: 'open', end: 'closed' }, closed: {} }),
      operations: { end: { input: object({ id: text }) } },
      routes: { end: 'POST /tickets/:id/end' },
      authority: { end: 'public' },
    }),
    ['major edge-target-changed', 'minor edge-added', 'minor operation-added'],
  ],
  [
    'a changed initial state',
    ticket({ fields: threeStates, states: loop('open') }),
    ticket({ fields: threeStates, states: loop('held') }),
    ['major initial-state-changed'],
  ],
]

const opened = (shape: z.ZodRawShape, more: Readonly<Record<string, z.ZodType>> = {}) =>
  ticket({ events: { opened: object(shape), ...more } })
const table = (indexes: readonly unknown[], more: object = {}) =>
  ticket({ db: { table: 'tickets', key: ['id'], indexes, ...more } })
const rule = { id: 'titled', message: 'has a title', holds: () => true }

const storage: readonly VersionPair[] = [
  ['an added event', opened({ id: text }), opened({ id: text }, { gone: object({ id: text }) }), ['minor event-added']],
  [
    'a removed event',
    opened({ id: text }, { gone: object({ id: text }) }),
    opened({ id: text }),
    ['major event-removed'],
  ],
  ['an added event field', opened({ id: text }), opened({ id: text, at: text }), ['minor event-field-added']],
  ['a removed event field', opened({ id: text, at: text }), opened({ id: text }), ['major event-field-removed']],
  ['an added emission', ticket(), ticket({ close: { emits: ['opened'] } }), ['minor emission-added']],
  ['a removed emission', ticket({ close: { emits: ['opened'] } }), ticket(), ['major emission-removed']],
  ['an added index', table([['state']]), table([['state'], ['title']]), ['patch index-added']],
  ['a removed index', table([['state'], ['title']]), table([['state']]), ['minor index-removed']],
  [
    'an added unique index',
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
    'an index that is no longer unique',
    table([{ fields: ['title'], unique: true }]),
    table([['title']]),
    ['minor unique-index-dropped'],
  ],
  ['a changed key', table([]), table([], { key: ['title'] }), ['major key-changed']],
  ['a changed table', table([]), table([], { table: 'tasks' }), ['major table-changed']],
  ['an added invariant', ticket(), ticket({ invariants: [rule] }), ['minor invariant-added']],
  ['a removed invariant', ticket({ invariants: [rule] }), ticket(), ['major invariant-removed']],
  [
    'a renamed field',
    ticket({ fields: { note: text } }),
    ticket({ fields: { remark: text }, renames: { note: 'remark' } }),
    ['major response-field-renamed', 'patch renames-changed'],
  ],
  ['a changed description', ticket(), ticket({ description: 'Other words.' }), ['patch description-changed']],
  [
    'an added example',
    ...fieldInBoth(text, text.meta({ examples: ['a'] })).response,
    ['patch response-description-changed'],
  ],
  [
    'an added deprecation',
    ...fieldInBoth(text, text.meta({ deprecated: true })).request,
    ['minor request-deprecation-changed'],
  ],
]

describe('semver rules for entities', () => {
  testVersionPairs({ life: lifeCycle, rest: storage })
})
