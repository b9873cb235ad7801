import { endpoint } from '@signet/contracts'
import { AgentRun, Bootstrap, RoleMemory } from '@signet/readings/consult-schemas'
import { RECEIPT_CONFLICT } from '@signet/receipts/access'
import * as z from 'zod'
import { AgentRunInput, BootstrapInput } from './agent-schemas.ts'
import { lookupHeaders, storingHeaders } from './namespace-header.ts'
import { PAID_RUN_ERRORS } from './paid-run.ts'
import { BODY_BYTES, RUNTIME_RATE } from './rates.ts'

const tags = ['agents']

const UNKNOWN_ROLE = {
  code: 'unknown_role',
  status: 400,
  description: 'The role does not exist; `roles` lists the valid roles.',
} as const

export const runAgent = endpoint({
  name: 'runAgent',
  summary: 'Consult a role',
  description:
    "Draws cards (items of expert advice) from the role's deck and a shared deck for an intention, and returns findings, options, next steps and open questions. The same input and memory give the same advice. In `narrative` mode, a model may write `response`, but no other field. With `inscribe`, the run is stored, signed and added to the role's memory. A request with the same `Idempotency-Key` returns the first run.",
  tags,
  route: 'POST /agents/run',
  authority: 'scope:runtime:run',
  rate: RUNTIME_RATE,
  request: {
    headers: storingHeaders.extend({
      'idempotency-key': z
        .string()
        .min(1)
        .max(255)
        .optional()
        .describe('Idempotency key. It has an effect only with `inscribe`, which stores the run.'),
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
      description: 'The role `ciso` requires facts in `bundle_bindings`; `missing` lists the missing facts.',
    },
    {
      code: 'bundle_bindings_unknown',
      status: 422,
      description: '`bundle_bindings.receipt` is not the hash of a stored `cto` run of the API key or its querents.',
    },
    'idempotency_mismatch',
    'unavailable',
  ],
})

export const bootstrapAgent = endpoint({
  name: 'bootstrapAgent',
  summary: 'Bootstrap a role',
  description:
    'Suggests a starting point for a role (an expert perspective) for which no facts exist yet. Returns the topics in `internalSignals`, the knowledge gap that they indicate, how to investigate it, and suggested terms and cards (items of expert advice). The suggestions come from word lists and tables; no model is called.',
  tags,
  route: 'POST /agents/bootstrap',
  authority: 'scope:runtime:run',
  rate: RUNTIME_RATE,
  request: { body: BootstrapInput, maxBodyBytes: BODY_BYTES },
  responses: { 200: { description: 'The suggestions', schema: Bootstrap } },
  errors: [UNKNOWN_ROLE, ...PAID_RUN_ERRORS, 'unavailable'],
})

export const getAgentMemory = endpoint({
  name: 'getAgentMemory',
  summary: 'Get the memory of a role',
  description:
    "Returns the role's memory for the API key or its querents: remaining and drawn cards (items of expert advice), recurring topics, and facts provided more than once. Before the first stored run, all cards remain. Counts include only the role's default deck.",
  tags,
  route: 'GET /agents/memory/:role',
  authority: 'scope:runtime:read',
  rate: RUNTIME_RATE,
  request: {
    params: z.strictObject({ role: z.string().min(1).max(40).describe('Name of the role') }),
    headers: lookupHeaders,
  },
  responses: { 200: { description: 'The memory of the role', schema: RoleMemory } },
  errors: [UNKNOWN_ROLE, 'unavailable'],
})
