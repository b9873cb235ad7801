import { rowKind } from '@signet/kernel/row-kind'
import * as z from 'zod'
import { requestShape } from './request-shape.ts'

export const codeRow = rowKind({
  name: 'Authorization code',
  prefix: 'OACODE#',
  keys: { pk: '<digest>', sk: 'CODE' },
  owner: 'person',
  erasure: { none: 'expires within minutes' },
  exported: { none: 'a digest of a secret' },
  keep: { until: 'until' },
  kept: '20 minutes: a code is good for one, and a second use is recognized as long as tokens of the first last',
  schema: z.object({
    ...requestShape,
    user_id: z.string(),
    org_id: z.string(),
    tenant_id: z.string(),
    grant_id: z.string(),
    grant_key: z.string().describe('Of the grant in the list of its person'),
    status: z.enum(['open', 'used']),
    good_until: z.string(),
    used_at: z.string().optional(),
    until: z.string(),
  }),
})
