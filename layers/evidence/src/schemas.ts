import * as z from 'zod'
import { BODY_MAX } from './content.ts'
import { ASSET_TYPES, DOMAINS, PILLARS, SEVERITIES } from './policies/policy.ts'

export { ASSET_TYPES, BODY_MAX, DOMAINS, PILLARS, SEVERITIES }

const date = z.iso.date().or(z.iso.datetime({ offset: true }))

/** Content to check (spec platform-api 2.6). Additional fields are hashed and returned, but ignored. */
export const ContentInput = z
  .looseObject({
    body: z.string().min(1).max(BODY_MAX).describe('Markdown or plain text'),
    title: z.string().max(300).optional(),
    authorName: z.string().max(200).optional(),
    authorBio: z.string().max(2_000).optional(),
    domains: z.array(z.enum(DOMAINS)).max(DOMAINS.length).optional().describe('Subject areas of the text'),
    publishedAt: date.optional(),
    updatedAt: date.optional(),
    sourceUrl: z
      .string()
      .max(2_000)
      .optional()
      .describe('URL of the text. Links to the same site do not count as external.'),
  })
  .meta({ id: 'ContentInput' })

const RequirementInput = z.strictObject({
  id: z
    .string()
    .regex(/^[A-Z][A-Z0-9]{0,9}-\d{2}$/, 'must be capital letters or digits, a hyphen and two digits, such as DOC-01'),
  pillar: z.enum(PILLARS),
  type: z.string().regex(/^[a-z][a-z0-9_]{0,39}$/, 'must be lowercase letters, digits and _'),
  severity: z.enum(SEVERITIES),
  description: z.string().min(1).max(300).describe('Description of the gap'),
  when: z
    .strictObject({
      minWords: z.int().min(1).max(20_000).optional(),
      domains: z.array(z.enum(DOMAINS)).min(1).optional(),
      minNumericClaims: z.int().min(1).max(1_000).optional(),
    })
    .optional(),
  detector: z.strictObject({
    kind: z.string().max(60).describe('Detector (built-in check) with its version, such as `dated@1`'),
    params: z.record(z.string().max(40), z.number()).optional(),
  }),
  satisfiedBy: z.array(z.enum(ASSET_TYPES)).default([]),
  suggestion: z.string().min(1).max(300),
})

/** An organization's policy without its id; a version never changes. `policyFaults` checks its detectors. */
export const PolicyInput = z
  .strictObject({
    version: z.string().regex(/^\d{4}\.(?:0[1-9]|1[0-2])\.\d{1,4}$/, 'must be YYYY.MM.n'),
    name: z.string().min(1).max(100),
    appliesTo: z.string().min(1).max(300),
    requirements: z.array(RequirementInput).min(1).max(100),
  })
  .meta({ id: 'EvidencePolicyInput' })
