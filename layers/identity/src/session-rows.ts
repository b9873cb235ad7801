import { rowKind } from '@signet/kernel/row-kind'
import * as z from 'zod'

/** A stored session of a signed-in user: the digest of its token, never the token. */
export const sessionRow = rowKind({
  name: 'Session of a user',
  prefix: 'SESSION#',
  keys: { pk: '<digest>', sk: 'SESSION' },
  owner: 'person',
  erasure: { by: 'ends the session' },
  exported: { none: 'contains a digest of a secret' },
  keep: { until: 'expires_at' },
  retention: '7 days, or until it is revoked',
  schema: z.object({
    id: z.string(),
    user_id: z.string(),
    org_id: z.string(),
    tenant_id: z.string(),
    created_at: z.string(),
    expires_at: z.string().describe('ISO time from which the session is refused'),
  }),
})
