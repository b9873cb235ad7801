import { rowKind } from '@signet/kernel/row-kind'
import * as z from 'zod'

/** What a witness saw last of a log. It never goes back, or two histories could both be cosigned. */
export const witnessedRow = rowKind({
  name: 'Checkpoint of a log that was cosigned last',
  prefix: 'WITNESSED#',
  keys: { pk: '<origin>', sk: 'CHECKPOINT' },
  owner: 'platform',
  keep: 'for ever',
  schema: z.object({
    size: z.int().min(0),
    root: z.string().describe('Base64'),
    key: z.string().describe('The verifier key of the log, as it was when it was first seen: another one is refused'),
    cosigned_at: z.string(),
  }),
})
