import { endpoint } from '@signet/contracts'
import { AgentRun, Bootstrap, RoleMemory } from '@signet/readings/consult-schemas'
import { RECEIPT_CONFLICT } from '@signet/receipts/access'
import * as z from 'zod'
import { AgentRunInput, BootstrapInput } from './agent-schemas.ts'
import { namespaceHeaders } from './namespace-header.ts'
import { PAID_RUN_ERRORS } from './paid-run.ts'
import { BODY_BYTES, RUNTIME_RATE } from './rates.ts'

const tags = ['agents']

const UNKNOWN_ROLE = {
  code: 'unknown_role',
  status: 400,
  description: 'The role does not exist; `roles` lists all.',
} as const

export const runAgent = endpoint({
  name: 'runAgent',
  summary: 'Consult a role',
  description:
    "Runs the role's deck and a shared deck for an intention and returns findings, options, next steps and open questions. The same input gives the same advice; with `narrative`, a model may write `response` and nothing else. An inscribed run is stored, remembered by its role, and has a receipt. With an Idempotency-Key, a repeated request returns the first run.",
  tags,
  route: 'POST /agents/run',
  authority: 'scope:runtime:run',
  rate: RUNTIME_RATE,
  request: {
    headers: namespaceHeaders.extend({
      'idempotency-key': z.string().min(1).max(255).optional().describe('Idempotency key of an inscribed run'),
    }),
    body: AgentRunInput,
    maxBodyBytes: BODY_BYTES,
  },
  responses: { 200: { description: 'The consultation', schema: AgentRun } },
  errors: [
    UNKNOWN_ROLE,
    ...PAID_RUN_ERRORS,
    RECEIPT_CONFLICT,
    {
      code: 'bundle_bindings_required',
      status: 422,
      description: 'Role ciso requires facts in `bundle_bindings`; `missing` lists them.',
    },
    {
      code: 'bundle_bindings_unknown',
      status: 422,
      description: '`bundle_bindings.receipt` is not a run of role cto in the namespace.',
    },
    'idempotency_mismatch',
    'unavailable',
  ],
})

export const bootstrapAgent = endpoint({
  name: 'bootstrapAgent',
  summary: 'Bootstrap a role',
  description:
    'Suggests how to begin without prior facts: the topics of the signals, the gap they indicate, how to investigate it, and candidate vocabulary and cards. Uses word lists and tables only.',
  tags,
  route: 'POST /agents/bootstrap',
  authority: 'scope:runtime:run',
  rate: RUNTIME_RATE,
  request: { body: BootstrapInput, maxBodyBytes: BODY_BYTES },
  responses: { 200: { description: 'The starting points', schema: Bootstrap } },
  errors: [UNKNOWN_ROLE, ...PAID_RUN_ERRORS, 'unavailable'],
})

export const getAgentMemory = endpoint({
  name: 'getAgentMemory',
  summary: 'Get the memory of a role',
  description:
    "Returns the memory of a role's inscribed runs in the namespace. Before the first run, the deck is complete. Counts refer to the role's own deck.",
  tags,
  route: 'GET /agents/memory/:role',
  authority: 'scope:runtime:read',
  rate: RUNTIME_RATE,
  request: { params: z.strictObject({ role: z.string().min(1).max(40) }), headers: namespaceHeaders },
  responses: { 200: { description: 'The memory', schema: RoleMemory } },
  errors: [UNKNOWN_ROLE, 'unavailable'],
})
