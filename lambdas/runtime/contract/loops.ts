import { endpoint } from '@signet/contracts'
import { RECEIPT_CONFLICT } from '@signet/receipts/access'
import { LoopInput, LoopView, TickBody } from '@signet/runtime-schemas/loop'
import * as z from 'zod'
import { namespaceHeaders, OUT_OF_SCOPE } from './namespace-header.ts'
import { PAID_RUN_ERRORS } from './paid-run.ts'
import { BODY_BYTES, RUNTIME_RATE } from './rates.ts'
import { DESCRIBED_TOOL, TOOL_SCHEMAS } from './tool-schema.ts'

const tags = ['loops']

const common = { tags, authority: 'scope:runtime:read', rate: RUNTIME_RATE } as const

const params = z.strictObject({ id: z.uuid().describe('Id of an interview') })

const SCRIPT_INVALID = {
  code: 'script_invalid',
  status: 400,
  description: 'The script has errors: `errors[]` has field, code, message, line, column, length and a hint.',
} as const

export const startLoop = endpoint({
  ...common,
  name: 'startLoop',
  summary: 'Begin an interview',
  description:
    'An interview asks the next best question, takes answers, reads again, and ends when nothing that is still open weighs over 5 percent, or with its budget. At its end the reading is kept, signed and remembered. Nobody answering for 30 minutes ends it, too; `resume` takes up its answers.',
  route: 'POST /agents/loop',
  request: { headers: namespaceHeaders, body: LoopInput, maxBodyBytes: BODY_BYTES },
  responses: { 201: { description: 'The interview', schema: LoopView } },
  errors: [
    SCRIPT_INVALID,
    { code: 'unknown_role', status: 400, description: 'There is no such role; `roles` has all.' },
    OUT_OF_SCOPE,
    'not_found',
    { code: 'unknown_spread', status: 404, description: 'There is no spread of this name; `spreads` lists them.' },
    { code: 'loop_not_expired', status: 409, description: 'Only an expired interview is taken up.' },
    'unavailable',
  ],
})

export const listLoopTools = endpoint({
  ...common,
  name: 'listLoopTools',
  summary: 'Tools of interviews',
  description: 'The tools that a tick may name, with the schemas of their arguments and results.',
  route: 'GET /agents/loop/tools',
  responses: {
    200: {
      description: 'All of them, by name',
      schema: z
        .object({
          tools: z.array(z.object({ ...DESCRIBED_TOOL, needs_approval: z.boolean(), ...TOOL_SCHEMAS })),
        })
        .meta({ id: 'LoopTools' }),
    },
  },
  errors: ['unavailable'],
})

export const getLoop = endpoint({
  ...common,
  name: 'getLoop',
  summary: 'An interview',
  description: 'Where an interview of the namespace is. It is kept for seven days.',
  route: 'GET /agents/loop/:id',
  request: { params, headers: namespaceHeaders },
  responses: { 200: { description: 'The interview', schema: LoopView } },
  errors: ['not_found', 'unavailable'],
})

export const tickLoop = endpoint({
  ...common,
  name: 'tickLoop',
  summary: 'Go on with an interview',
  description:
    'One step: takes answers and at most one tool, reads again, and asks the next best question. Of two steps at once one is taken. The tool scaffold waits for `approve`, and needs `runtime:run` and a paid plan.',
  route: 'POST /agents/loop/:id/tick',
  request: { params, headers: namespaceHeaders, body: TickBody, maxBodyBytes: BODY_BYTES },
  responses: { 200: { description: 'The interview behind the step', schema: LoopView } },
  errors: [
    SCRIPT_INVALID,
    ...PAID_RUN_ERRORS,
    'not_found',
    RECEIPT_CONFLICT,
    { code: 'loop_ended', status: 409, description: 'The interview has ended; `state` says how.' },
    { code: 'tick_conflict', status: 409, description: 'Another step was quicker; `tick` is the present one.' },
    { code: 'answer_invalid', status: 422, description: 'An answer does not fit; `fact` names it.' },
    'unavailable',
  ],
})

export const streamLoop = endpoint({
  ...common,
  name: 'streamLoop',
  summary: 'Events of an interview',
  description:
    'Server-sent events: `id` counts from 1, `event` is the type, `data` is JSON with loop, seq, tick, at and what the type tells. `Last-Event-ID`, or `after`, resumes behind an event. A comment comes every 15 seconds; the stream ends with the interview, 60 seconds after it began to wait, and with `reconnect` after 14 minutes.',
  route: 'GET /agents/loop/:id/stream',
  request: {
    params,
    query: z.strictObject({ after: z.int().min(0).optional().describe('The last event that was seen') }),
    headers: namespaceHeaders.extend({
      'last-event-id': z
        .string()
        .regex(/^\d{1,9}$/, 'must be the id of an event')
        .optional()
        .describe('Sent by browsers when they come again; it counts before `after`'),
    }),
  },
  responses: {
    200: {
      description: 'Events',
      schema: z
        .object({ loop: z.string(), seq: z.int(), tick: z.int(), at: z.iso.datetime() })
        .meta({ id: 'LoopEvent' }),
      mediaTypes: ['text/event-stream'],
      stream: true,
    },
    204: { description: 'The interview has ended, and all its events were seen: do not come again' },
  },
  errors: [
    { code: 'event_unknown', status: 400, description: 'No event has this number yet; `newest` is the last.' },
    'not_found',
    'unavailable',
  ],
})
