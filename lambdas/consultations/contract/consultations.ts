import { endpoint, type RateDefinition } from '@signet/contracts'
import { PAID_ERRORS, PAID_HEADERS, paidRequestHeaders } from '@signet/ledger/paid-contract'
import { RoleMemory, RoleName } from '@signet/readings/consult-schemas'
import {
  Consultation,
  ConsultationInput,
  RoleBootstrap,
  RoleBootstrapInput,
} from '@signet/runtime-schemas/consultation'
import * as z from 'zod'

const tags = ['consultations']

/** Limits attempts, because refused and failed requests are free but use the runtime. */
const RATE: RateDefinition = { requests: 600, window: '1m', by: 'caller', pool: 'consultations' }

const BODY_BYTES = 512 * 1024

export const consultRole = endpoint({
  name: 'consultRole',
  summary: 'Consult a role',
  description:
    "Consults an advisory role about an intention (a description of a project or decision), and returns findings, options, next steps and open questions with a signed receipt. Counts as one unit of the monthly scaffold quota; responses other than 200 do not count. The receipt's claims are private: any third party can verify the receipt, but only the organization can read its content. The role `ciso` uses the facts of the organization's newest consultation of `cto`. If no such consultation exists, `cto` is consulted first with the same intention and seed, at no additional cost (`metadata.bound_from`).",
  tags,
  route: 'POST /api/agents/run',
  authority: 'scope:agents:run',
  idempotent: true,
  rate: RATE,
  request: { headers: paidRequestHeaders, body: ConsultationInput, maxBodyBytes: BODY_BYTES },
  responses: { 200: { description: 'The consultation', schema: Consultation, headers: PAID_HEADERS } },
  errors: [...PAID_ERRORS, 'upstream_failed', 'unavailable'],
})

export const bootstrapRole = endpoint({
  name: 'bootstrapRole',
  summary: 'Bootstrap a role',
  description:
    'Suggests how an advisory role begins without prior facts. Returns the topics of `internalSignals`, the gap that they indicate, and how to investigate this gap. The suggestions come from word lists and tables; no model is called. Counts as one unit of the monthly scaffold quota; responses other than 200 do not count.',
  tags,
  route: 'POST /api/agents/bootstrap',
  authority: 'scope:agents:run',
  idempotent: true,
  rate: RATE,
  request: { headers: paidRequestHeaders, body: RoleBootstrapInput, maxBodyBytes: BODY_BYTES },
  responses: { 200: { description: 'The suggestions', schema: RoleBootstrap, headers: PAID_HEADERS } },
  errors: [...PAID_ERRORS, 'upstream_failed', 'unavailable'],
})

export const getRoleMemory = endpoint({
  name: 'getRoleMemory',
  summary: 'Get the memory of a role',
  description:
    "Returns the role's memory: remaining and drawn cards (items of expert advice), recurring topics, and facts provided more than once. Before the first run, all cards remain. This operation is free.",
  tags,
  route: 'GET /api/agents/:role/memory',
  authority: 'scope:agents:read',
  rate: RATE,
  request: { params: z.strictObject({ role: RoleName.describe('Name of the role') }) },
  responses: { 200: { description: 'The memory of the role', schema: RoleMemory } },
  errors: ['upstream_failed', 'unavailable'],
})
