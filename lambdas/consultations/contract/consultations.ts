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

/** What is refused or fails costs nothing, but takes the runtime's time. */
const RATE: RateDefinition = { requests: 600, window: '1m', by: 'caller', pool: 'consultations' }

const BODY_BYTES = 512 * 1024

export const consultRole = endpoint({
  name: 'consultRole',
  summary: 'Ask a role',
  description:
    'Findings, options, next steps and open questions of a role about an intention, with a signed receipt. Takes one scaffold of the cycle, which any other answer than 200 gives back. The receipt’s claims are private: everybody can verify it, and only the organization can open what it is about. Role ciso stands on the newest run of cto of the tenant; without one, cto is asked first with the same intention and seed, for the same one scaffold (`metadata.bound_from`).',
  tags,
  route: 'POST /api/agents/run',
  authority: 'scope:agents:run',
  idempotent: true,
  rate: RATE,
  request: { headers: paidRequestHeaders, body: ConsultationInput, maxBodyBytes: BODY_BYTES },
  responses: { 200: { description: 'What the role says', schema: Consultation, headers: PAID_HEADERS } },
  errors: [...PAID_ERRORS, 'upstream_failed', 'unavailable'],
})

export const bootstrapRole = endpoint({
  name: 'bootstrapRole',
  summary: 'Begin for a role',
  description:
    'How a role begins where nothing is known yet: what the signals are of, which gap they show, and how to find out. By word lists and tables alone. Takes one scaffold of the cycle, which any other answer than 200 gives back.',
  tags,
  route: 'POST /api/agents/bootstrap',
  authority: 'scope:agents:run',
  idempotent: true,
  rate: RATE,
  request: { headers: paidRequestHeaders, body: RoleBootstrapInput, maxBodyBytes: BODY_BYTES },
  responses: { 200: { description: 'How to begin', schema: RoleBootstrap, headers: PAID_HEADERS } },
  errors: [...PAID_ERRORS, 'upstream_failed', 'unavailable'],
})

export const getRoleMemory = endpoint({
  name: 'getRoleMemory',
  summary: 'Memory of a role',
  description:
    'What a role remembers of its runs for the tenant: cards that are left and were drawn, what came up again and again, and facts that were given twice. Before the first run it has its whole deck. Costs nothing.',
  tags,
  route: 'GET /api/agents/:role/memory',
  authority: 'scope:agents:read',
  rate: RATE,
  request: { params: z.strictObject({ role: RoleName }) },
  responses: { 200: { description: 'What it remembers', schema: RoleMemory } },
  errors: ['upstream_failed', 'unavailable'],
})
