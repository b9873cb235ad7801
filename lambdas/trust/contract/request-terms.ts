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
    sha256: Sha256.describe('SHA-256 of the terms. Receipts of acceptances reference it.'),
    validDays: z.int().describe('Number of days for which granted access is valid'),
    allowedDomains: z.array(z.string()).describe('Email domains whose document requests are granted automatically'),
    isDefault: z.boolean().describe('Whether the organization uses the default terms'),
    updatedAt: z.iso.datetime().nullable(),
  })
  .meta({ id: 'TrustTerms' })
export type TrustTerms = z.output<typeof Terms>

export const getTerms = endpoint({
  name: 'getTrustTerms',
  summary: 'Get the terms for document requests',
  description:
    'Returns the terms that visitors accept when they request a document, and the settings for granting access.',
  tags,
  route: 'GET /api/trust/terms',
  authority: 'scope:trust:read',
  rate,
  responses: { 200: { description: 'The terms and the settings for granting access', schema: Terms } },
  errors: ['unavailable'],
})

export const putTerms = endpoint({
  name: 'putTrustTerms',
  summary: 'Change the terms for document requests',
  description:
    'Sets the terms for all new document requests. Earlier terms stay available by their SHA-256. Domains in `allowedDomains` match exactly, without subdomains. Public suffixes and free email providers are rejected.',
  tags,
  route: 'PUT /api/trust/terms',
  authority: 'scope:trust:write',
  idempotent: true,
  rate,
  request: {
    body: z.strictObject({
      title: nameText(120).describe('Heading of the terms'),
      text: wellFormedText(TERMS_MAX).min(1).describe('Terms that visitors accept; an empty line separates paragraphs'),
      validDays: z
        .int()
        .min(1)
        .max(VALID_DAYS_MAX)
        .default(7)
        .describe('Number of days for which granted access is valid'),
      allowedDomains: z
        .array(z.string().min(1).max(253))
        .max(DOMAINS_MAX)
        .default([])
        .describe('Email domains whose document requests are granted automatically, such as `acme.example`'),
    }),
    maxBodyBytes: 131_072,
  },
  responses: { 200: { description: 'The terms and the settings for granting access', schema: Terms } },
  errors: ['unavailable'],
})

export const getTermsText = endpoint({
  name: 'getTrustTermsText',
  summary: 'Get a version of the terms for document requests',
  description:
    'Returns the terms that visitors accepted when they requested a document, by SHA-256, even if the terms have changed since then.',
  tags,
  route: 'GET /api/trust/terms/:sha256',
  authority: 'scope:trust:read',
  rate,
  request: { params: z.strictObject({ sha256: Sha256.describe('SHA-256 of the terms') }) },
  responses: {
    200: {
      description: 'The text of the terms with its SHA-256',
      schema: z.object({ sha256: Sha256, text: z.string() }),
    },
  },
  errors: ['not_found', 'unavailable'],
})
