import { rowKind } from '@signet/kernel/row-kind'
import * as z from 'zod'

/** What a slug of an organization stood for from a time on. It never changes, and stays when the slug goes to somebody else. */
export const slugMappingRow = rowKind({
  name: 'What a trust slug stood for',
  prefix: 'TRUSTHISTORY#',
  keys: { pk: '<org>', sk: '<slug>#<from>' },
  owner: 'organization',
  exported: { file: 'trust-slug-history' },
  keep: 'for ever',
  schema: z.object({
    slug: z.string(),
    hash: z.string().nullable().describe('null: it was removed'),
    from: z.string(),
  }),
})
