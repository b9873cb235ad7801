import { endpoint } from '@signet/contracts'
import * as z from 'zod'
import { EVALUATION_RATE } from './rates.ts'
import { environment, evaluationContext, inEnvironment, keyParams } from './requests.ts'

const BODY_MAX = 65_536

export const getFlagMetrics = endpoint({
  name: 'getFlagMetrics',
  summary: 'Get flag metrics',
  description:
    'Returns the number of evaluations by value, the errors and the latency of a flag. Evaluations by client libraries and by OFREP (OpenFeature Remote Evaluation Protocol) requests are counted.',
  tags: ['metrics'],
  route: 'GET /flags/:key/metrics',
  authority: 'scope:flags:read',
  request: {
    params: keyParams(),
    query: z.strictObject({
      environment: environment(),
      hours: z.int().min(1).max(2160).default(24).describe('Number of hours before now that the metrics cover'),
    }),
  },
  responses: {
    200: {
      description: 'The metrics of the flag',
      schema: z
        .object({
          key: z.string(),
          evaluations: z.int().min(0),
          variants: z
            .record(z.string(), z.int().min(0))
            .describe('Evaluations by value: `true`, `false`, or the key of a variant'),
          errors: z.record(z.string(), z.int().min(0)).describe('Errors that applications reported, by value'),
          p50LatencyMs: z
            .number()
            .nullable()
            .describe('Median evaluation time in milliseconds; null if no evaluation was timed'),
          p99LatencyMs: z
            .number()
            .nullable()
            .describe('99th percentile of the evaluation time in milliseconds; null if no evaluation was timed'),
          hours: z.array(
            z.object({
              hour: z.iso.datetime().describe('Start of the hour'),
              evaluations: z.int().min(0),
              variants: z.record(z.string(), z.int().min(0)),
            }),
          ),
        })
        .meta({ id: 'FlagMetrics' }),
    },
  },
  errors: ['not_found', 'unavailable'],
})

export const explainFlag = endpoint({
  name: 'explainFlag',
  summary: 'Explain an evaluation',
  description: 'Evaluates the flag for a context and returns every step of the evaluation.',
  tags: ['evaluation'],
  route: 'POST /flags/:key/explain',
  authority: 'scope:flags:read',
  request: {
    params: keyParams(),
    query: inEnvironment(),
    body: z.strictObject({ context: evaluationContext().default({}) }),
    maxBodyBytes: BODY_MAX,
  },
  responses: {
    200: {
      description: 'The value and the steps of the evaluation',
      schema: z
        .looseObject({
          key: z.string(),
          value: z.unknown(),
          reason: z.string(),
          steps: z.array(z.looseObject({ step: z.string(), outcome: z.string() })),
        })
        .meta({ id: 'FlagExplanation' }),
    },
  },
  errors: ['not_found', 'unavailable'],
})

export const getSnapshot = endpoint({
  name: 'getSnapshot',
  summary: 'Get the snapshot for client libraries',
  description:
    'Returns the data that a client library needs to evaluate flags locally. Poll this operation with `If-None-Match`.',
  tags: ['evaluation'],
  route: 'GET /flags/snapshot',
  authority: 'scope:flags:read',
  request: {
    query: inEnvironment(),
    headers: z.object({ 'if-none-match': z.string().max(200).optional().describe('ETag of the cached copy') }),
  },
  responses: {
    200: {
      description: 'The snapshot',
      schema: z
        .looseObject({ version: z.int().min(0), flags: z.array(z.record(z.string(), z.unknown())) })
        .meta({ id: 'FlagSnapshot' }),
      headers: { etag: { description: 'ETag of this version', schema: z.string() } },
    },
    304: {
      description: 'The cached copy is current',
      headers: { etag: { description: 'ETag of the cached copy', schema: z.string() } },
    },
  },
  errors: ['unavailable'],
})

const metadata = () => z.record(z.string(), z.union([z.string(), z.number(), z.boolean()]))

const OfrepSuccess = z
  .object({
    key: z.string(),
    value: z.unknown().optional(),
    reason: z.string(),
    variant: z.string().optional(),
    metadata: metadata().optional(),
  })
  .meta({ id: 'OfrepEvaluation' })
const OfrepFailure = z
  .object({ key: z.string(), errorCode: z.string(), errorDetails: z.string().optional() })
  .meta({ id: 'OfrepFailure' })
export type OfrepEvaluation = z.infer<typeof OfrepSuccess> | z.infer<typeof OfrepFailure>

/** The request body of OpenFeature clients. An invalid context is refused in the OFREP format. */
const ofrepBody = () =>
  z
    .strictObject({
      context: z
        .unknown()
        .describe('Evaluation context: an object in which `targetingKey` identifies the user')
        .optional(),
    })
    .default({})

const ofrep = { tags: ['ofrep'], authority: 'scope:flags:read', rate: EVALUATION_RATE } as const

export const ofrepEvaluate = endpoint({
  ...ofrep,
  name: 'ofrepEvaluate',
  summary: 'Evaluate one flag (OFREP)',
  description: 'Evaluates one flag according to the OpenFeature Remote Evaluation Protocol 0.3.0.',
  route: 'POST /ofrep/v1/evaluate/flags/:key',
  request: { params: keyParams(), query: inEnvironment(), body: ofrepBody(), maxBodyBytes: BODY_MAX },
  responses: { 200: { description: 'The result of the evaluation', schema: OfrepSuccess } },
  errors: [
    { code: 'not_found', status: 404, description: 'The flag does not exist; `errorCode` is `FLAG_NOT_FOUND`.' },
    {
      code: 'invalid_context',
      status: 400,
      description: 'The context is invalid; `errorCode` is `INVALID_CONTEXT` or `TARGETING_KEY_MISSING`.',
    },
    'unavailable',
  ],
})

export const ofrepEvaluateAll = endpoint({
  ...ofrep,
  name: 'ofrepEvaluateAll',
  summary: 'Evaluate all flags (OFREP)',
  description:
    'Evaluates all flags according to the OpenFeature Remote Evaluation Protocol 0.3.0. A flag that cannot be evaluated is included with its error.',
  route: 'POST /ofrep/v1/evaluate/flags',
  request: {
    query: inEnvironment(),
    headers: z.object({ 'if-none-match': z.string().max(200).optional().describe('ETag of the cached copy') }),
    body: ofrepBody(),
    maxBodyBytes: BODY_MAX,
  },
  responses: {
    200: {
      description: 'The results for all flags',
      schema: z.object({
        flags: z.array(z.union([OfrepSuccess, OfrepFailure])),
        metadata: metadata().optional(),
      }),
      headers: {
        etag: {
          description: 'ETag of the evaluations; it can change with time even if no flag changes',
          schema: z.string(),
        },
      },
    },
    304: {
      description: 'The cached copy is current',
      headers: { etag: { description: 'ETag of the cached copy', schema: z.string() } },
    },
  },
  errors: [
    { code: 'invalid_context', status: 400, description: 'The context is invalid; `errorCode` is `INVALID_CONTEXT`.' },
    'unavailable',
  ],
})
