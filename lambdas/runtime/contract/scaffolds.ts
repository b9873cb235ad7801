import { endpoint } from '@signet/contracts'
import { RECEIPT_CONFLICT } from '@signet/receipts/access'
import { projectFiles, updatedProject } from '@signet/runtime-schemas/project-files'
import * as z from 'zod'
import { namespaceHeaders } from './namespace-header.ts'
import { PAID_RUN_ERRORS } from './paid-run.ts'
import { BODY_BYTES, RUNTIME_RATE } from './rates.ts'
import { Hash } from './receipts-and-memory.ts'
import { CodegenInput, CodegenReply, InscribedScaffold, OutcomeInput, ScaffoldAnswers } from './scaffold-schemas.ts'

const tags = ['scaffolds']

export const BATCH_MAX = 5

const replayed = {
  'idempotent-replayed': {
    description: '`true` if an earlier request of the same conversation made the scaffold',
    schema: z.string().optional(),
  },
}

export const generateScaffold = endpoint({
  name: 'generateScaffold',
  summary: 'Make a scaffold',
  description:
    'Makes a project from an intention: source, tests, infrastructure, threat model, decisions and test plan, the same bytes for the same input. No model is asked. An inscribed scaffold is kept and has a receipt over its files. The same `conversationId` again is answered with the first scaffold, for 30 days. At the runtime itself it needs a paid plan.',
  tags,
  route: 'POST /scaffold/codegen',
  authority: 'scope:runtime:run',
  rate: RUNTIME_RATE,
  request: {
    headers: namespaceHeaders.extend({
      'idempotency-key': z.string().min(1).max(200).optional().describe('Stands in for conversationId'),
    }),
    body: CodegenInput,
    maxBodyBytes: BODY_BYTES,
  },
  responses: { 200: { description: 'The scaffold', schema: CodegenReply, headers: replayed } },
  errors: [...PAID_RUN_ERRORS, RECEIPT_CONFLICT, 'idempotency_mismatch', 'unavailable'],
})

export const generateScaffolds = endpoint({
  name: 'generateScaffolds',
  summary: 'Make several scaffolds',
  description:
    'Makes up to five scaffolds, one after the other. The answer has one for each item in its order, or why there is none; each counts as a call.',
  tags,
  route: 'POST /scaffold/batch',
  authority: 'scope:runtime:run',
  rate: RUNTIME_RATE,
  request: {
    headers: namespaceHeaders,
    body: z.strictObject({ items: z.array(CodegenInput).min(1).max(BATCH_MAX) }).meta({ id: 'BatchInput' }),
    maxBodyBytes: BODY_BYTES,
  },
  responses: {
    200: {
      description: 'For each item its scaffold, or why there is none',
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
  summary: 'A scaffold',
  description:
    'A scaffold of the namespace that was inscribed, by the hash of its receipt: its files and all that was said of it.',
  tags,
  route: 'GET /scaffold/:hash',
  authority: 'scope:runtime:read',
  rate: RUNTIME_RATE,
  request: { params: z.strictObject({ hash: Hash }), headers: namespaceHeaders },
  responses: { 200: { description: 'The scaffold', schema: InscribedScaffold } },
  errors: ['not_found', 'unavailable'],
})

export const recordOutcome = endpoint({
  name: 'recordOutcome',
  summary: 'Tell what became of a scaffold',
  description:
    'Records an outcome of a scaffold of the namespace, at most 20. The same body twice is one outcome. Telemetry counts it; no draw follows from it.',
  tags,
  route: 'POST /scaffold/outcome/:runId',
  authority: 'scope:runtime:read',
  rate: RUNTIME_RATE,
  request: {
    params: z.strictObject({ runId: z.string().regex(/^[1-9]\d{0,14}$/, 'must be the number of a scaffold') }),
    headers: namespaceHeaders,
    body: OutcomeInput,
  },
  responses: {
    200: {
      description: 'Recorded',
      schema: z
        .object({
          runId: z.int(),
          outcomes: z.int().describe('How many there are'),
          latest: OutcomeInput.extend({ at: z.iso.datetime() }).meta({ id: 'Outcome' }),
        })
        .meta({ id: 'OutcomeReply' }),
    },
  },
  errors: [
    'not_found',
    { code: 'too_many_outcomes', status: 422, description: 'The scaffold has 20 outcomes, which is the most.' },
    'unavailable',
  ],
})

export const updateScaffold = endpoint({
  name: 'updateScaffold',
  summary: 'Bring a scaffold up to date',
  description:
    'Merges the newest version of the pattern into a project, three ways: what it was when it was made, what it would be now, and what it is. Nothing that was edited is overwritten; where both changed one place, both stand there with the base. It costs nothing and keeps nothing.',
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
      description: 'The files as they should be',
      schema: updatedProject().meta({ id: 'UpdatedScaffold' }),
    },
  },
  errors: [
    {
      code: 'unknown_pattern_version',
      status: 422,
      description: 'The pattern has no such version; `known` lists those that can be rendered.',
    },
    'unavailable',
  ],
})
