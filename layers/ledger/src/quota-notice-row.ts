import { rowKind } from '@signet/kernel/row-kind'
import * as z from 'zod'

export const quotaNoticeRow = rowKind({
  name: 'Notice of a quota that is nearly used up',
  prefix: 'USE#',
  keys: { pk: '<subject>', sk: 'NOTICE#<meter>#<period>' },
  owner: 'organization',
  erasure: { none: 'contains only the ID of an account' },
  exported: { none: 'a mark' },
  keep: { until: 'cycle_ends_at' },
  retention: 'until its cycle ends',
  schema: z.object({ cycle_ends_at: z.string(), created_at: z.string() }),
})
