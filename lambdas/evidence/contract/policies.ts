import { endpoint, type RateDefinition } from '@signet/contracts'
import { PILLARS, PolicyInput, SEVERITIES } from '@signet/evidence/schemas'
import * as z from 'zod'
import { BODY_BYTES } from './library.ts'

const tags = ['evidence']

const RATE: RateDefinition = { requests: 600, window: '1m', by: 'caller', pool: 'evidence-queries' }

/** Maximum number of policy versions per organization, across all policy IDs. */
export const POLICY_VERSIONS_MAX = 20

export const POLICY_OWNERS = ['signet', 'organization'] as const

export const FullRequirement = z.object({
  id: z.string(),
  pillar: z.enum(PILLARS),
  type: z.string(),
  severity: z.enum(SEVERITIES),
  description: z.string(),
  when: z
    .object({
      minWords: z.int().optional(),
      domains: z.array(z.string()).optional(),
      minNumericClaims: z.int().optional(),
    })
    .optional()
    .describe(
      'Conditions under which the requirement applies. All conditions must be true. If absent, the requirement always applies.',
    ),
  detector: z.object({
    kind: z.string().describe('Detector (built-in check) with its version, such as `dated@1`'),
    params: z.record(z.string(), z.number()).optional(),
  }),
  satisfiedBy: z.array(z.string()).describe('Types of evidence assets that can satisfy the requirement'),
  suggestion: z.string(),
})

const FullPolicy = z
  .object({
    policyVersion: z.string().describe('Policy, as `id@version`. Use this value in `POST /api/v1/evidence/validate`.'),
    owner: z
      .enum(POLICY_OWNERS)
      .describe('Owner of the policy: `signet` for built-in policies, otherwise `organization`'),
    sha256: z.string().describe('SHA-256 of `policy` as canonical JSON (RFC 8785), which verdicts reference'),
    policy: z
      .object({
        id: z.string(),
        version: z.string(),
        name: z.string(),
        appliesTo: z.string(),
        requirements: z.array(FullRequirement),
      })
      .describe('The policy. You can save this object to a file and pass the file to the CLI with `--policy`.'),
  })
  .meta({ id: 'EvidencePolicyDocument' })
export type FullPolicy = z.output<typeof FullPolicy>

const policyId = () =>
  z
    .string()
    .min(3)
    .max(60)
    .regex(/^[a-z][a-z0-9]*(?:-[a-z0-9]+)*$/, 'must be lowercase words, joined by hyphens')

export const putPolicy = endpoint({
  name: 'putEvidencePolicy',
  summary: 'Store a policy version',
  description:
    'Stores a policy of the organization under the given ID. Requires the Pro or Team plan. A version is immutable and permanent, because verdicts and receipts reference it. Sending the same content again returns 200; changed content needs a new version. An organization can have 20 versions. Concurrent requests cannot exceed the limit.',
  tags,
  route: 'PUT /api/v1/evidence/policies/:id',
  authority: 'scope:evidence:write',
  idempotent: true,
  rate: RATE,
  request: {
    params: z.strictObject({ id: policyId().describe('ID of the policy') }),
    body: PolicyInput,
    maxBodyBytes: BODY_BYTES,
  },
  responses: {
    200: { description: 'This version already exists with the same content', schema: FullPolicy },
    201: { description: 'The version was stored', schema: FullPolicy },
  },
  errors: [
    {
      code: 'evidence_policy_requires_pro',
      status: 402,
      description: 'The plan (`tier`) does not include custom policies; see `upgrade`.',
    },
    {
      code: 'policy_id_reserved',
      status: 409,
      description: 'The ID is reserved for a policy of Signet. Use another ID.',
    },
    {
      code: 'policy_version_taken',
      status: 409,
      description: 'This version exists with different content, whose hash is `sha256`. Use a new version.',
    },
    {
      code: 'policy_limit',
      status: 409,
      description: 'The organization has reached the limit of `limit` policy versions. Versions are permanent.',
    },
    'unavailable',
  ],
})

export const getPolicy = endpoint({
  name: 'getEvidencePolicy',
  summary: 'Get an evidence policy',
  description:
    "Returns the complete policy, so that its verdicts can be reproduced. `id` selects the newest version, and `id@version` selects a specific one. Returns 404 for another organization's policy.",
  tags,
  route: 'GET /api/v1/evidence/policies/:id',
  authority: 'scope:evidence:read',
  rate: RATE,
  request: { params: z.strictObject({ id: z.string().min(1).max(100).describe('ID of the policy, or `id@version`') }) },
  responses: { 200: { description: 'The policy', schema: FullPolicy } },
  errors: ['not_found', 'unavailable'],
})
