import { endpoint, type RateDefinition } from '@signet/contracts'
import * as z from 'zod'
import { FullRequirement, POLICY_OWNERS } from './policies.ts'

const tags = ['evidence']

const RATE: RateDefinition = { requests: 600, window: '1m', by: 'caller', pool: 'evidence-queries' }

const EvidencePolicy = z
  .object({
    id: z.string(),
    version: z.string(),
    policyVersion: z.string().describe('Policy, as `id@version`. Use this value in `POST /api/v1/evidence/validate`.'),
    name: z.string(),
    appliesTo: z.string(),
    sha256: z.string().describe('SHA-256 of the policy as canonical JSON'),
    owner: z
      .enum(POLICY_OWNERS)
      .describe('Owner of the policy: `signet` for built-in policies, otherwise `organization`'),
    requirements: z.array(FullRequirement.omit({ when: true, detector: true })),
  })
  .meta({ id: 'EvidencePolicy' })

/** A counted validation, without the content and its gaps. */
const CountedValidation = z
  .object({
    validationId: z.string(),
    policyVersion: z.string(),
    policySha256: z.string(),
    contentHash: z.string(),
    score: z.int().min(0).max(100),
    gapCount: z.int().min(0),
    createdAt: z.iso.datetime(),
  })
  .meta({ id: 'EvidenceValidationRecord' })

export const listPolicies = endpoint({
  name: 'listEvidencePolicies',
  summary: 'List evidence policies',
  description:
    'Returns the policies of Signet, the default first, and then those of the organization, sorted by ID with the newest version first. A version is immutable.',
  tags,
  route: 'GET /api/v1/evidence/policies',
  authority: 'scope:evidence:read',
  rate: RATE,
  responses: { 200: { description: 'The policies', schema: z.object({ policies: z.array(EvidencePolicy) }) } },
  errors: ['unavailable'],
})

export const listValidations = endpoint({
  name: 'listEvidenceValidations',
  summary: 'List validations',
  description:
    "Returns the organization's validations (checks of texts against policies), newest first, with the hash of each text. Cached verdicts are not listed.",
  tags,
  route: 'GET /api/v1/evidence/validations',
  authority: 'scope:evidence:read',
  rate: RATE,
  request: {
    query: z.strictObject({
      limit: z.int().min(1).max(100).default(20).describe('Validations per page'),
      cursor: z.string().max(500).optional().describe('`nextCursor` of the previous page'),
    }),
  },
  responses: {
    200: {
      description: 'A page of validations',
      schema: z.object({
        validations: z.array(CountedValidation),
        nextCursor: z.string().optional().describe('Cursor of the next page; absent on the last page'),
      }),
    },
  },
  errors: ['unavailable'],
})
