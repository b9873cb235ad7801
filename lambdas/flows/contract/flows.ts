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

/** Limits attempts, because refused and failed requests are free but use the runtime. */
const RATE: RateDefinition = { requests: 600, window: '1m', by: 'caller', pool: 'flows' }

const BODY_BYTES = 512 * 1024

const byId = () => z.strictObject({ id: flowId() })

export const createFlow = endpoint({
  name: 'createFlow',
  summary: 'Create a scaffold',
  description:
    'Generates a project from an intention, with threat model, decisions and test plan, and a signed receipt for its files; the hash of the receipt is the id. Uses one scaffold of the billing cycle, which any response other than 201 returns. The receipt’s claims are private. With `oracle`, the prose of its documents is also edited, on a paid plan; if that fails, the flow is created without it and the oracle can be requested later.',
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
  description: 'Returns flows of the tenant, newest first. If the runtime fails, the list is empty.',
  tags,
  route: 'GET /api/flows',
  authority: 'scope:flows:read',
  rate: RATE,
  request: {
    query: z.strictObject({
      limit: z.int().min(1).max(100).default(20).describe('Flows per page'),
      cursor: z.string().max(500).optional().describe('next_cursor of the previous page'),
    }),
  },
  responses: { 200: { description: 'A page', schema: FlowPage } },
  errors: ['unavailable'],
})

export const getFlow = endpoint({
  name: 'getFlow',
  summary: 'Get a scaffold',
  description:
    'Returns a flow of the tenant with all its files. While a result of the oracle is stored, the edited documents are returned.',
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
  summary: 'Get the oracle result of a scaffold',
  description: 'Returns the stored result, on any plan; `enhanced` is false without one.',
  tags,
  route: 'GET /api/flows/:id/oracle',
  authority: 'scope:flows:read',
  rate: RATE,
  request: { params: byId() },
  responses: { 200: { description: 'The result, or `enhanced: false`', schema: OracleReport } },
  errors: ['unavailable'],
})

export const askFlowOracle = endpoint({
  name: 'askFlowOracle',
  summary: 'Edit the prose of a scaffold',
  description:
    'Edits the prose of the Markdown documents. Headings, tables, code, quotations, numbers, ids and addresses stay unchanged, and an edit that changes them is rejected. Code, data, configuration and tests are never edited. The result is stored for 90 days, returned to repeated requests, and has its own receipt. Requires plan Pro or Team, and does not use a scaffold of the quota.',
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
      description: 'The organization is on the free plan; `upgrade_url` is the page for upgrading.',
    },
    'not_found',
    {
      code: 'no_prompt_context',
      status: 422,
      description: 'The flow has no prompt context, which the editor requires.',
    },
    'upstream_failed',
    'unavailable',
  ],
})

export const updateFlow = endpoint({
  name: 'updateFlow',
  summary: 'Update a scaffold',
  description:
    'Merges the newest version of the pattern into a project created from the flow, three-way: the original scaffold, the newest one, and `files`. Edits are never overwritten; where both sides changed the same lines, the file has both versions and the base. The call is free and stores nothing.',
  tags,
  route: 'POST /api/flows/:id/update',
  authority: 'scope:flows:read',
  rate: RATE,
  request: { params: byId(), body: FlowUpdateInput, maxBodyBytes: BODY_BYTES },
  responses: { 200: { description: 'The merged files', schema: UpdatedFlow } },
  errors: ['not_found', 'upstream_failed', 'unavailable'],
})

export const downloadFlow = endpoint({
  name: 'downloadFlow',
  summary: 'Download a scaffold',
  description:
    'Returns all files of the flow as a ZIP, as `GET /api/flows/:id` lists them. The same files give the same bytes.',
  tags,
  route: 'GET /api/flows/:id/download',
  authority: 'scope:flows:read',
  rate: RATE,
  stream: true,
  request: { params: byId() },
  responses: {
    200: {
      description: 'The files',
      mediaTypes: ['application/zip'],
      headers: { 'content-disposition': { description: 'File name of the download', schema: z.string() } },
    },
  },
  errors: ['not_found', 'upstream_failed', 'unavailable'],
})
