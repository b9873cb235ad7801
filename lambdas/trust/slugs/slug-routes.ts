import { isReservedSlug } from '@signet/artifacts'
import { reply } from '@signet/contracts'
import { orgOf } from '@signet/identity'
import { invalidInput, notFound, type Route, refusal, route } from '@signet/kernel'
import {
  deleteSlug,
  getSlug,
  listSlugHistory,
  listSlugs,
  putSlug,
  SLUGS_MAX,
  type TrustSlug,
} from '../contract/slugs.ts'
import { type ReceiptQueries, receiptOwner } from '../receipts/receipt-owner.ts'
import type { SlugRow, SlugTable } from './slug-table.ts'

export interface SlugDeps {
  readonly slugs: SlugTable
  readonly receipts: ReceiptQueries
}

const slugView = (org: string, { slug, current_hash, created_at, updated_at }: SlugRow): TrustSlug => ({
  slug,
  current_hash,
  tenant_id: org,
  created_at,
  updated_at,
})

const slugNotFound = () => notFound('The slug does not exist')

const conflict = (message: string) => refusal('cross_tenant_conflict', message)

/**
 * Slugs of trust pages (spec platform-api 4.6). The contract accepts only ASCII letters, for which lowercasing is
 * unambiguous.
 */
export const slugRoutes = ({ slugs, receipts }: SlugDeps): Route[] => [
  route(listSlugs, async ({ caller }) => {
    const org = orgOf(caller)
    return reply(200, { tenantId: org, slugs: (await slugs.all(org)).map((row) => slugView(org, row)) })
  }),
  route(putSlug, async ({ body, caller }) => {
    const org = orgOf(caller)
    const slug = body.slug.toLowerCase()
    const hash = body.hash.toLowerCase()
    if (isReservedSlug(slug))
      return invalidInput([{ field: 'slug', message: 'is reserved for the platform; choose another slug' }])
    const owner = await receiptOwner(receipts, hash)
    if (owner !== undefined && owner !== org) return conflict('The hash belongs to a receipt of another organization')
    const result = await slugs.put(org, slug, hash)
    if (result.outcome === 'foreign')
      return conflict(`The slug ${slug} belongs to another organization; choose another slug`)
    if (result.outcome === 'full') {
      const extras = { limit: SLUGS_MAX, current: result.current }
      return refusal(
        'trust_slug_limit',
        `The organization has reached the limit of ${SLUGS_MAX} slugs. Remove one, or point an existing slug to the hash`,
        {
          extras,
        },
      )
    }
    return reply(result.outcome === 'created' ? 201 : 200, slugView(org, result.row))
  }),
  route(getSlug, async ({ params, caller }) => {
    const org = orgOf(caller)
    const row = await slugs.find(org, params.slug.toLowerCase())
    return row ? reply(200, slugView(org, row)) : slugNotFound()
  }),
  route(deleteSlug, async ({ params, caller }) => {
    const outcome = await slugs.remove(orgOf(caller), params.slug.toLowerCase())
    if (outcome === 'foreign') return refusal('cross_tenant_forbidden', 'The slug belongs to another organization')
    return outcome === 'removed' ? reply(204) : slugNotFound()
  }),
  route(listSlugHistory, async ({ params, query, caller }) => {
    const org = orgOf(caller)
    const slug = params.slug.toLowerCase()
    const { rows, nextCursor } = await slugs.history(org, slug, query)
    if (rows.length === 0 && query.cursor === undefined) return notFound('The organization has never owned this slug')
    return reply(200, { slug, history: rows.map((row) => ({ ...row, tenant_id: org })), next_cursor: nextCursor })
  }),
]
