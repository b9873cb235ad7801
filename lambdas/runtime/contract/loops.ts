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
  summary: 'Start an interview',
  description:
    'An interview asks the next best question, takes answers and repeats the reading. It ends when no open question weighs more than 5 percent, or when its budget is used up. At its end the reading is stored, signed and remembered. After 30 minutes without an answer, the interview expires; `resume` starts a new one with its answers.',
  route: 'POST /agents/loop',
  request: { headers: namespaceHeaders, body: LoopInput, maxBodyBytes: BODY_BYTES },
  responses: { 201: { description: 'The interview', schema: LoopView } },
  errors: [
    SCRIPT_INVALID,
    { code: 'unknown_role', status: 400, description: 'The role does not exist; `roles` lists all.' },
    OUT_OF_SCOPE,
    'not_found',
    { code: 'unknown_spread', status: 404, description: 'The spread does not exist; `spreads` lists all.' },
    { code: 'loop_not_expired', status: 409, description: 'Only an expired interview can be resumed.' },
    'unavailable',
  ],
})

export const listLoopTools = endpoint({
  ...common,
  name: 'listLoopTools',
  summary: 'List tools of interviews',
  description: 'Returns the tools that a tick may name, with the schemas of their arguments and results.',
  route: 'GET /agents/loop/tools',
  responses: {
    200: {
      description: 'All tools, by name',
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
  summary: 'Get an interview',
  description: 'Returns the state of an interview of the namespace. Interviews are retained for seven days.',
  route: 'GET /agents/loop/:id',
  request: { params, headers: namespaceHeaders },
  responses: { 200: { description: 'The interview', schema: LoopView } },
  errors: ['not_found', 'unavailable'],
})

export const tickLoop = endpoint({
  ...common,
  name: 'tickLoop',
  summary: 'Advance an interview',
  description:
    'Takes one step: accepts answers and at most one tool call, repeats the reading, and asks the next best question. Of two concurrent steps, one succeeds. The tool scaffold waits for `approve`, and requires `runtime:run` and a paid plan.',
  route: 'POST /agents/loop/:id/tick',
  request: { params, headers: namespaceHeaders, body: TickBody, maxBodyBytes: BODY_BYTES },
  responses: { 200: { description: 'The interview after the step', schema: LoopView } },
  errors: [
    SCRIPT_INVALID,
    ...PAID_RUN_ERRORS,
    'not_found',
    RECEIPT_CONFLICT,
    { code: 'loop_ended', status: 409, description: 'The interview has ended; `state` says how.' },
    {
      code: 'tick_conflict',
      status: 409,
      description: 'A concurrent step was taken first; `tick` is the current one.',
    },
    { code: 'answer_invalid', status: 422, description: 'An answer is invalid for its fact; `fact` names it.' },
    'unavailable',
  ],
})

export const streamLoop = endpoint({
  ...common,
  name: 'streamLoop',
  summary: 'Stream events of an interview',
  description:
    'Server-sent events: `id` counts from 1, `event` is the type, `data` is JSON with loop, seq, tick, at and the members of the type. `Last-Event-ID` or `after` resumes after an event. A comment is sent every 15 seconds. The stream ends with the interview, 60 seconds after it starts to wait for an answer, and with `reconnect` after 14 minutes.',
  route: 'GET /agents/loop/:id/stream',
  request: {
    params,
    query: z.strictObject({ after: z.int().min(0).optional().describe('Number of the last event received') }),
    headers: namespaceHeaders.extend({
      'last-event-id': z
        .string()
        .regex(/^\d{1,9}$/, 'must be the id of an event')
        .optional()
        .describe('Sent by browsers on reconnection; takes precedence over `after`'),
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
    204: { description: 'The interview has ended and all events were received: do not reconnect' },
  },
  errors: [
    { code: 'event_unknown', status: 400, description: 'The event does not exist yet; `newest` is the last.' },
    'not_found',
    'unavailable',
  ],
})
