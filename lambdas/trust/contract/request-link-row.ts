import { rowKind } from '@signet/kernel/row-kind'
import * as z from 'zod'

/** A link in a mail, by the digest of its token. It names nobody, and stays a while longer than it is good for. */
export const requestLinkRow = rowKind({
  name: 'Link in a mail about a request',
  prefix: 'TRUSTGRANT#',
  keys: { pk: '<digest>', sk: 'LINK' },
  keep: { until: 'kept_until' },
  kept: '30 days longer than it is good for',
  schema: z.object({
    org: z.string(),
    slug: z.string(),
    kind: z.enum(['proof', 'grant']),
    of: z.string().describe('Digest of a form, or id of a request'),
    request: z.string(),
    version: z.int().describe('Of the request; 0 before there is one'),
    until: z.string(),
    kept_until: z.string(),
  }),
})
