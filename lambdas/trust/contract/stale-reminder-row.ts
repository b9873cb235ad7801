import { rowKind } from '@signet/kernel/row-kind'
import * as z from 'zod'

/** Records that the owner was reminded `days` days before the evidence (intake or certification) is out of date. */
export const staleReminderRow = rowKind({
  name: 'Sent staleness reminder',
  prefix: 'TRUST#',
  keys: { pk: '<org>', sk: 'REMINDED#<hash>#<evidence>#<days>' },
  owner: 'organization',
  exported: { none: 'a mark that a reminder was sent' },
  keep: { days: 400 },
  schema: z.object({ at: z.string() }),
})
