import { endpoint, nameText, wellFormedText } from '@signet/contracts'
import * as z from 'zod'
import { Sha256 } from './slugs.ts'

const tags = ['trust']
const rate = { requests: 120, window: '1m', by: 'caller', pool: 'trust-requests' } as const

export const TERMS_MAX = 20_000
export const VALID_DAYS_MAX = 365
export const DOMAINS_MAX = 100

const Terms = z
  .object({
    title: z.string(),
    text: z.string(),
    sha256: Sha256.describe('SHA-256 of the text, which acceptances name'),
    validDays: z.int().describe('Days for which a grant lasts'),
    allowedDomains: z.array(z.string()).describe('Mail domains that are granted without a person'),
    isDefault: z.boolean().describe('Whether the organization has none of its own'),
    updatedAt: z.iso.datetime().nullable(),
  })
  .meta({ id: 'TrustTerms' })
export type TrustTerms = z.output<typeof Terms>

export const getTerms = endpoint({
  name: 'getTrustTerms',
  summary: 'Terms of artifacts on request',
  description: 'What visitors accept who ask for an artifact, and how they are granted.',
  tags,
  route: 'GET /api/trust/terms',
  authority: 'scope:trust:read',
  rate,
  responses: { 200: { description: 'The terms', schema: Terms } },
  errors: ['unavailable'],
})

export const putTerms = endpoint({
  name: 'putTrustTerms',
  summary: 'Change the terms of artifacts on request',
  description:
    'For all who ask from now on. Texts that were shown before stay readable by their SHA-256. A mail domain is granted exactly as it is written, without those below it; domains below which everybody may have one, and those of free mail, are refused.',
  tags,
  route: 'PUT /api/trust/terms',
  authority: 'scope:trust:write',
  idempotent: true,
  rate,
  request: {
    body: z.strictObject({
      title: nameText(120).describe('Heading of the text'),
      text: wellFormedText(TERMS_MAX).min(1).describe('What visitors accept; an empty line parts paragraphs'),
      validDays: z.int().min(1).max(VALID_DAYS_MAX).default(7).describe('Days for which a grant lasts'),
      allowedDomains: z
        .array(z.string().min(1).max(253))
        .max(DOMAINS_MAX)
        .default([])
        .describe('Mail domains that are granted without a person, such as acme.example'),
    }),
    maxBodyBytes: 131_072,
  },
  responses: { 200: { description: 'The terms', schema: Terms } },
  errors: ['unavailable'],
})

export const getTermsText = endpoint({
  name: 'getTrustTermsText',
  summary: 'A text that visitors accepted',
  description: 'The text of this SHA-256, as an acceptance names it, whatever the terms are now.',
  tags,
  route: 'GET /api/trust/terms/:sha256',
  authority: 'scope:trust:read',
  rate,
  request: { params: z.strictObject({ sha256: Sha256.describe('SHA-256 of the text') }) },
  responses: {
    200: { description: 'The text', schema: z.object({ sha256: Sha256, text: z.string() }) },
  },
  errors: ['not_found', 'unavailable'],
})
