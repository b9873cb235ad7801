import { rowKind } from '@signet/kernel/row-kind'
import { slugRow } from '@signet/notifications/trust-news/slug-rows'
import * as z from 'zod'

/** That there is a page, for what looks at all of them. It goes when the slug is no longer of this organization. */
export const trustPageRow = rowKind({
  name: 'That there is a trust page',
  prefix: 'TRUSTPAGES#',
  keys: { pk: 'all', sk: 'PAGE#<slug>#<org>' },
  owner: 'organization',
  within: [slugRow],
  exported: { none: 'an index of the slugs' },
  keep: 'for ever',
  schema: z.object({ slug: z.string(), org: z.string(), at: z.string().describe('When the slug was taken') }),
})
