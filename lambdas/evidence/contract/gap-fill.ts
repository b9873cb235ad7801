import { endpoint, type RateDefinition } from '@signet/contracts'
import { ASSET_TYPES, BODY_MAX, ContentInput, DOMAINS, PILLARS } from '@signet/evidence/schemas'
import * as z from 'zod'
import { BODY_BYTES } from './library.ts'

const tags = ['evidence']

const QUERY_RATE: RateDefinition = { requests: 600, window: '1m', by: 'caller', pool: 'evidence-queries' }

/** Retention of a revised text in days. The log of its iterations has no expiry. */
export const REVISED_DAYS = 7

/** Options of a gap fill in addition to the text, shared by gap fill and attestation (spec platform-api 4.5). */
export const gapFillOptions = {
  maxIterations: z
    .number()
    .default(3)
    .describe('Maximum number of iterations, 1 to 5. A value outside this range is replaced by the nearest limit.'),
  targetPillars: z
    .array(z.enum(PILLARS))
    .min(1)
    .max(PILLARS.length)
    .optional()
    .describe('Pillars (groups of requirements) whose gaps are filled. Default: all pillars.'),
  assetPreferences: z
    .strictObject({
      domains: z.array(z.enum(DOMAINS)).max(DOMAINS.length).optional(),
      types: z.array(z.enum(ASSET_TYPES)).max(ASSET_TYPES.length).optional(),
    })
    .optional()
    .describe('Subject areas and types of assets to use. An absent or empty list includes all assets.'),
}

export const contentFields = {
  content: ContentInput.or(z.string().min(1).max(BODY_MAX)).describe(
    'Text to check: an object, or a string that is used as `body` of the object',
  ),
  policyVersion: z.string().max(100).default('eeat-core').describe('ID of the policy, or `id@version`'),
}

export const BAIL_REASONS = ['max_iterations', 'cost_ceiling', 'llm_bail', 'schema_drift'] as const

const Iteration = z.object({
  iteration: z.int().min(1),
  gapsBefore: z.int().min(0),
  gapsAfter: z.int().min(0),
  assetsInjected: z.array(z.string()).describe('IDs of inserted assets, in order of insertion'),
  llmCallCostEstimate: z.number().min(0).describe('Estimated cost of the model calls in USD; 0 if no model was called'),
  note: z.string().optional(),
})

/** The result of a gap fill (spec platform-api 4.5). */
export const EvidenceGapFill = z
  .object({
    gapFillId: z.string(),
    iterations: z.int().min(0),
    initialGaps: z.int().min(0).describe('Number of gaps in the requested pillars before the first iteration'),
    finalGaps: z.int().min(0),
    converged: z.boolean().describe('Whether no gap remains'),
    revised: z.looseObject({ body: z.string() }).describe('The revised content, with all its fields'),
    iterationLog: z.array(Iteration),
    creditsUsed: z.number().min(0).describe('Cost of language model calls in USD, including failed calls'),
    gapFillHash: z.string().describe('SHA-256 of the canonical JSON of the gap fill (policy, hashes, counts and log)'),
    bailReason: z
      .enum(BAIL_REASONS)
      .optional()
      .describe('Reason why the gap fill ended although gaps remain; absent if no gap remains'),
    policyVersion: z.string().describe('Policy, as `id@version`'),
    editor: z.string().describe('Model that revised the text; `rules` if fixed rules revised it'),
  })
  .meta({ id: 'EvidenceGapFill' })
export type EvidenceGapFill = z.output<typeof EvidenceGapFill>

export const EvidenceGapFillJob = z
  .object({
    gapFillId: z.string(),
    status: z.enum(['running', 'completed', 'failed']),
    createdAt: z.iso.datetime(),
    iterations: z.int().min(0).describe('Number of completed iterations'),
    gaps: z.int().min(0).optional().describe('Number of remaining gaps'),
    result: EvidenceGapFill.optional().describe('Result of a completed gap fill'),
    failure: z
      .object({ code: z.string(), message: z.string() })
      .optional()
      .describe('Error of a failed gap fill, which is not charged; absent if the gap fill did not fail'),
  })
  .meta({ id: 'EvidenceGapFillJob' })
export type EvidenceGapFillJob = z.output<typeof EvidenceGapFillJob>

const GapFillRecord = z
  .object({
    gapFillId: z.string(),
    policyVersion: z.string(),
    inputHash: z.string(),
    revisedHash: z.string(),
    iterations: z.int().min(0),
    initialGaps: z.int().min(0),
    finalGaps: z.int().min(0),
    bailReason: z.enum(BAIL_REASONS).optional(),
    iterationLog: z.array(Iteration),
    creditsUsed: z.number().min(0),
    gapFillHash: z.string(),
    createdAt: z.iso.datetime(),
  })
  .meta({ id: 'GapFillRecord' })

export const UNKNOWN_POLICY = {
  code: 'unknown_policy_version',
  status: 400,
  description: 'The policy, or this version of it, does not exist.',
} as const

export const idempotencyHeaders = {
  'idempotency-key': z
    .string()
    .min(1)
    .max(255)
    .optional()
    .describe('Idempotency key. Use the same key for every retry of a request. The key expires after 24 hours.'),
}

export const replayedHeader = {
  'idempotent-replayed': {
    description: '`true` if the response is from an earlier request with the same key',
    schema: z.string().optional(),
  },
}

export const fillGaps = endpoint({
  name: 'fillEvidenceGaps',
  summary: 'Fill the gaps in a text',
  description:
    "Revises a text with assets of the organization's evidence library until a policy finds no gap (unmet requirement). Assets are inserted with their source, and then integrated by a language model if one is configured, or by rules. A revision is rejected if it contains statements that are neither in the text nor in an asset. A request spends at most 0.25 USD on models. Each gap fill counts as one unit of the monthly gap-fill quota; a failed gap fill does not count. A text without gaps is returned immediately. With `Prefer: respond-async`, the response is 202 and the work continues in the background.",
  tags,
  route: 'POST /api/v1/evidence/gap-fill',
  authority: 'scope:evidence:run',
  idempotent: true,
  rate: { requests: 30, window: '1h', by: 'tenant', code: 'evidence_gap_fill_rate_limited' },
  request: {
    headers: z.object({
      ...idempotencyHeaders,
      prefer: z
        .string()
        .max(200)
        .optional()
        .describe('With `respond-async`, the response is returned immediately (RFC 7240)'),
    }),
    body: z.strictObject({
      ...contentFields,
      content: contentFields.content.describe(
        'Text to revise: an object, or a string that is used as `body` of the object',
      ),
      ...gapFillOptions,
    }),
    maxBodyBytes: BODY_BYTES,
  },
  responses: {
    200: {
      description: 'The revised text with the log of its revisions',
      schema: EvidenceGapFill,
      headers: replayedHeader,
    },
    202: {
      description: 'The gap fill is running. Poll the URL in `Location`.',
      schema: EvidenceGapFillJob,
      headers: {
        ...replayedHeader,
        location: { description: 'URL of the gap fill', schema: z.string() },
        'preference-applied': { description: 'respond-async', schema: z.string() },
        'retry-after': { description: 'Seconds until the next poll', schema: z.string() },
      },
    },
  },
  errors: [
    UNKNOWN_POLICY,
    {
      code: 'empty_library',
      status: 400,
      description: 'The text has gaps, and the evidence library is empty. Add assets first.',
    },
    {
      code: 'evidence_gap_fill_requires_pro',
      status: 402,
      description: 'Gap fills require the Pro or Team plan; see `upgrade`.',
    },
    'idempotency_in_progress',
    'idempotency_mismatch',
    {
      code: 'evidence_gap_fill_quota_exceeded',
      status: 429,
      description: 'The gap-fill quota of this billing cycle is used up; see `upgrade` and `Retry-After`.',
    },
    {
      code: 'evidence_gap_fill_rate_limited',
      status: 429,
      description: 'The organization has reached the limit of 30 gap fills per hour; see `Retry-After`.',
    },
    { code: 'llm_failed', status: 502, description: 'The language model failed or is not configured correctly.' },
    {
      code: 'asset_match_failed',
      status: 502,
      description: 'The evidence library could not be read. Try again later.',
    },
    {
      code: 'gap_fill_persist_failed',
      status: 502,
      description: 'The result could not be stored. Nothing was charged. Try again.',
    },
    'unavailable',
  ],
})

export const getGapFill = endpoint({
  name: 'getEvidenceGapFill',
  summary: 'Get a gap fill',
  description: `Returns the progress and the result of a gap fill (a revision of a text with assets of the evidence library) that was requested with \`Prefer: respond-async\`. Results are retained for ${REVISED_DAYS} days.`,
  tags,
  route: 'GET /api/v1/evidence/gap-fills/:id',
  authority: 'scope:evidence:read',
  rate: QUERY_RATE,
  request: { params: z.strictObject({ id: z.uuid().describe('ID of the gap fill') }) },
  responses: {
    200: { description: 'The progress and, if completed, the result of the gap fill', schema: EvidenceGapFillJob },
  },
  errors: ['not_found', 'unavailable'],
})

export const listGapFills = endpoint({
  name: 'listEvidenceGapFills',
  summary: 'List gap fills',
  description:
    "Returns the organization's gap fills (revisions of texts with assets of the evidence library), newest first. Each entry contains the log and the hashes, without the texts.",
  tags,
  route: 'GET /api/v1/evidence/gap-fills',
  authority: 'scope:evidence:read',
  rate: QUERY_RATE,
  request: {
    query: z.strictObject({
      limit: z.int().min(1).max(100).default(20).describe('Gap fills per page'),
      cursor: z.string().max(500).optional().describe('`nextCursor` of the previous page'),
    }),
  },
  responses: {
    200: {
      description: 'A page of gap fills',
      schema: z.object({
        gapFills: z.array(GapFillRecord),
        nextCursor: z.string().optional().describe('Cursor of the next page; absent on the last page'),
      }),
    },
  },
  errors: ['unavailable'],
})
