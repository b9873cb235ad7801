import { endpoint, type RateDefinition } from '@signet/contracts'
import { BODY_MAX, ContentInput, PILLARS, SEVERITIES } from '@signet/evidence/schemas'
import * as z from 'zod'
import { BODY_BYTES } from './library.ts'

const tags = ['evidence']

const RATE: RateDefinition = { requests: 600, window: '1m', by: 'caller', pool: 'evidence-validations' }

/** Seconds for which a verdict is cached (spec platform-api 4.5 and 8). */
export const CACHED_SECONDS = 3600

const EvidenceGap = z.object({
  pillar: z.enum(PILLARS),
  type: z.string().optional(),
  description: z.string(),
  severity: z.enum(SEVERITIES).optional(),
  requirementId: z.string().describe('ID of the requirement in the policy'),
  span: z
    .object({ start: z.int().min(0), end: z.int().min(0) })
    .describe(
      'Position of the gap, in UTF-16 code units of the body after line endings are normalized to LF. If a required part is missing, the span is the whole body.',
    ),
  suggestion: z.string(),
})

/** The verdict of a policy on a text (spec platform-api 4.5). */
export const EvidenceValidation = z
  .object({
    validationId: z.string(),
    cached: z
      .boolean()
      .describe(
        'Whether the verdict is cached. A cached verdict is from an identical request within the last hour and was not counted.',
      ),
    score: z.int().min(0).max(100).describe('Percentage of applicable requirements that are met, 0 to 100'),
    hasGaps: z.boolean(),
    gapCount: z.int().min(0),
    policyVersion: z.string().describe('Policy, as `id@version`'),
    policyName: z.string(),
    gaps: z.array(EvidenceGap),
    suggestions: z.array(z.string()),
    contentHash: z.string().describe('SHA-256 of the normalized content as canonical JSON'),
  })
  .meta({ id: 'EvidenceValidation' })
export type EvidenceValidation = z.output<typeof EvidenceValidation>

export const validateContent = endpoint({
  name: 'validateEvidence',
  summary: 'Check a text against a policy',
  description:
    'Checks a text against a policy and returns the gaps and a score. No language model is used. The same text and policy give the same verdict. Each validation counts as one unit of the monthly validation quota. An identical request within an hour returns the same validation and does not count. `policyVersion` is the ID of a policy, or `id@version`.',
  tags,
  route: 'POST /api/v1/evidence/validate',
  authority: 'scope:evidence:run',
  idempotent: true,
  rate: RATE,
  request: {
    body: z.strictObject({
      content: ContentInput.or(z.string().min(1).max(BODY_MAX)).describe(
        'Text to check: an object, or a string that is used as `body` of the object',
      ),
      policyVersion: z.string().max(100).default('eeat-core'),
    }),
    maxBodyBytes: BODY_BYTES,
  },
  responses: { 200: { description: 'The verdict, with the score and the gaps', schema: EvidenceValidation } },
  errors: [
    { code: 'unknown_policy_version', status: 400, description: 'The policy, or this version of it, does not exist.' },
    {
      code: 'evidence_validation_quota_exceeded',
      status: 429,
      description: 'The validation quota of this billing cycle is used up; see `upgrade` and `Retry-After`.',
    },
    'unavailable',
  ],
})
