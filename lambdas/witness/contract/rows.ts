import { rowKind } from '@signet/kernel/row-kind'
import * as z from 'zod'

/**
 * The last checkpoint of a log that the witness cosigned. The size never decreases; otherwise the witness could cosign
 * two histories.
 */
export const witnessedRow = rowKind({
  name: 'Last cosigned checkpoint of a log',
  prefix: 'WITNESSED#',
  keys: { pk: '<origin>', sk: 'CHECKPOINT' },
  owner: 'platform',
  keep: 'permanent',
  schema: z.object({
    size: z.int().min(0),
    root: z.string().describe('Base64'),
    key: z.string().describe('Verifier key of the log, pinned when it was first seen; other keys are refused'),
    cosigned_at: z.string(),
  }),
})
