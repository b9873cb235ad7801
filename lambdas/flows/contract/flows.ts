import { endpoint, type RateDefinition } from '@signet/contracts'
import { PAID_ERRORS, PAID_HEADERS, paidRequestHeaders } from '@signet/ledger/paid-contract'
import {
  CreatedFlow,
  Flow,
  FlowInput,
  FlowPage,
  FlowUpdateInput,
  flowId,
  OracleReport,
  OracleResult,
  UpdatedFlow,
} from '@signet/runtime-schemas/flow'
import * as z from 'zod'

const tags = ['flows']

/** What is refused or fails costs nothing, but takes the runtime's time. */
const RATE: RateDefinition = { requests: 600, window: '1m', by: 'caller', pool: 'flows' }

const BODY_BYTES = 512 * 1024

const byId = () => z.strictObject({ id: flowId() })

export const createFlow = endpoint({
  name: 'createFlow',
  summary: 'Create a scaffold',
  description:
    'Makes a project from an intention, with threat model, decisions and test plan, and a signed receipt over its files: the hash of the receipt is the id. Takes one scaffold of the cycle, which any other answer than 201 gives back. The receipt’s claims are private. With `oracle` the prose of its documents is edited, too, on a paid plan; where that fails the flow is there without, and can be asked for later.',
  tags,
  route: 'POST /api/flows',
  authority: 'scope:flows:write',
  idempotent: true,
  rate: RATE,
  request: { headers: paidRequestHeaders, body: FlowInput, maxBodyBytes: 32 * 1024 },
  responses: { 201: { description: 'The flow', schema: CreatedFlow, headers: PAID_HEADERS } },
  errors: [...PAID_ERRORS, 'upstream_failed', 'unavailable'],
})

export const listFlows = endpoint({
  name: 'listFlows',
  summary: 'List scaffolds',
  description: 'Flows of the tenant, newest first. While the runtime fails the list is empty.',
  tags,
  route: 'GET /api/flows',
  authority: 'scope:flows:read',
  rate: RATE,
  request: {
    query: z.strictObject({
      limit: z.int().min(1).max(100).default(20).describe('Flows a page'),
      cursor: z.string().max(500).optional().describe('next_cursor of the previous page'),
    }),
  },
  responses: { 200: { description: 'A page', schema: FlowPage } },
  errors: ['unavailable'],
})

export const getFlow = endpoint({
  name: 'getFlow',
  summary: 'A scaffold',
  description:
    'A flow of the tenant with all its files. As long as a result of the oracle is kept, its documents are shown.',
  tags,
  route: 'GET /api/flows/:id',
  authority: 'scope:flows:read',
  rate: RATE,
  request: { params: byId() },
  responses: { 200: { description: 'The flow', schema: Flow } },
  errors: ['not_found', 'upstream_failed', 'unavailable'],
})

export const getFlowOracle = endpoint({
  name: 'getFlowOracle',
  summary: 'What the oracle made of a scaffold',
  description: 'The kept result, on whatever plan; `enhanced` is false where there is none.',
  tags,
  route: 'GET /api/flows/:id/oracle',
  authority: 'scope:flows:read',
  rate: RATE,
  request: { params: byId() },
  responses: { 200: { description: 'The result, or that there is none', schema: OracleReport } },
  errors: ['unavailable'],
})

export const askFlowOracle = endpoint({
  name: 'askFlowOracle',
  summary: 'Have the prose of a scaffold edited',
  description:
    'Edits the prose of the Markdown documents: headings, tables, code, quotations, numbers, ids and addresses stay as they are, and a text that changes more is not taken. Code, data, configuration and tests are never touched. The result is kept for 90 days and given again; it has a receipt of its own. Needs plan Pro or Team, and costs no scaffold.',
  tags,
  route: 'POST /api/flows/:id/oracle',
  authority: 'scope:flows:write',
  idempotent: true,
  rate: RATE,
  request: { params: byId() },
  responses: { 200: { description: 'The result', schema: OracleResult } },
  errors: [
    {
      code: 'plan_required',
      status: 403,
      description: 'The organization is on the free plan; `upgrade_url` says where to get another.',
    },
    'not_found',
    {
      code: 'no_prompt_context',
      status: 422,
      description: 'The flow has no prompt context, by which its documents could be understood.',
    },
    'upstream_failed',
    'unavailable',
  ],
})

export const updateFlow = endpoint({
  name: 'updateFlow',
  summary: 'Bring a scaffold up to date',
  description:
    'Merges the newest version of the pattern into a project that was made of the flow, three ways: what it was when it was made, what it would be now, and `files`. Nothing that was edited is overwritten; where both changed one place, both stand there with the base. It costs nothing and keeps nothing.',
  tags,
  route: 'POST /api/flows/:id/update',
  authority: 'scope:flows:read',
  rate: RATE,
  request: { params: byId(), body: FlowUpdateInput, maxBodyBytes: BODY_BYTES },
  responses: { 200: { description: 'The files as they should be', schema: UpdatedFlow } },
  errors: ['not_found', 'upstream_failed', 'unavailable'],
})

export const downloadFlow = endpoint({
  name: 'downloadFlow',
  summary: 'Download a scaffold',
  description: 'All files of the flow as a ZIP, as `GET /api/flows/:id` shows them: the same files are the same bytes.',
  tags,
  route: 'GET /api/flows/:id/download',
  authority: 'scope:flows:read',
  rate: RATE,
  // Bytes.
  stream: true,
  request: { params: byId() },
  responses: {
    200: {
      description: 'The files',
      mediaTypes: ['application/zip'],
      headers: { 'content-disposition': { description: 'A name for the file', schema: z.string() } },
    },
  },
  errors: ['not_found', 'upstream_failed', 'unavailable'],
})
