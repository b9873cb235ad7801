import { rowKind } from '@signet/kernel/row-kind'
import * as z from 'zod'

export const slugRow = rowKind({
  name: 'Trust slug of an organization',
  prefix: 'TRUST#',
  keys: { pk: '<org>', sk: 'SLUG#<slug>' },
  owner: 'organization',
  exported: { file: 'trust-slugs' },
  keep: 'permanent',
  schema: z.object({
    slug: z.string(),
    current_hash: z.string(),
    created_at: z.string(),
    updated_at: z.string(),
    version: z.int().describe('Number of changes. Each write requires the version that it read'),
  }),
})

/** Owner of a slug, first come, first served. The row exists as long as the slug row of the organization. */
export const slugOwnerRow = rowKind({
  name: 'Owner of a trust slug',
  prefix: 'TRUSTSLUG#',
  keys: { pk: '<slug>', sk: 'OWNER' },
  owner: 'organization',
  within: [slugRow],
  ownerMember: 'org',
  exported: { none: 'an index of the slugs' },
  keep: 'permanent',
  schema: z.object({
    org: z.string(),
    hash: z.string().optional().describe('Hash of the receipt behind the slug, so that the page needs no other row'),
  }),
})
