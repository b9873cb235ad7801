import { rowKind } from '@signet/kernel/row-kind'
import * as z from 'zod'
import { requestShape } from './request-shape.ts'

export const codeRow = rowKind({
  name: 'Authorization code',
  prefix: 'OACODE#',
  keys: { pk: '<digest>', sk: 'CODE' },
  owner: 'person',
  erasure: { none: 'expires within minutes' },
  exported: { none: 'contains a digest of a secret' },
  keep: { until: 'until' },
  retention:
    '20 minutes: a code is valid for one minute, and a second use is detected while tokens of the first one are valid',
  schema: z.object({
    ...requestShape,
    user_id: z.string(),
    org_id: z.string(),
    tenant_id: z.string(),
    grant_id: z.string(),
    grant_key: z.string().describe('Key of the grant in its user’s list'),
    status: z.enum(['open', 'used']),
    good_until: z.string(),
    used_at: z.string().optional(),
    until: z.string(),
  }),
})
