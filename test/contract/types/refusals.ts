import { defineContract, endpoint } from '@signet/contracts'
import * as z from 'zod'

/** Each `@ts-expect-error` marks a line that the types must refuse; `tsc -b` fails if it compiles. */

const schema = z.object({ id: z.string(), state: z.enum(['open', 'closed']), note: z.string() })
const byId = z.object({ id: z.string() })
const operations = {
  create: { kind: 'create', input: z.object({ note: z.string() }) },
  close: { input: byId, transition: { from: 'open', to: 'closed' } },
  sweep: {},
} as const
const states = {
  field: 'state',
  initial: 'open',
  terminal: ['closed'],
  transitions: { open: { close: 'closed' }, closed: {} },
} as const
const routes = { create: 'POST /tickets', close: 'POST /tickets/:id/close' } as const
const surfaces = { api: { basePath: '/v1', routes }, db: { table: 'tickets', indexes: [['state', 'note']] } } as const
const authority = { create: 'public', close: 'authenticated', sweep: 'internal' } as const
const identity = { name: 'ticket', version: '1.0.0', description: 'A ticket.', schema } as const
const behavior = { operations, states, surfaces, authority } as const

/** A valid definition. Each refusal below breaks it in one place. */
export const ticket = () => defineContract({ ...identity, ...behavior })

export const refusals = [
  // 1. A transition into an unknown state.
  () =>
    defineContract({
      ...identity,
      ...behavior,
      states: { field: 'state', initial: 'open' },
      // @ts-expect-error
      operations: { ...operations, close: { input: byId, transition: { from: 'open', to: 'shut' } } },
    }),
  // 2. An operation without authority.
  () =>
    defineContract({
      ...identity,
      ...behavior,
      // @ts-expect-error
      authority: { create: 'public', sweep: 'internal' },
    }),
  // 3. A path parameter that the input lacks.
  () =>
    defineContract({
      ...identity,
      ...behavior,
      surfaces: {
        db: surfaces.db,
        // @ts-expect-error
        api: { basePath: '/v1', routes: { create: 'POST /tickets', close: 'POST /tickets/:ticket/close' } },
      },
    }),
  // 4. A state that the table lacks.
  () =>
    defineContract({
      ...identity,
      ...behavior,
      // @ts-expect-error
      states: { field: 'state', initial: 'open', transitions: { open: { close: 'closed' } } },
    }),
  // 5. An unknown operation in the table.
  () =>
    defineContract({
      ...identity,
      ...behavior,
      states: {
        field: 'state',
        initial: 'open',
        // @ts-expect-error
        transitions: { open: { shut: 'closed' }, closed: {} },
      },
    }),
  // 6. An index on an unknown field.
  () =>
    defineContract({
      ...identity,
      ...behavior,
      surfaces: {
        api: surfaces.api,
        // @ts-expect-error
        db: { table: 'tickets', indexes: [['state', 'color']] },
      },
    }),
  // 7. An initial state that the enum lacks.
  () =>
    defineContract({
      ...identity,
      ...behavior,
      // @ts-expect-error
      states: { ...states, initial: 'new' },
    }),
  // 8. An event that is not declared.
  () =>
    defineContract({
      ...identity,
      ...behavior,
      events: { closed: byId },
      // @ts-expect-error
      operations: { ...operations, close: { ...operations.close, emits: ['shut'] } },
    }),
  // 9. A version that is not major.minor.patch.
  () =>
    defineContract({
      ...identity,
      ...behavior,
      // @ts-expect-error
      version: '1.0',
    }),
  // 10a. A routed operation that claims to be internal.
  () =>
    defineContract({
      ...identity,
      ...behavior,
      // @ts-expect-error
      authority: { ...authority, close: 'internal' },
    }),
  // 10b. An operation without a route that claims to be public.
  () =>
    defineContract({
      ...identity,
      ...behavior,
      // @ts-expect-error
      authority: { ...authority, sweep: 'public' },
    }),
  // 11. A route for an operation that does not exist.
  () =>
    defineContract({
      ...identity,
      ...behavior,
      surfaces: {
        db: surfaces.db,
        // @ts-expect-error
        api: { basePath: '/v1', routes: { ...routes, reopen: 'POST /tickets/:id/reopen' } },
      },
    }),
  // 12. A state field that the schema lacks.
  () =>
    defineContract({
      ...identity,
      ...behavior,
      // @ts-expect-error
      states: { field: 'status', initial: 'open' },
    }),
]

const validEndpoint = {
  name: 'x',
  description: 'X.',
  authority: 'public',
  responses: { 200: { description: 'OK.' } },
} as const

export const endpointRefusals = [
  // @ts-expect-error a route parameter that request.params lacks
  () => endpoint({ ...validEndpoint, route: 'GET /a/:id' }),
  // @ts-expect-error a parameter that the route lacks
  () => endpoint({ ...validEndpoint, route: 'GET /a', request: { params: byId } }),
  // @ts-expect-error not a method
  () => endpoint({ ...validEndpoint, route: 'FETCH /a' }),
  // @ts-expect-error an unknown code without a status
  () => endpoint({ ...validEndpoint, route: 'GET /a', errors: ['no_such_code'] }),
  // @ts-expect-error not an authority
  () => endpoint({ ...validEndpoint, route: 'GET /a', authority: 'everybody' }),
]
