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
  description: 'There is no such role; `roles` has all.',
} as const

export const runAgent = endpoint({
  name: 'runAgent',
  summary: 'Ask a role',
  description:
    'Reads the deck of a role and a shared one for an intention: findings, options, next steps and open questions. The same input gives the same advice; with `narrative` a model may write `response`, and nothing else. An inscribed run is kept, remembered by its role, and has a receipt; with an Idempotency-Key the same request again is answered with the first one.',
  tags,
  route: 'POST /agents/run',
  authority: 'scope:runtime:run',
  rate: RUNTIME_RATE,
  request: {
    headers: namespaceHeaders.extend({
      'idempotency-key': z.string().min(1).max(255).optional().describe('Names an inscribed run'),
    }),
    body: AgentRunInput,
    maxBodyBytes: BODY_BYTES,
  },
  responses: { 200: { description: 'What the role says', schema: AgentRun } },
  errors: [
    UNKNOWN_ROLE,
    ...PAID_RUN_ERRORS,
    RECEIPT_CONFLICT,
    {
      code: 'bundle_bindings_required',
      status: 422,
      description: 'Role ciso needs facts in `bundle_bindings`; `missing` names them.',
    },
    {
      code: 'bundle_bindings_unknown',
      status: 422,
      description: '`bundle_bindings.receipt` is no run of role cto of the namespace.',
    },
    'idempotency_mismatch',
    'unavailable',
  ],
})

export const bootstrapAgent = endpoint({
  name: 'bootstrapAgent',
  summary: 'Begin for a role',
  description:
    'How to begin where nothing is known yet: what the signals are of, which gap they show, how to find out, and candidates of a vocabulary and of cards. By word lists and tables alone.',
  tags,
  route: 'POST /agents/bootstrap',
  authority: 'scope:runtime:run',
  rate: RUNTIME_RATE,
  request: { body: BootstrapInput, maxBodyBytes: BODY_BYTES },
  responses: { 200: { description: 'How to begin', schema: Bootstrap } },
  errors: [UNKNOWN_ROLE, ...PAID_RUN_ERRORS, 'unavailable'],
})

export const getAgentMemory = endpoint({
  name: 'getAgentMemory',
  summary: 'Memory of a role',
  description:
    'What a role remembers of its inscribed runs in the namespace. Before the first it has its whole deck. Figures count the own deck of the role.',
  tags,
  route: 'GET /agents/memory/:role',
  authority: 'scope:runtime:read',
  rate: RUNTIME_RATE,
  request: { params: z.strictObject({ role: z.string().min(1).max(40) }), headers: namespaceHeaders },
  responses: { 200: { description: 'What it remembers', schema: RoleMemory } },
  errors: [UNKNOWN_ROLE, 'unavailable'],
})
