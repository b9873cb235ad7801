import { endpoint } from '@signet/contracts'
import * as z from 'zod'
import { READS, SLUG_WRITES } from './rates.ts'

const tags = ['trust']

export const SLUGS_MAX = 100

/**
 * ASCII letters in both cases, because slugs are lower-cased. The pattern has no flags i and u, because with both it
 * would match the Kelvin sign as a k.
 */
const SLUG = /^[A-Za-z0-9](?:[A-Za-z0-9-]{0,62}[A-Za-z0-9])?$/

/** A slug, not case-sensitive. */
export const slugText = () =>
  z.string().min(1).max(64).regex(SLUG, 'must be letters a to z and digits, with hyphens between them')

export const Sha256 = z.string().regex(/^[0-9a-f]{64}$/, 'must be 64 lowercase hexadecimal digits')

/** A slug and its current hash (spec platform-api 2.7). */
export const TrustSlug = z
  .object({
    slug: z.string(),
    current_hash: Sha256.describe('Hash of the receipt that the page shows'),
    tenant_id: z.string().describe('ID of the organization'),
    created_at: z.iso.datetime(),
    updated_at: z.iso.datetime(),
  })
  .meta({ id: 'TrustSlug' })
export type TrustSlug = z.output<typeof TrustSlug>

const TrustMapping = z
  .object({
    slug: z.string(),
    hash: Sha256.nullable().describe('Hash to which the slug pointed from this time on; null if the slug was removed'),
    tenant_id: z.string(),
    from: z.iso.datetime(),
  })
  .meta({ id: 'TrustMapping' })

const bySlug = () => z.strictObject({ slug: slugText().describe('Slug of the trust page; not case-sensitive') })

const CONFLICT = {
  code: 'cross_tenant_conflict',
  status: 409,
  description: 'The slug, or the receipt with this hash, belongs to another organization.',
} as const

export const listSlugs = endpoint({
  name: 'listTrustSlugs',
  summary: 'List trust slugs',
  description:
    'Returns all slugs of your organization and the receipts to which they point, sorted by name, at most 100.',
  tags,
  route: 'GET /api/trust/slugs',
  authority: 'scope:trust:read',
  rate: READS,
  responses: {
    200: {
      description: 'Slugs of the organization',
      schema: z.object({ tenantId: z.string().describe('ID of the organization'), slugs: z.array(TrustSlug) }),
    },
  },
  errors: ['unavailable'],
})

export const putSlug = endpoint({
  name: 'putTrustSlug',
  summary: 'Point a trust slug to a receipt',
  description:
    "Points the slug (last part of a trust page's URL) to the hash. Both are converted to lowercase. The first organization that claims a slug owns the slug until it removes it. Repeating the request changes only `updated_at`.",
  tags,
  route: 'POST /api/trust/slugs',
  authority: 'scope:trust:write',
  idempotent: true,
  rate: SLUG_WRITES,
  request: {
    body: z.strictObject({
      slug: slugText().describe('Slug: 1 to 64 letters and digits, with hyphens between them'),
      hash: z
        .string()
        .regex(/^[0-9A-Fa-f]{64}$/, 'must be 64 hexadecimal digits')
        .describe('Hash of the receipt that the page shows'),
    }),
    maxBodyBytes: 4_096,
  },
  responses: {
    200: { description: 'The slug now points to this hash', schema: TrustSlug },
    201: { description: 'The slug was created', schema: TrustSlug },
  },
  errors: [
    CONFLICT,
    {
      code: 'trust_slug_limit',
      status: 409,
      description:
        'The organization has reached the limit of `limit` slugs. Remove one, or point an existing slug to the hash.',
    },
    'unavailable',
  ],
})

export const getSlug = endpoint({
  name: 'getTrustSlug',
  summary: 'Get a trust slug',
  description:
    "Returns the receipt hash to which the slug (last part of a trust page's URL) points. Returns 404 for another organization's slug.",
  tags,
  route: 'GET /api/trust/slugs/:slug',
  authority: 'scope:trust:read',
  rate: READS,
  request: { params: bySlug() },
  responses: { 200: { description: 'The slug and its current hash', schema: TrustSlug } },
  errors: ['not_found', 'unavailable'],
})

export const deleteSlug = endpoint({
  name: 'deleteTrustSlug',
  summary: 'Release the slug of a trust page',
  description:
    "Releases the slug (the last part of a trust page's address), so that any organization can claim it. The history of the slug remains available to your organization.",
  tags,
  route: 'DELETE /api/trust/slugs/:slug',
  authority: 'scope:trust:write',
  rate: SLUG_WRITES,
  request: { params: bySlug() },
  responses: { 204: { description: 'The slug was released' } },
  errors: [
    { code: 'cross_tenant_forbidden', status: 403, description: 'The slug belongs to another organization.' },
    'not_found',
    'unavailable',
  ],
})

export const listSlugHistory = endpoint({
  name: 'listTrustSlugHistory',
  summary: 'List the history of a trust slug',
  description:
    'Returns each hash to which the slug pointed while your organization owned it, newest first, even after the slug was removed. Periods in which other organizations owned it are not included.',
  tags,
  route: 'GET /api/trust/slugs/:slug/history',
  authority: 'scope:trust:read',
  rate: READS,
  request: {
    params: bySlug(),
    query: z.strictObject({
      limit: z.int().min(1).max(100).default(50).describe('Maximum number of mappings per page'),
      cursor: z.string().max(500).optional().describe('`next_cursor` of the previous page'),
    }),
  },
  responses: {
    200: {
      description: 'A page of mappings',
      schema: z.object({ slug: z.string(), history: z.array(TrustMapping), next_cursor: z.string().nullable() }),
    },
  },
  errors: ['not_found', 'unavailable'],
})
