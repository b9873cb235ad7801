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

const flowIdParams = () => z.strictObject({ id: flowId() })

export const createFlow = endpoint({
  name: 'createFlow',
  summary: 'Create a scaffold',
  description:
    "Generates a project (a scaffold) from its description, with a threat model, decision records, a test plan and a signed receipt for the files. The hash of the receipt is the ID of the scaffold. Counts as one unit of the monthly scaffold quota; responses other than 201 do not count. The receipt's claims are private. With `oracle`, which requires the Pro or Team plan, the prose in the documents is also edited. If the edit fails, the scaffold is created without the edit, which you can request later.",
  tags,
  route: 'POST /api/flows',
  authority: 'scope:flows:write',
  idempotent: true,
  rate: RATE,
  request: { headers: paidRequestHeaders, body: FlowInput, maxBodyBytes: 32 * 1024 },
  responses: { 201: { description: 'The created scaffold', schema: CreatedFlow, headers: PAID_HEADERS } },
  errors: [...PAID_ERRORS, 'upstream_failed', 'unavailable'],
})

export const listFlows = endpoint({
  name: 'listFlows',
  summary: 'List scaffolds',
  description:
    'Returns scaffolds of the organization, newest first. If the scaffold service is unavailable, the list is empty.',
  tags,
  route: 'GET /api/flows',
  authority: 'scope:flows:read',
  rate: RATE,
  request: {
    query: z.strictObject({
      limit: z.int().min(1).max(100).default(20).describe('Scaffolds per page'),
      cursor: z.string().max(500).optional().describe('`next_cursor` of the previous page'),
    }),
  },
  responses: { 200: { description: 'A page of scaffolds', schema: FlowPage } },
  errors: ['unavailable'],
})

export const getFlow = endpoint({
  name: 'getFlow',
  summary: 'Get a scaffold',
  description:
    'Returns a scaffold of the organization with all its files. If edited documents are stored, they replace the originals.',
  tags,
  route: 'GET /api/flows/:id',
  authority: 'scope:flows:read',
  rate: RATE,
  request: { params: flowIdParams() },
  responses: { 200: { description: 'The scaffold', schema: Flow } },
  errors: ['not_found', 'upstream_failed', 'unavailable'],
})

export const getFlowOracle = endpoint({
  name: 'getFlowOracle',
  summary: 'Get the edited documents of a scaffold',
  description:
    'Returns the documents whose prose was edited by `POST /api/flows/:id/oracle`, on every plan. If no edited documents are stored, `enhanced` is false.',
  tags,
  route: 'GET /api/flows/:id/oracle',
  authority: 'scope:flows:read',
  rate: RATE,
  request: { params: flowIdParams() },
  responses: { 200: { description: 'The edited documents, or `enhanced: false`', schema: OracleReport } },
  errors: ['unavailable'],
})

export const askFlowOracle = endpoint({
  name: 'askFlowOracle',
  summary: 'Edit the prose of a scaffold',
  description:
    'Edits the prose in the Markdown documents of a scaffold (a generated project). Headings, tables, code, quotations, numbers, identifiers and URLs remain unchanged; an edit that changes them is rejected. Code, data, configuration and tests are never edited. The result has its own signed receipt and is stored for 90 days; repeated requests return the stored result. This operation requires the Pro or Team plan and does not count against the scaffold quota.',
  tags,
  route: 'POST /api/flows/:id/oracle',
  authority: 'scope:flows:write',
  idempotent: true,
  rate: RATE,
  request: { params: flowIdParams() },
  responses: { 200: { description: 'The edited documents', schema: OracleResult } },
  errors: [
    {
      code: 'plan_required',
      status: 403,
      description: 'The organization is on the Free plan; `upgrade_url` is the URL of the page for upgrading.',
    },
    'not_found',
    {
      code: 'no_prompt_context',
      status: 422,
      description:
        'The scaffold lacks data that the edit requires. Create the scaffold again by `POST /api/flows` with `oracle`.',
    },
    'upstream_failed',
    'unavailable',
  ],
})

export const updateFlow = endpoint({
  name: 'updateFlow',
  summary: 'Update a scaffold',
  description:
    'Generates the scaffold again with the newest version of its pattern (project template) and merges the changes into your project. The inputs of the three-way merge are the original scaffold, the new one and `files`. Edits are never overwritten: where both sides changed the same lines, the file contains both versions and the original. This operation is free and stores nothing.',
  tags,
  route: 'POST /api/flows/:id/update',
  authority: 'scope:flows:read',
  rate: RATE,
  request: { params: flowIdParams(), body: FlowUpdateInput, maxBodyBytes: BODY_BYTES },
  responses: { 200: { description: 'The merged files', schema: UpdatedFlow } },
  errors: ['not_found', 'upstream_failed', 'unavailable'],
})

export const downloadFlow = endpoint({
  name: 'downloadFlow',
  summary: 'Download a scaffold',
  description:
    'Returns the files of the scaffold, as in `GET /api/flows/:id`, as a ZIP archive. The same files give the same bytes.',
  tags,
  route: 'GET /api/flows/:id/download',
  authority: 'scope:flows:read',
  rate: RATE,
  stream: true,
  request: { params: flowIdParams() },
  responses: {
    200: {
      description: 'The ZIP archive',
      mediaTypes: ['application/zip'],
      headers: { 'content-disposition': { description: 'File name of the download', schema: z.string() } },
    },
  },
  errors: ['not_found', 'upstream_failed', 'unavailable'],
})
