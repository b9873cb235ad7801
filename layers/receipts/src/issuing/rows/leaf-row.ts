import { rowKind } from '@signet/kernel/row-kind'
import * as z from 'zod'

export const leafRow = rowKind({
  name: 'Receipt that is not in the log yet',
  prefix: 'RECEIPTLEAF#',
  keys: { pk: '<year>', sk: '<at>#<hash>' },
  owner: 'platform',
  keep: 'permanent',
  retention: 'until the log contains the receipt',
  schema: z.object({ hash: z.string() }),
})

/** Returns the UTC year of a timestamp, which selects the log. */
export const logYear = (at: string): string => at.slice(0, 4)
