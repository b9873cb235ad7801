import { rowKind } from '@signet/kernel/row-kind'
import * as z from 'zod'

export const staleReminderRow = rowKind({
  name: 'Sent staleness reminder',
  prefix: 'TRUST#',
  keys: { pk: '<org>', sk: 'REMINDED#<hash>#<what>#<days>' },
  owner: 'organization',
  exported: { none: 'a mark' },
  keep: { days: 400 },
  schema: z.object({ at: z.string() }),
})
