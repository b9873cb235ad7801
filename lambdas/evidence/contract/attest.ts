import { endpoint, type RateDefinition } from '@signet/contracts'
import { SEVERITIES } from '@signet/evidence/schemas'
import { RECEIPT_CONFLICT } from '@signet/receipts/access'
import * as z from 'zod'
import {
  BAIL_REASONS,
  contentMembers,
  gapFillOptions,
  repeatHeaders,
  replayedHeader,
  UNKNOWN_POLICY,
} from './gap-fill.ts'
import { BODY_BYTES } from './library.ts'

const tags = ['evidence']

const READING_RATE: RateDefinition = { requests: 600, window: '1m', by: 'caller', pool: 'evidence-readings' }

/** The largest public payload, as canonical JSON: what a receipt shows to everybody beside itself. */
export const PUBLIC_PAYLOAD_BYTES = 16_384

/** Where the pipeline can fail (spec platform-api 4.5). */
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

/** A text that was attested (spec platform-api 4.5). */
export const EvidenceAttestation = z
  .object({
    receiptHash: z.string().describe('64 hexadecimal digits'),
    verifyUrl: z.string().describe('Where anybody verifies the receipt'),
    verifyJsonUrl: z.string().describe('The same for machines'),
    receiptVersion: z.enum(RECEIPT_VERSIONS).describe('2; 2.1 with a plan; 2.2 with a gap-fill'),
    policyVersion: z.string().describe('id@version'),
    contentHash: z.string().describe('SHA-256 of the revised content, normalized: the subject of the receipt'),
    publishedAt: z.int().describe('Milliseconds since 1970'),
    revised: z.looseObject({ body: z.string() }).describe('The content that is attested'),
    planHash: z.string().optional().describe('SHA-256 of approvedPlan as canonical JSON'),
    gapFillHash: z.string().optional(),
    gapFillSkipped: z
      .enum(GAP_FILL_SKIPPED)
      .optional()
      .describe('Why the receipt is not 2.2, although it was asked for'),
    pipelineSummary: z.object({
      initialGaps: z.int().min(0),
      finalGaps: z.int().min(0),
      attacksLogged: z.int().min(0),
      revisedDiffersFromInput: z.boolean(),
      bailReasons: z.array(z.enum(BAIL_REASONS)),
      gapFill: z
        .object({
          iterations: z.int().min(0),
          initialGaps: z.int().min(0),
          finalGaps: z.int().min(0),
          assetsInjected: z.int().min(0),
          bailReason: z.enum(BAIL_REASONS).optional(),
        })
        .optional(),
    }),
    creditsUsed: z.number().min(0).describe('USD that language models were asked for, failed calls included'),
    score: z.int().min(0).max(100).describe('Of the revised content; the receipt says it, too'),
  })
  .meta({ id: 'EvidenceAttestation' })
export type EvidenceAttestation = z.output<typeof EvidenceAttestation>

const Attack = z.object({
  id: z.string(),
  requirementId: z.string().optional(),
  type: z.enum(['unsupported_claim', 'overclaim', 'missing_source', 'stale', 'contradiction', 'privacy', 'ambiguity']),
  span: z.object({ start: z.int().min(0), end: z.int().min(0), sha256: z.string() }),
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
    score: z.int().min(0).max(100).describe('Of the content that is attested; the receipt says it, too'),
    createdAt: z.iso.datetime(),
  })
  .meta({ id: 'EvidenceCritique' })

export const attestContent = endpoint({
  name: 'attestEvidence',
  summary: 'Attest a text',
  description:
    'Checks a text, has its gaps attacked and mended, fills them from the library where that is asked for, checks it again and issues a signed receipt that names policy, score and hashes. `publicPayload` is shown to everybody who verifies it. Takes one validation of the cycle, and one gap-fill with `runGapFill`; every answer but 201 gives them back. The same request again within 24 hours, by its Idempotency-Key or else by all its members, has the same receipt and takes nothing.',
  tags,
  route: 'POST /api/v1/evidence/attest',
  authority: 'scope:evidence:run',
  idempotent: true,
  rate: { requests: 20, window: '1h', by: 'tenant', code: 'evidence_attest_rate_limited' },
  request: {
    headers: z.object(repeatHeaders),
    body: z.strictObject({
      ...contentMembers,
      publicPayload: z
        .unknown()
        .optional()
        .describe(
          'Required. An object of texts, integers, booleans, lists and objects: what the public verify view shows',
        ),
      approvedPlan: z.unknown().optional().describe('A list of 1 to 100 texts: the plan that was approved'),
      runGapFill: z.boolean().default(false).describe('Also fill gaps from the library, for receipt 2.2'),
      gapFillOptions: z.strictObject(gapFillOptions).optional(),
    }),
    maxBodyBytes: BODY_BYTES,
  },
  responses: { 201: { description: 'It is attested', schema: EvidenceAttestation, headers: replayedHeader } },
  errors: [
    UNKNOWN_POLICY,
    {
      code: 'invalid_public_payload',
      status: 400,
      description: 'publicPayload is missing, or no object of texts, integers, booleans, lists and objects.',
    },
    { code: 'invalid_approved_plan', status: 400, description: 'approvedPlan is no list of 1 to 100 texts.' },
    { code: 'evidence_attest_pro_required', status: 402, description: 'Attest needs plan Pro or Team; see `upgrade`.' },
    RECEIPT_CONFLICT,
    'idempotency_in_progress',
    { code: 'public_payload_too_large', status: 413, description: 'publicPayload is larger than `limit` bytes.' },
    'idempotency_mismatch',
    { code: 'evidence_attest_rate_limited', status: 429, description: '20 an hour for a tenant; see Retry-After.' },
    {
      code: 'evidence_validations_quota_exceeded',
      status: 429,
      description: 'All validations of the cycle are used up; see `upgrade` and Retry-After.',
    },
    {
      code: 'evidence_gap_fills_quota_exceeded',
      status: 429,
      description: 'All gap-fills of the cycle are used up; see `upgrade` and Retry-After.',
    },
    {
      code: 'attest_failed',
      status: 502,
      description: `A step failed, and nothing was taken; \`at\` names it: ${ATTEST_POINTS.join(', ')}.`,
    },
    {
      code: 'attest_critique_bailed',
      status: 502,
      description: 'The language model would not revise the text, or gave nothing that can be read; nothing was taken.',
    },
    'unavailable',
  ],
})

export const getCritique = endpoint({
  name: 'getEvidenceCritique',
  summary: 'The attack log of a receipt',
  description: 'What a text was attacked for before it was attested, and what came of it. Private to the tenant.',
  tags,
  route: 'GET /api/v1/evidence/attestations/:hash',
  authority: 'scope:evidence:read',
  rate: READING_RATE,
  request: {
    params: z.strictObject({
      hash: z
        .string()
        .regex(/^[0-9a-f]{64}$/, 'must be 64 hexadecimal digits')
        .describe('Hash of the receipt'),
    }),
  },
  responses: { 200: { description: 'The log', schema: EvidenceCritique } },
  errors: ['not_found', 'unavailable'],
})
