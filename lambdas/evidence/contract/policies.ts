import { endpoint, type RateDefinition } from '@signet/contracts'
import { PILLARS, PolicyInput, SEVERITIES } from '@signet/evidence/schemas'
import * as z from 'zod'
import { BODY_BYTES } from './library.ts'

const tags = ['evidence']

const RATE: RateDefinition = { requests: 600, window: '1m', by: 'caller', pool: 'evidence-readings' }

/** Versions of policies of its own that an organization keeps, of all ids together. */
export const OWN_POLICIES_MAX = 20

export const POLICY_OWNERS = ['signet', 'organization'] as const

export const WholeRequirement = z.object({
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
    .describe('When it is asked for: all of it holds; absent: always'),
  detector: z.object({
    kind: z.string().describe('A detector with its version, such as dated@1'),
    params: z.record(z.string(), z.number()).optional(),
  }),
  satisfiedBy: z.array(z.string()).describe('Types of assets that can close the gap'),
  suggestion: z.string(),
})

const WholePolicy = z
  .object({
    policyVersion: z.string().describe('id@version, as validate takes it'),
    owner: z.enum(POLICY_OWNERS).describe('Whose it is: Signet’s, or of the organization of the caller'),
    sha256: z.string().describe('SHA-256 of `policy` as canonical JSON (RFC 8785), as verdicts name it'),
    policy: z
      .object({
        id: z.string(),
        version: z.string(),
        name: z.string(),
        appliesTo: z.string(),
        requirements: z.array(WholeRequirement),
      })
      .describe('What texts are checked by. As a file it is what the command line takes as --policy'),
  })
  .meta({ id: 'WholeEvidencePolicy' })
export type WholePolicy = z.output<typeof WholePolicy>

const policyId = () =>
  z
    .string()
    .min(3)
    .max(60)
    .regex(/^[a-z][a-z0-9]*(?:-[a-z0-9]+)*$/, 'must be lower-case words, joined by hyphens')

export const putPolicy = endpoint({
  name: 'putEvidencePolicy',
  summary: 'Keep a version of a policy',
  description:
    'Keeps a policy of the organization under an id of its own, for plans Pro and Team. A version never changes and stays for ever, because verdicts and receipts name it: the same again answers 200, another content needs another version. An organization keeps 20 versions; the limit holds exactly, however many are sent at once.',
  tags,
  route: 'PUT /api/v1/evidence/policies/:id',
  authority: 'scope:evidence:write',
  idempotent: true,
  rate: RATE,
  request: {
    params: z.strictObject({ id: policyId().describe('Id of the policy') }),
    body: PolicyInput,
    maxBodyBytes: BODY_BYTES,
  },
  responses: {
    200: { description: 'This version is there already, and is the same', schema: WholePolicy },
    201: { description: 'It is kept', schema: WholePolicy },
  },
  errors: [
    {
      code: 'evidence_policy_requires_pro',
      status: 402,
      description: 'Plan `tier` has no policies of its own; see `upgrade`.',
    },
    { code: 'policy_id_reserved', status: 409, description: 'A policy of Signet has this id: choose another.' },
    {
      code: 'policy_version_taken',
      status: 409,
      description: 'This version has another content, whose hash is `sha256`: choose the next version.',
    },
    {
      code: 'policy_limit',
      status: 409,
      description: 'The organization keeps `limit` versions of policies already; they stay for ever.',
    },
    'unavailable',
  ],
})

export const getPolicy = endpoint({
  name: 'getEvidencePolicy',
  summary: 'A policy with its detectors',
  description:
    'The whole policy, so that anybody can make a verdict again: `id` is the newest version, `id@version` that one. A policy of another organization is answered like none.',
  tags,
  route: 'GET /api/v1/evidence/policies/:id',
  authority: 'scope:evidence:read',
  rate: RATE,
  request: { params: z.strictObject({ id: z.string().min(1).max(100).describe('Id of the policy, or id@version') }) },
  responses: { 200: { description: 'The policy', schema: WholePolicy } },
  errors: ['not_found', 'unavailable'],
})
