import { endpoint } from '@signet/contracts'
import { RECEIPT_CONFLICT } from '@signet/receipts/access'
import { LoopInput, LoopView, TickBody } from '@signet/runtime-schemas/loop'
import * as z from 'zod'
import { lookupHeaders, namespaceHeaders, OUT_OF_SCOPE } from './namespace-header.ts'
import { PAID_RUN_ERRORS } from './paid-run.ts'
import { BODY_BYTES, RUNTIME_RATE } from './rates.ts'
import { DESCRIBED_TOOL, TOOL_SCHEMAS } from './tool-schema.ts'

const tags = ['loops']

const common = { tags, authority: 'scope:runtime:read', rate: RUNTIME_RATE } as const

const params = z.strictObject({ id: z.uuid().describe('ID of the interview') })

const SCRIPT_INVALID = {
  code: 'script_invalid',
  status: 400,
  description:
    'The script has errors; each entry of `errors` has `field`, `code`, `message`, `line`, `column`, `length` and `hint`.',
} as const

export const startLoop = endpoint({
  ...common,
  name: 'startLoop',
  summary: 'Start an interview',
  description:
    'Starts an interview. In each step, the interview accepts answers, recomputes the reading (a report compiled from expert advice) and asks the best next question. The interview ends when no open question affects more than 5% of the result, or when its budget is used up. The final reading is signed and stored, and later readings of the same querent (project or team) can use its answers. An interview expires after 30 minutes without an answer. `resume` starts a new interview with the answers of the expired one.',
  route: 'POST /agents/loop',
  request: { headers: namespaceHeaders, body: LoopInput, maxBodyBytes: BODY_BYTES },
  responses: { 201: { description: 'The interview', schema: LoopView } },
  errors: [
    SCRIPT_INVALID,
    { code: 'unknown_role', status: 400, description: 'The role does not exist; `roles` lists the valid roles.' },
    OUT_OF_SCOPE,
    'not_found',
    {
      code: 'unknown_spread',
      status: 404,
      description: 'The spread does not exist; `spreads` lists the valid names.',
    },
    {
      code: 'loop_not_expired',
      status: 409,
      description: 'The interview in `resume` has not expired. Only an expired interview can be resumed.',
    },
    'unavailable',
  ],
})

export const listLoopTools = endpoint({
  ...common,
  name: 'listLoopTools',
  summary: 'List interview tools',
  description: 'Returns the tools that an interview step can call, with the schemas of their arguments and results.',
  route: 'GET /agents/loop/tools',
  responses: {
    200: {
      description: 'The tools, sorted by name',
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
  description:
    'Returns the state of an interview of the API key or its querents. Interviews are retained for seven days.',
  route: 'GET /agents/loop/:id',
  request: { params, headers: lookupHeaders },
  responses: { 200: { description: 'The interview', schema: LoopView } },
  errors: ['not_found', 'unavailable'],
})

export const tickLoop = endpoint({
  ...common,
  name: 'tickLoop',
  summary: 'Advance an interview',
  description:
    'Performs one step: accepts answers and at most one tool call, recomputes the reading (a report compiled from expert advice), and asks the best next question. Of two concurrent steps, one succeeds and the other returns 409. The `scaffold` tool runs only after it is approved with `approve`, and requires `runtime:run` and a paid plan.',
  route: 'POST /agents/loop/:id/tick',
  request: { params, headers: lookupHeaders, body: TickBody, maxBodyBytes: BODY_BYTES },
  responses: { 200: { description: 'The interview after the step', schema: LoopView } },
  errors: [
    SCRIPT_INVALID,
    ...PAID_RUN_ERRORS,
    'not_found',
    RECEIPT_CONFLICT,
    {
      code: 'loop_ended',
      status: 409,
      description: 'The interview has ended; `state` is its final state. Start a new interview.',
    },
    {
      code: 'tick_conflict',
      status: 409,
      description:
        'Another step was processed first; `tick` is the current step number. Get the interview and try again.',
    },
    {
      code: 'answer_invalid',
      status: 422,
      description: 'An answer has an invalid value; `fact` is the name of its fact.',
    },
    'unavailable',
  ],
})

export const streamLoop = endpoint({
  ...common,
  name: 'streamLoop',
  summary: 'Stream interview events',
  description:
    'Returns server-sent events. `id` counts from 1, `event` is the event type, and `data` is JSON with `loop`, `seq`, `tick`, `at` and the fields of the event type. To resume after an event, send `Last-Event-ID` or `after`. A comment is sent every 15 seconds. The stream ends when the interview ends, or 60 seconds after the interview starts to wait for an answer. After 14 minutes, the stream ends with a `reconnect` event.',
  route: 'GET /agents/loop/:id/stream',
  request: {
    params,
    query: z.strictObject({ after: z.int().min(0).optional().describe('Number of the last received event') }),
    headers: lookupHeaders.extend({
      'last-event-id': z
        .string()
        .regex(/^\d{1,9}$/, 'must be the ID of an event')
        .optional()
        .describe(
          'Number of the last received event, which browsers send when they reconnect; takes precedence over `after`',
        ),
    }),
  },
  responses: {
    200: {
      description: 'The event stream',
      schema: z
        .object({ loop: z.string(), seq: z.int(), tick: z.int(), at: z.iso.datetime() })
        .meta({ id: 'LoopEvent' }),
      mediaTypes: ['text/event-stream'],
      stream: true,
    },
    204: { description: 'The interview has ended and all events were received. Do not reconnect.' },
  },
  errors: [
    {
      code: 'event_unknown',
      status: 400,
      description:
        'The event in `after` or `Last-Event-ID` does not exist yet; `newest` is the number of the newest event.',
    },
    'not_found',
    'unavailable',
  ],
})
