import { rowKind } from '@signet/kernel/row-kind'
import * as z from 'zod'

/** Goes once through all workspaces after the index has taken another form, and has each surveyed. */
export const reindexScanRow = rowKind({
  name: 'Patrol of all archives',
  prefix: 'PATROL#',
  keys: { pk: 'archives', sk: 'P#patrol' },
  keep: 'for ever',
  schema: z.object({
    form: z.string(),
    /** Where it goes on among the imports that have ended; absent: at the beginning. */
    after: z.object({ gsi1sk: z.string(), pk: z.string(), sk: z.string() }).optional(),
    standing: z.enum(['open', 'ended']),
    revision: z.int(),
  }),
})
