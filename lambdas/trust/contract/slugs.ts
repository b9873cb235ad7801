import { endpoint } from '@signet/contracts'
import * as z from 'zod'
import { READS, SLUG_WRITES } from './rates.ts'

const tags = ['trust']

export const SLUGS_MAX = 100

/**
 * Letters of ASCII in both cases, because slugs are lower-cased. Without the flags i and u, which would take the Kelvin sign
 * for a k.
 */
const SLUG = /^[A-Za-z0-9](?:[A-Za-z0-9-]{0,62}[A-Za-z0-9])?$/

/** A slug as it may be written; every spelling stands for the one in lower case. */
export const slugText = () =>
  z.string().min(1).max(64).regex(SLUG, 'must be letters a to z and digits, with hyphens between them')

export const Sha256 = z.string().regex(/^[0-9a-f]{64}$/, 'must be 64 lower-case hexadecimal digits')

/** A slug and what it stands for (spec platform-api 2.7). */
export const TrustSlug = z
  .object({
    slug: z.string(),
    current_hash: Sha256.describe('Hash of the receipt that the page shows'),
    tenant_id: z.string().describe('Id of the organization'),
    created_at: z.iso.datetime(),
    updated_at: z.iso.datetime(),
  })
  .meta({ id: 'TrustSlug' })
export type TrustSlug = z.output<typeof TrustSlug>

const TrustMapping = z
  .object({
    slug: z.string(),
    hash: Sha256.nullable().describe('What it stood for from then on; null: it was removed'),
    tenant_id: z.string(),
    from: z.iso.datetime(),
  })
  .meta({ id: 'TrustMapping' })

const bySlug = () => z.strictObject({ slug: slugText().describe('The slug, in any case') })

const CONFLICT = {
  code: 'cross_tenant_conflict',
  status: 409,
  description: 'The slug is of another organization, or the hash is of its receipt.',
} as const

export const listSlugs = endpoint({
  name: 'listTrustSlugs',
  summary: 'List trust slugs',
  description: 'Slugs of the organization, which `tenantId` names, in their order: 100 at most.',
  tags,
  route: 'GET /api/trust/slugs',
  authority: 'scope:trust:read',
  rate: READS,
  responses: {
    200: {
      description: 'All of them',
      schema: z.object({ tenantId: z.string().describe('Id of the organization'), slugs: z.array(TrustSlug) }),
    },
  },
  errors: ['unavailable'],
})

export const putSlug = endpoint({
  name: 'putTrustSlug',
  summary: 'Point a trust slug at a receipt',
  description:
    'Makes the slug stand for the hash; both are lower-cased. Who comes first owns it, as an organization, until they remove it. The same again changes nothing but `updated_at`.',
  tags,
  route: 'POST /api/trust/slugs',
  authority: 'scope:trust:write',
  idempotent: true,
  rate: SLUG_WRITES,
  request: {
    body: z.strictObject({
      slug: slugText().describe('1 to 64 letters and digits, hyphens between them'),
      hash: z
        .string()
        .regex(/^[0-9A-Fa-f]{64}$/, 'must be 64 hexadecimal digits')
        .describe('Hash of a receipt'),
    }),
    maxBodyBytes: 4_096,
  },
  responses: {
    200: { description: 'It was yours, and stands for this hash now', schema: TrustSlug },
    201: { description: 'It is yours', schema: TrustSlug },
  },
  errors: [
    CONFLICT,
    {
      code: 'trust_slug_limit',
      status: 409,
      description: 'The organization has `limit` slugs: remove one, or point one that it has at the hash.',
    },
    'unavailable',
  ],
})

export const getSlug = endpoint({
  name: 'getTrustSlug',
  summary: 'A trust slug',
  description: 'What the slug stands for. One of another organization is answered like none.',
  tags,
  route: 'GET /api/trust/slugs/:slug',
  authority: 'scope:trust:read',
  rate: READS,
  request: { params: bySlug() },
  responses: { 200: { description: 'The slug', schema: TrustSlug } },
  errors: ['not_found', 'unavailable'],
})

export const deleteSlug = endpoint({
  name: 'deleteTrustSlug',
  summary: 'Remove a trust slug',
  description: 'Gives the slug up: the next who asks for it owns it. What it stood for stays in your history.',
  tags,
  route: 'DELETE /api/trust/slugs/:slug',
  authority: 'scope:trust:write',
  rate: SLUG_WRITES,
  request: { params: bySlug() },
  responses: { 204: { description: 'It is gone' } },
  errors: [
    { code: 'cross_tenant_forbidden', status: 403, description: 'The slug is of another organization.' },
    'not_found',
    'unavailable',
  ],
})

export const listSlugHistory = endpoint({
  name: 'listTrustSlugHistory',
  summary: 'What a trust slug stood for',
  description:
    'Every hash that the slug stood for while it was yours, newest first, also after you removed it. Nobody sees what it stood for while it was of somebody else.',
  tags,
  route: 'GET /api/trust/slugs/:slug/history',
  authority: 'scope:trust:read',
  rate: READS,
  request: {
    params: bySlug(),
    query: z.strictObject({
      limit: z.int().min(1).max(100).default(50).describe('Mappings a page'),
      cursor: z.string().max(500).optional().describe('next_cursor of the previous page'),
    }),
  },
  responses: {
    200: {
      description: 'A page',
      schema: z.object({ slug: z.string(), history: z.array(TrustMapping), next_cursor: z.string().nullable() }),
    },
  },
  errors: ['not_found', 'unavailable'],
})
