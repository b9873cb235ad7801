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
    "Returns findings, options, next steps and open questions of a role about an intention, with a signed receipt. Uses one scaffold of the billing cycle, which any response other than 200 returns. The receipt’s claims are private: any third party can verify it, and only the organization can open its subject. Role ciso uses the tenant's newest run of cto; without one, cto is consulted first with the same intention and seed, for the same scaffold (`metadata.bound_from`).",
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
    'Suggests how a role begins without prior facts: the topics of the signals, the gap they indicate, and how to investigate it. Uses word lists and tables only. Uses one scaffold of the billing cycle, which any response other than 200 returns.',
  tags,
  route: 'POST /api/agents/bootstrap',
  authority: 'scope:agents:run',
  idempotent: true,
  rate: RATE,
  request: { headers: paidRequestHeaders, body: RoleBootstrapInput, maxBodyBytes: BODY_BYTES },
  responses: { 200: { description: 'The starting points', schema: RoleBootstrap, headers: PAID_HEADERS } },
  errors: [...PAID_ERRORS, 'upstream_failed', 'unavailable'],
})

export const getRoleMemory = endpoint({
  name: 'getRoleMemory',
  summary: 'Get the memory of a role',
  description:
    'Returns what a role remembers of its runs for the tenant: remaining and drawn cards, recurring topics, and facts that were given twice. Before the first run, the deck is complete. Free of charge.',
  tags,
  route: 'GET /api/agents/:role/memory',
  authority: 'scope:agents:read',
  rate: RATE,
  request: { params: z.strictObject({ role: RoleName }) },
  responses: { 200: { description: 'The memory', schema: RoleMemory } },
  errors: ['upstream_failed', 'unavailable'],
})
