import { rowKind } from '@signet/kernel/row-kind'
import { slugRow } from '@signet/notifications/trust-news/slug-rows'
import * as z from 'zod'

/** Index entry of a trust page, for jobs that process all pages. Removed when the organization loses the slug. */
export const trustPageRow = rowKind({
  name: 'Trust page index entry',
  prefix: 'TRUSTPAGES#',
  keys: { pk: 'all', sk: 'PAGE#<slug>#<org>' },
  owner: 'organization',
  within: [slugRow],
  exported: { none: 'an index of the slugs' },
  keep: 'permanent',
  schema: z.object({
    slug: z.string(),
    org: z.string(),
    at: z.string().describe('Time at which the slug was claimed'),
  }),
})
