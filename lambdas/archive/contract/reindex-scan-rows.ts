import { rowKind } from '@signet/kernel/row-kind'
import * as z from 'zod'

/** Progress of the scan that surveys every workspace once after a change of the format of the index. */
export const reindexScanRow = rowKind({
  name: 'Scan of all archives',
  prefix: 'REINDEX#',
  keys: { pk: 'archives', sk: 'R#scan' },
  owner: 'platform',
  keep: 'permanent',
  schema: z.object({
    index_format: z.string(),
    after: z.object({ gsi1sk: z.string(), pk: z.string(), sk: z.string() }).optional(),
    standing: z.enum(['open', 'ended']),
    revision: z.int(),
  }),
})
