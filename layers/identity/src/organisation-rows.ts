import { rowKind } from '@signet/kernel/row-kind'
import * as z from 'zod'

/** An organisation: what people and keys belong to, and what plans are of. */
export const organisationRow = rowKind({
  name: 'Organisation',
  prefix: 'ORG#',
  keys: { pk: '<org>', sk: 'ORG' },
  keep: 'for ever',
  schema: z.object({
    org_id: z.string(),
    kind: z.enum(['personal', 'shared']),
    created_by: z.string(),
    created_at: z.string(),
  }),
})
