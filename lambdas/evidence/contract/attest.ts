import { endpoint, type RateDefinition } from '@signet/contracts'
import { SEVERITIES } from '@signet/evidence/schemas'
import { RECEIPT_CONFLICT } from '@signet/receipts/access'
import * as z from 'zod'
import {
  BAIL_REASONS,
  contentFields,
  gapFillOptions,
  idempotencyHeaders,
  replayedHeader,
  UNKNOWN_POLICY,
} from './gap-fill.ts'
import { BODY_BYTES } from './library.ts'

const tags = ['evidence']

const QUERY_RATE: RateDefinition = { requests: 600, window: '1m', by: 'caller', pool: 'evidence-queries' }

/** Maximum size of the public payload as canonical JSON; anyone who verifies the receipt sees it. */
export const PUBLIC_PAYLOAD_BYTES = 16_384

/** Possible failure points of the pipeline (spec platform-api 4.5). */
export const ATTEST_POINTS = [
  'initial_validate',
  'critique',
  'critique_persist',
  'final_validate',
  'validation_persist',
  'publish_insert',
] as const
export type AttestPoint = (typeof ATTEST_POINTS)[number]

export const RECEIPT_VERSIONS = ['2', '2.1', '2.2'] as const

export const GAP_FILL_SKIPPED = ['empty_library', 'loop_failed'] as const

/** An attested text (spec platform-api 4.5). */
export const EvidenceAttestation = z
  .object({
    receiptHash: z.string().describe('Hash of the receipt, 64 hexadecimal digits'),
    verifyUrl: z.string().describe("URL of the receipt's public verification page"),
    verifyJsonUrl: z.string().describe('URL of the verification as JSON'),
    receiptVersion: z
      .enum(RECEIPT_VERSIONS)
      .describe('Version of the receipt format: 2; 2.1 with an approved plan; 2.2 with a gap fill'),
    policyVersion: z.string().describe('Policy, as `id@version`'),
    contentHash: z
      .string()
      .describe('SHA-256 of the revised and normalized content, which is the subject of the receipt'),
    publishedAt: z.int().describe('Time of issue, in milliseconds since the Unix epoch'),
    revised: z.looseObject({ body: z.string() }).describe('The attested content'),
    planHash: z.string().optional().describe('SHA-256 of `approvedPlan` as canonical JSON; absent without a plan'),
    gapFillHash: z
      .string()
      .optional()
      .describe(
        'SHA-256 of the canonical JSON of the gap fill (policy, hashes, counts and log); absent without a gap fill',
      ),
    gapFillSkipped: z
      .enum(GAP_FILL_SKIPPED)
      .optional()
      .describe('Reason why gaps were not filled despite `runGapFill`'),
    pipelineSummary: z.object({
      initialGaps: z.int().min(0).describe('Number of gaps in the submitted content'),
      finalGaps: z.int().min(0).describe('Number of gaps in the attested content'),
      attacksLogged: z
        .int()
        .min(0)
        .describe('Number of weaknesses found; `GET /api/v1/evidence/attestations/{hash}` lists them'),
      revisedDiffersFromInput: z.boolean(),
      bailReasons: z.array(z.enum(BAIL_REASONS)).describe('Reasons why revisions ended although gaps remained'),
      gapFill: z
        .object({
          iterations: z.int().min(0),
          initialGaps: z.int().min(0),
          finalGaps: z.int().min(0),
          assetsInjected: z.int().min(0).describe('Number of inserted assets'),
          bailReason: z.enum(BAIL_REASONS).optional(),
        })
        .optional(),
    }),
    creditsUsed: z.number().min(0).describe('Cost of language model calls in USD, including failed calls'),
    score: z
      .int()
      .min(0)
      .max(100)
      .describe('Score of the revised content, from 0 to 100, which the receipt also contains'),
  })
  .meta({ id: 'EvidenceAttestation' })
export type EvidenceAttestation = z.output<typeof EvidenceAttestation>

const Attack = z.object({
  id: z.string(),
  requirementId: z.string().optional(),
  type: z.enum(['unsupported_claim', 'overclaim', 'missing_source', 'stale', 'contradiction', 'privacy', 'ambiguity']),
  span: z
    .object({ start: z.int().min(0), end: z.int().min(0), sha256: z.string() })
    .describe('Position of the weakness in the body, in UTF-16 code units, and SHA-256 of the text at this position'),
  severity: z.enum(SEVERITIES),
  attack: z.string(),
  proposedEdit: z.string(),
  resolution: z.enum(['accepted', 'rejected', 'deferred']),
  reason: z.string(),
})

const EvidenceCritique = z
  .object({
    receiptHash: z.string(),
    critiqueHash: z.string().describe('SHA-256 of `attacks` as canonical JSON'),
    attacks: z.array(Attack),
    approvedPlan: z.array(z.string()).optional(),
    gapFillId: z.string().optional(),
    validationId: z.string(),
    score: z
      .int()
      .min(0)
      .max(100)
      .describe('Score of the attested content, from 0 to 100, which the receipt also contains'),
    createdAt: z.iso.datetime(),
  })
  .meta({ id: 'EvidenceCritique' })

export const attestContent = endpoint({
  name: 'attestEvidence',
  summary: 'Attest a text',
  description:
    "Checks a text against a policy, finds and revises weaknesses, checks the text again, and issues a signed receipt with the policy, score and hashes. With `runGapFill`, gaps (unmet requirements of the policy) are also filled from the organization's evidence library. Anyone who verifies the receipt can see `publicPayload`. Counts as one validation and, with `runGapFill`, as one gap fill of the monthly quotas; responses other than 201 do not count. Within 24 hours, a request with the same `Idempotency-Key` returns the same receipt and uses no quota; without the header, a request with the same fields does so.",
  tags,
  route: 'POST /api/v1/evidence/attest',
  authority: 'scope:evidence:run',
  idempotent: true,
  rate: { requests: 20, window: '1h', by: 'tenant', code: 'evidence_attest_rate_limited' },
  request: {
    headers: z.object(idempotencyHeaders),
    body: z.strictObject({
      ...contentFields,
      publicPayload: z
        .unknown()
        .optional()
        .describe(
          'Object of strings, integers, booleans, lists and objects, which the public verification page displays. Required.',
        ),
      approvedPlan: z
        .unknown()
        .optional()
        .describe('Plan that was approved for the text: a list of 1 to 100 strings. The receipt contains its hash.'),
      runGapFill: z
        .boolean()
        .default(false)
        .describe(
          'Whether to also fill gaps from the evidence library. The receipt then has version 2.2, unless the gap fill is skipped.',
        ),
      gapFillOptions: z.strictObject(gapFillOptions).optional(),
    }),
    maxBodyBytes: BODY_BYTES,
  },
  responses: { 201: { description: 'The text was attested', schema: EvidenceAttestation, headers: replayedHeader } },
  errors: [
    UNKNOWN_POLICY,
    {
      code: 'invalid_public_payload',
      status: 400,
      description: '`publicPayload` is missing, or is not an object of strings, integers, booleans, lists and objects.',
    },
    { code: 'invalid_approved_plan', status: 400, description: '`approvedPlan` is not a list of 1 to 100 strings.' },
    {
      code: 'evidence_attest_pro_required',
      status: 402,
      description: 'Attestation requires the Pro or Team plan; see `upgrade`.',
    },
    RECEIPT_CONFLICT,
    'idempotency_in_progress',
    { code: 'public_payload_too_large', status: 413, description: '`publicPayload` is larger than `limit` bytes.' },
    'idempotency_mismatch',
    {
      code: 'evidence_attest_rate_limited',
      status: 429,
      description: 'The organization has reached the limit of 20 attestations per hour; see `Retry-After`.',
    },
    {
      code: 'evidence_validations_quota_exceeded',
      status: 429,
      description: 'The validation quota of this billing cycle is used up; see `upgrade` and `Retry-After`.',
    },
    {
      code: 'evidence_gap_fills_quota_exceeded',
      status: 429,
      description: 'The gap-fill quota of this billing cycle is used up; see `upgrade` and `Retry-After`.',
    },
    {
      code: 'attest_failed',
      status: 502,
      description: `A step failed, and nothing was charged. \`at\` is the step: \`${ATTEST_POINTS.join('`, `')}\`.`,
    },
    {
      code: 'attest_critique_bailed',
      status: 502,
      description:
        'The language model declined to revise the text, or returned an invalid response. Nothing was charged. Try again or change the text.',
    },
    'unavailable',
  ],
})

export const getCritique = endpoint({
  name: 'getEvidenceCritique',
  summary: 'Get the attack log of a receipt',
  description:
    'Returns the weaknesses (attacks) that were found in a text before its attestation, with their resolutions. Only the organization that attested the text can access the log.',
  tags,
  route: 'GET /api/v1/evidence/attestations/:hash',
  authority: 'scope:evidence:read',
  rate: QUERY_RATE,
  request: {
    params: z.strictObject({
      hash: z
        .string()
        .regex(/^[0-9a-f]{64}$/, 'must be 64 hexadecimal digits')
        .describe('Hash of the receipt'),
    }),
  },
  responses: { 200: { description: 'The attack log', schema: EvidenceCritique } },
  errors: ['not_found', 'unavailable'],
})
