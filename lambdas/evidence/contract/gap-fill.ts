import { endpoint, type RateDefinition } from '@signet/contracts'
import { ASSET_TYPES, BODY_MAX, ContentInput, DOMAINS, PILLARS } from '@signet/evidence/schemas'
import * as z from 'zod'
import { BODY_BYTES } from './library.ts'

const tags = ['evidence']

const READING_RATE: RateDefinition = { requests: 600, window: '1m', by: 'caller', pool: 'evidence-readings' }

/** How long a revised text is kept for whoever asks for it again. The log of its iterations stays. */
export const REVISED_DAYS = 7

/** What a gap-fill may work on, beside the text: of gap-fill itself, and of an attestation (spec platform-api 4.5). */
export const gapFillOptions = {
  maxIterations: z.number().default(3).describe('1 to 5; what is outside is brought to the nearest'),
  targetPillars: z.array(z.enum(PILLARS)).min(1).max(PILLARS.length).optional().describe('Gaps of these alone'),
  assetPreferences: z
    .strictObject({
      domains: z.array(z.enum(DOMAINS)).max(DOMAINS.length).optional(),
      types: z.array(z.enum(ASSET_TYPES)).max(ASSET_TYPES.length).optional(),
    })
    .optional()
    .describe('Assets of these alone; absent or empty: no matter'),
}

export const contentMembers = {
  content: ContentInput.or(z.string().min(1).max(BODY_MAX)).describe('A text alone is a body'),
  policyVersion: z.string().max(100).default('eeat-core').describe('Id of a policy, or id@version'),
}

export const BAIL_REASONS = ['max_iterations', 'cost_ceiling', 'llm_bail', 'schema_drift'] as const

const Iteration = z.object({
  iteration: z.int().min(1),
  gapsBefore: z.int().min(0),
  gapsAfter: z.int().min(0),
  assetsInjected: z.array(z.string()).describe('Ids, in the order in which they stand in the text'),
  llmCallCostEstimate: z.number().min(0).describe('USD; 0 where rules edit'),
  note: z.string().optional(),
})

/** What a gap-fill has come to (spec platform-api 4.5). */
export const EvidenceGapFill = z
  .object({
    gapFillId: z.string(),
    iterations: z.int().min(0),
    initialGaps: z.int().min(0).describe('Of the pillars that were asked for'),
    finalGaps: z.int().min(0),
    converged: z.boolean().describe('No gap is left'),
    revised: z.looseObject({ body: z.string() }).describe('The content as it is now, with all its members'),
    iterationLog: z.array(Iteration),
    creditsUsed: z.number().min(0).describe('USD that language models were asked for, failed calls included'),
    gapFillHash: z.string().describe('SHA-256 of the canonical projection: policy, hashes, counts and log'),
    bailReason: z.enum(BAIL_REASONS).optional().describe('Why it ended with gaps; absent where none is left'),
    policyVersion: z.string().describe('id@version'),
    editor: z.string().describe('The model that revised, or `rules`'),
  })
  .meta({ id: 'EvidenceGapFill' })
export type EvidenceGapFill = z.output<typeof EvidenceGapFill>

export const EvidenceGapFillJob = z
  .object({
    gapFillId: z.string(),
    status: z.enum(['running', 'completed', 'failed']),
    createdAt: z.iso.datetime(),
    iterations: z.int().min(0).describe('Done so far'),
    gaps: z.int().min(0).optional().describe('Left so far'),
    result: EvidenceGapFill.optional().describe('Of one that is completed'),
    failure: z
      .object({ code: z.string(), message: z.string() })
      .optional()
      .describe('Of one that failed; it took nothing'),
  })
  .meta({ id: 'EvidenceGapFillJob' })
export type EvidenceGapFillJob = z.output<typeof EvidenceGapFillJob>

const KeptGapFill = z
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
  description: 'There is no such policy, or no such version of it.',
} as const

export const repeatHeaders = {
  'idempotency-key': z
    .string()
    .min(1)
    .max(255)
    .optional()
    .describe('Use the same key for every retry of one request; it is remembered for 24 hours'),
}

export const replayedHeader = {
  'idempotent-replayed': {
    description: 'true when an earlier request with this key did the work',
    schema: z.string().optional(),
  },
}

export const fillGaps = endpoint({
  name: 'fillEvidenceGaps',
  summary: 'Fill the gaps of a text',
  description:
    'Revises a text until a policy finds no gap, with evidence of the library: assets are put in with who says it, and a language model, where one is configured, works them in; without one, rules do. Nothing stands in the revision that neither the text nor an asset says: whatever a model makes up is refused. A request spends at most 0.25 USD on models. Takes one gap-fill of the cycle, which every answer but 200 gives back; a text without gaps is answered at once. With `Prefer: respond-async` the answer is 202 and the work goes on by itself.',
  tags,
  route: 'POST /api/v1/evidence/gap-fill',
  authority: 'scope:evidence:run',
  idempotent: true,
  rate: { requests: 30, window: '1h', by: 'tenant', code: 'evidence_gap_fill_rate_limited' },
  request: {
    headers: z.object({
      ...repeatHeaders,
      prefer: z.string().max(200).optional().describe('`respond-async` answers at once (RFC 7240)'),
    }),
    body: z.strictObject({ ...contentMembers, ...gapFillOptions }),
    maxBodyBytes: BODY_BYTES,
  },
  responses: {
    200: { description: 'The revision', schema: EvidenceGapFill, headers: replayedHeader },
    202: {
      description: 'It is at work; ask again at Location',
      schema: EvidenceGapFillJob,
      headers: {
        ...replayedHeader,
        location: { description: 'Where it is found', schema: z.string() },
        'preference-applied': { description: 'respond-async', schema: z.string() },
        'retry-after': { description: 'Seconds', schema: z.string() },
      },
    },
  },
  errors: [
    UNKNOWN_POLICY,
    {
      code: 'empty_library',
      status: 400,
      description: 'The text has gaps, and the library has nothing to fill them with.',
    },
    {
      code: 'evidence_gap_fill_requires_pro',
      status: 402,
      description: 'Gap-fill needs plan Pro or Team; see `upgrade`.',
    },
    'idempotency_in_progress',
    'idempotency_mismatch',
    {
      code: 'evidence_gap_fill_quota_exceeded',
      status: 429,
      description: 'All gap-fills of the cycle are used up; see `upgrade` and Retry-After.',
    },
    { code: 'evidence_gap_fill_rate_limited', status: 429, description: '30 an hour for a tenant; see Retry-After.' },
    { code: 'llm_failed', status: 502, description: 'The language model is not configured as it must, or failed.' },
    { code: 'asset_match_failed', status: 502, description: 'The library could not be read.' },
    { code: 'gap_fill_persist_failed', status: 502, description: 'The result could not be kept; nothing was taken.' },
    'unavailable',
  ],
})

export const getGapFill = endpoint({
  name: 'getEvidenceGapFill',
  summary: 'A gap-fill that runs by itself',
  description: `How far a gap-fill is that was asked for with \`Prefer: respond-async\`, and its result. Kept for ${REVISED_DAYS} days.`,
  tags,
  route: 'GET /api/v1/evidence/gap-fills/:id',
  authority: 'scope:evidence:read',
  rate: READING_RATE,
  request: { params: z.strictObject({ id: z.uuid().describe('Id of the gap-fill') }) },
  responses: { 200: { description: 'Its state', schema: EvidenceGapFillJob } },
  errors: ['not_found', 'unavailable'],
})

export const listGapFills = endpoint({
  name: 'listEvidenceGapFills',
  summary: 'List gap-fills',
  description: 'Gap-fills of the tenant, newest first: their logs and hashes, without the texts.',
  tags,
  route: 'GET /api/v1/evidence/gap-fills',
  authority: 'scope:evidence:read',
  rate: READING_RATE,
  request: {
    query: z.strictObject({
      limit: z.int().min(1).max(100).default(20).describe('Gap-fills a page'),
      cursor: z.string().max(500).optional().describe('nextCursor of the previous page'),
    }),
  },
  responses: {
    200: {
      description: 'A page',
      schema: z.object({
        gapFills: z.array(KeptGapFill),
        nextCursor: z.string().optional().describe('Present while there are more'),
      }),
    },
  },
  errors: ['unavailable'],
})
