import { endpoint, type RateDefinition } from '@signet/contracts'
import * as z from 'zod'
import { POLICY_OWNERS, WholeRequirement } from './policies.ts'

const tags = ['evidence']

const RATE: RateDefinition = { requests: 600, window: '1m', by: 'caller', pool: 'evidence-readings' }

const EvidencePolicy = z
  .object({
    id: z.string(),
    version: z.string(),
    policyVersion: z.string().describe('id@version, as validate takes it'),
    name: z.string(),
    appliesTo: z.string(),
    sha256: z.string().describe('Of the policy as canonical JSON'),
    owner: z.enum(POLICY_OWNERS).describe('Whose it is: Signet’s, or of the organization of the caller'),
    requirements: z.array(WholeRequirement.omit({ when: true, detector: true })),
  })
  .meta({ id: 'EvidencePolicy' })

/** A validation as it was counted: without the content, and without its gaps. */
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
  .meta({ id: 'EvidenceValidationCount' })

export const listPolicies = endpoint({
  name: 'listEvidencePolicies',
  summary: 'List policies',
  description:
    'Policies by which texts are checked: those of Signet, the default first, then those of the organization by id, newest version first. A version never changes.',
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
  description: 'Validations of the tenant that were counted, newest first. Contents are not kept; their hashes are.',
  tags,
  route: 'GET /api/v1/evidence/validations',
  authority: 'scope:evidence:read',
  rate: RATE,
  request: {
    query: z.strictObject({
      limit: z.int().min(1).max(100).default(20).describe('Validations a page'),
      cursor: z.string().max(500).optional().describe('nextCursor of the previous page'),
    }),
  },
  responses: {
    200: {
      description: 'A page',
      schema: z.object({
        validations: z.array(CountedValidation),
        nextCursor: z.string().optional().describe('Present while there are more'),
      }),
    },
  },
  errors: ['unavailable'],
})
