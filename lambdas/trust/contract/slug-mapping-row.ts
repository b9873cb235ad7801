import { rowKind } from '@signet/kernel/row-kind'
import * as z from 'zod'

/**
 * The hash that a slug pointed at from a given time. Never changes, and stays when another organization claims the
 * slug.
 */
export const slugMappingRow = rowKind({
  name: 'Trust slug mapping',
  prefix: 'TRUSTHISTORY#',
  keys: { pk: '<org>', sk: '<slug>#<from>' },
  owner: 'organization',
  exported: { file: 'trust-slug-history' },
  keep: 'permanent',
  schema: z.object({
    slug: z.string(),
    hash: z.string().nullable().describe('Hash of the receipt; null if the slug was removed'),
    from: z.string(),
  }),
})
