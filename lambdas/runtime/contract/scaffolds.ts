import { endpoint } from '@signet/contracts'
import { RECEIPT_CONFLICT } from '@signet/receipts/access'
import { projectFiles, updatedProject } from '@signet/runtime-schemas/project-files'
import * as z from 'zod'
import { lookupHeaders, storingHeaders } from './namespace-header.ts'
import { PAID_RUN_ERRORS } from './paid-run.ts'
import { BODY_BYTES, RUNTIME_RATE } from './rates.ts'
import { Hash } from './receipts-and-memory.ts'
import { CodegenInput, CodegenReply, OutcomeInput, ScaffoldAnswers, StoredScaffold } from './scaffold-schemas.ts'

const tags = ['scaffolds']

export const BATCH_MAX = 5

const REPLAY_HEADERS = {
  'idempotent-replayed': {
    description: '`true` if the scaffold was created by an earlier request of the same conversation',
    schema: z.string().optional(),
  },
}

export const generateScaffold = endpoint({
  name: 'generateScaffold',
  summary: 'Create a scaffold',
  description:
    'Generates a project from an intention: source, tests, infrastructure, threat model, decisions and test plan. The same input gives the same bytes, and no model is called. With `inscribe`, the scaffold is stored, and a receipt for its files is issued. For 30 days, a request with the same `conversationId` returns the first scaffold. Direct requests to the runtime require a paid plan.',
  tags,
  route: 'POST /scaffold/codegen',
  authority: 'scope:runtime:run',
  rate: RUNTIME_RATE,
  request: {
    headers: storingHeaders.extend({
      'idempotency-key': z
        .string()
        .min(1)
        .max(200)
        .optional()
        .describe('Conversation ID if `conversationId` is absent'),
    }),
    body: CodegenInput,
    maxBodyBytes: BODY_BYTES,
  },
  responses: { 200: { description: 'The scaffold', schema: CodegenReply, headers: REPLAY_HEADERS } },
  errors: [
    ...PAID_RUN_ERRORS,
    RECEIPT_CONFLICT,
    {
      code: 'idempotency_mismatch',
      status: 422,
      description: 'The conversation ID or idempotency key was already used for another request. Use a new one.',
    },
    'unavailable',
  ],
})

export const generateScaffolds = endpoint({
  name: 'generateScaffolds',
  summary: 'Create several scaffolds',
  description:
    'Generates up to five scaffolds, in the order of `items`. The response contains a scaffold or an error for each item. Each scaffold counts against the daily quota.',
  tags,
  route: 'POST /scaffold/batch',
  authority: 'scope:runtime:run',
  rate: RUNTIME_RATE,
  request: {
    headers: storingHeaders,
    body: z.strictObject({ items: z.array(CodegenInput).min(1).max(BATCH_MAX) }).meta({ id: 'BatchInput' }),
    maxBodyBytes: BODY_BYTES,
  },
  responses: {
    200: {
      description: 'A scaffold or an error for each item',
      schema: z.array(
        z.union([
          CodegenReply,
          z.object({ success: z.literal(false), error: z.string(), code: z.string() }).meta({ id: 'FailedScaffold' }),
        ]),
      ),
    },
  },
  errors: [...PAID_RUN_ERRORS, 'unavailable'],
})

export const getScaffold = endpoint({
  name: 'getScaffold',
  summary: 'Get a scaffold',
  description:
    'Returns the files and metadata of a stored scaffold of the API key or its querents, by the hash of its receipt.',
  tags,
  route: 'GET /scaffold/:hash',
  authority: 'scope:runtime:read',
  rate: RUNTIME_RATE,
  request: {
    params: z.strictObject({ hash: Hash.describe("Hash of the scaffold's receipt") }),
    headers: lookupHeaders,
  },
  responses: { 200: { description: 'The scaffold', schema: StoredScaffold } },
  errors: ['not_found', 'unavailable'],
})

export const recordOutcome = endpoint({
  name: 'recordOutcome',
  summary: 'Record an outcome of a scaffold',
  description:
    'Records what happened to a scaffold, such as its deployment. A scaffold can have 20 outcomes. Repeating a request has no effect. Outcomes appear in telemetry and do not affect which recommendations are made.',
  tags,
  route: 'POST /scaffold/outcome/:runId',
  authority: 'scope:runtime:read',
  rate: RUNTIME_RATE,
  request: {
    params: z.strictObject({
      runId: z
        .string()
        .regex(/^[1-9]\d{0,14}$/, 'must be a run ID')
        .describe('`runId` of the scaffold'),
    }),
    headers: lookupHeaders,
    body: OutcomeInput,
  },
  responses: {
    200: {
      description: 'The outcome was recorded',
      schema: z
        .object({
          runId: z.int(),
          outcomes: z.int().describe('Number of recorded outcomes of the scaffold'),
          latest: OutcomeInput.extend({ at: z.iso.datetime() }).meta({ id: 'Outcome' }),
        })
        .meta({ id: 'OutcomeReply' }),
    },
  },
  errors: [
    'not_found',
    {
      code: 'too_many_outcomes',
      status: 422,
      description: 'The scaffold has reached the limit of 20 outcomes. No more can be recorded.',
    },
    'unavailable',
  ],
})

export const updateScaffold = endpoint({
  name: 'updateScaffold',
  summary: 'Update a scaffold',
  description:
    'Performs a three-way merge of the newest version of the pattern (project template) into a project. The inputs are the original scaffold, the newest one and the current files. Edits are never overwritten: where both sides changed the same lines, the file contains both versions and the original. This operation is free and stores nothing.',
  tags,
  route: 'POST /scaffold/update',
  authority: 'scope:runtime:read',
  rate: RUNTIME_RATE,
  request: {
    body: z
      .strictObject({
        answers: ScaffoldAnswers.describe('`.scaffold/answers.json` of the project'),
        files: projectFiles(),
      })
      .meta({ id: 'UpdateInput' }),
    maxBodyBytes: BODY_BYTES,
  },
  responses: {
    200: {
      description: 'The merged files',
      schema: updatedProject().meta({ id: 'UpdatedScaffold' }),
    },
  },
  errors: [
    {
      code: 'unknown_pattern_version',
      status: 422,
      description: 'This version of the pattern does not exist; `known` lists the available versions.',
    },
    'unavailable',
  ],
})
