import { rowKind } from '@signet/kernel/row-kind'
import * as z from 'zod'

export const leafRow = rowKind({
  name: 'Receipt that waits for its place in the log',
  prefix: 'RECEIPTLEAF#',
  keys: { pk: '<year>', sk: '<at>#<hash>' },
  owner: 'platform',
  keep: 'for ever',
  retention: 'until the log has it',
  schema: z.object({ hash: z.string() }),
})

/** Returns the year in UTC of an instant, which selects the log of its receipts. */
export const logYear = (at: string): string => at.slice(0, 4)
